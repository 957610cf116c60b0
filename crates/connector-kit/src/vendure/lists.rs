//! Lists of the shop: filters, sorting and pages.

use std::cmp::Ordering;

use domain::values::dates::Instante;
use serde_json::{Value, json};

use super::answer::{Answered, Failed, input};
use crate::shop::{members, text};

/// A page of a list, by the options `take`, `skip`, `sort`, `filter`.
pub(super) fn page(items: Vec<Value>, options: &Value) -> Answered {
    let number = |name: &str| {
        options.get(name).and_then(Value::as_u64).map(|n| usize::try_from(n).unwrap_or(usize::MAX))
    };
    let take = number("take").unwrap_or(1000);
    if take > 1000 {
        return Err(input("Cannot take more than 1000 results from a list query"));
    }
    let skip = number("skip").unwrap_or(0);
    let filter = options.get("filter").cloned().unwrap_or(Value::Null);
    let or = text(options, "filterOperator") == "OR";
    let mut found = Vec::new();
    for item in items {
        if fits(&item, &filter, or)? {
            found.push(item);
        }
    }
    let total = found.len();
    // by the members in the order of the schema, however the query wrote them: `id` before `updatedAt`
    let sort = members(options.get("sort").unwrap_or(&Value::Null));
    found.sort_by(|a, b| {
        let by = sort.iter().map(|(name, direction)| {
            let order = compare(a.get(name), b.get(name));
            if direction == "DESC" { order.reverse() } else { order }
        });
        by.fold(Ordering::Equal, Ordering::then)
    });
    // a database promises no order of rows that are equal: here it is reversed on every other page
    if !sort.contains_key("id") && take < total && take > 0 && (skip / take) % 2 == 1 {
        let tied = |a: &Value, b: &Value| sort.keys().all(|name| compare(a.get(name), b.get(name)).is_eq());
        for run in found.chunk_by_mut(tied) {
            run.reverse();
        }
    }
    let items: Vec<Value> = found.into_iter().skip(skip).take(take).collect();
    Ok(json!({ "totalItems": total, "items": items }))
}

fn same(a: &Value, b: &Value) -> bool {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    plain(a) == plain(b)
}

fn compare(a: Option<&Value>, b: Option<&Value>) -> Ordering {
    let instant = |value: Option<&Value>| {
        let text = value.and_then(Value::as_str).filter(|text| text.contains('T'));
        text.and_then(|text| text.parse::<Instante>().ok())
    };
    if let (Some(a), Some(b)) = (instant(a), instant(b)) {
        return a.cmp(&b);
    }
    let number = |value: Option<&Value>| match value {
        Some(Value::String(text)) => text.parse::<f64>().ok(),
        Some(value) => value.as_f64(),
        None => None,
    };
    match (number(a), number(b)) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => a.and_then(Value::as_str).cmp(&b.and_then(Value::as_str)),
    }
}

fn fits(item: &Value, filter: &Value, or: bool) -> Result<bool, Failed> {
    let conditions = members(filter);
    if conditions.is_empty() {
        return Ok(true);
    }
    let mut all = Vec::new();
    for (name, operators) in &conditions {
        if operators.is_null() {
            continue;
        }
        if name == "_and" || name == "_or" {
            let inner = operators.as_array().cloned().unwrap_or_default();
            let inner: Result<Vec<bool>, Failed> = inner.iter().map(|one| fits(item, one, false)).collect();
            let inner = inner?;
            all.push(if name == "_or" { inner.contains(&true) } else { !inner.contains(&false) });
            continue;
        }
        let value = item.get(name).ok_or_else(|| {
            Failed("GRAPHQL_VALIDATION_FAILED", format!("Field \"{name}\" is not defined by the filter."))
        })?;
        for (operator, wanted) in members(operators) {
            let order = compare(Some(value), Some(&wanted));
            let among = || wanted.as_array().is_some_and(|all| all.iter().any(|one| same(value, one)));
            all.push(match operator.as_str() {
                "eq" => same(value, &wanted),
                "notEq" => !same(value, &wanted),
                "in" => among(),
                "notIn" => !among(),
                "after" | "gt" => order.is_gt(),
                "before" | "lt" => order.is_lt(),
                "gte" => order.is_ge(),
                "lte" => order.is_le(),
                "between" => {
                    compare(Some(value), wanted.get("start")).is_ge()
                        && compare(Some(value), wanted.get("end")).is_le()
                }
                "isNull" => value.is_null() == (wanted == true),
                "contains" => text(item, name)
                    .to_lowercase()
                    .contains(&wanted.as_str().unwrap_or_default().to_lowercase()),
                other => {
                    return Err(Failed(
                        "GRAPHQL_VALIDATION_FAILED",
                        format!("Field \"{other}\" is not defined."),
                    ));
                }
            });
        }
    }
    Ok(if or { all.contains(&true) } else { !all.contains(&false) })
}
