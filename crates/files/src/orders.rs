//! Orders: rows of a table put together, and taken apart again.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::entry::{Entry, Wrong};
use crate::numbers::Decimal;
use crate::plan::Plan;
use crate::rows::{Row, Said, finish};

/// The address that a group of columns is.
pub const ADDRESSES: &[(&str, &str)] = &[("entrega", "Entrega"), ("cobranca", "Cobranca")];

/// An order of one or more rows: what it has once stands in the first, its items in each.
pub fn order(rows: Vec<Row>, plan: &Arc<Plan>) -> Entry {
    let line = rows.first().map_or(0, |row| row.line);
    let lines: Vec<u64> = rows.iter().map(|row| row.line).collect();
    let mut said = Said::default();
    let (mut once, mut items, mut places) = (BTreeMap::new(), Vec::new(), Vec::new());
    for row in rows {
        said.wrong.extend(row.wrong);
        said.noticed.extend(row.noticed);
        let mut item = Map::new();
        for (name, value) in row.cells {
            if let Some(member) = name.strip_prefix("produtos.") {
                item.insert(member.to_owned(), value);
                continue;
            }
            let before = once.entry(name).or_insert_with(|| value.clone());
            if *before != value {
                let what = format!("difere da primeira linha do mesmo pedido: é a linha {line}");
                let column = plan.mapping.heading_of(name).unwrap_or(name).to_owned();
                said.wrong.push(Wrong {
                    line: row.line,
                    column,
                    what,
                    value: value.as_str().map(str::to_owned),
                });
            }
        }
        places.push((format!("produtos[{}]", items.len()), "produtos", row.line));
        items.push(Value::Object(item));
    }
    if plan.mapping.profile.as_ref().is_some_and(|profile| profile.soma) && !once.contains_key("total") {
        once.extend(sum(&once, &items).map(|total| ("total", json!(total))));
    }
    let mut json = Map::new();
    let mut groups: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for (name, value) in once {
        match name.split_once('.') {
            Some((group, member)) => drop(groups.entry(group).or_default().insert(member.to_owned(), value)),
            None => drop(json.insert(name.to_owned(), value)),
        }
    }
    json.extend(groups.remove("usuario").map(|usuario| ("usuario".to_owned(), Value::Object(usuario))));
    if let Some(frete) = groups.remove("frete") {
        places.push(("frete[0]".to_owned(), "frete", line));
        json.insert("frete".to_owned(), json!([frete]));
    }
    let mut addresses = Vec::new();
    for (group, kind) in ADDRESSES {
        if let Some(mut address) = groups.remove(group) {
            places.push((format!("endereco[{}]", addresses.len()), *group, line));
            address.insert("tipoEndereco".to_owned(), json!(kind));
            addresses.push(Value::Object(address));
        }
    }
    json.insert("endereco".to_owned(), Value::Array(addresses));
    json.insert("produtos".to_owned(), Value::Array(items));
    finish(lines, json, said, places, plan)
}

/// What items and freight of an order come to; `None` when a part of it is no number.
fn sum(once: &BTreeMap<&'static str, Value>, items: &[Value]) -> Option<String> {
    let number = |value: &Value| value.as_str().and_then(Decimal::parse);
    let part = |value: Option<&Value>| value.map_or(Some(Decimal::new(0, 0)), number);
    let mut total = part(once.get("frete.valorCobrado"))?.plus(part(once.get("desconto"))?.negated())?;
    for item in items {
        let goods = part(item.get("preco"))?.times(part(item.get("quantidade"))?)?;
        total =
            total.plus(goods)?.plus(part(item.get("frete"))?)?.plus(part(item.get("desconto"))?.negated())?;
    }
    Some(total.to_string())
}

/// An order as the rows of a table; true when the table cannot hold all of it.
pub fn flattened(order: &Value) -> (Vec<BTreeMap<String, Value>>, bool) {
    let empty = Vec::new();
    let list = |name: &str| order.get(name).and_then(Value::as_array).unwrap_or(&empty);
    let mut once = BTreeMap::new();
    let mut put = |prefix: &str, value: Option<&Value>| {
        for (name, value) in value.and_then(Value::as_object).into_iter().flatten() {
            once.insert(format!("{prefix}{name}"), value.clone());
        }
    };
    put("", Some(order));
    put("usuario.", order.get("usuario"));
    put("frete.", list("frete").first());
    let mut lost = list("frete").len() > 1;
    for (group, kind) in ADDRESSES {
        let of_kind: Vec<&Value> = list("endereco")
            .iter()
            .filter(|address| address.get("tipoEndereco") == Some(&json!(kind)))
            .collect();
        put(&format!("{group}."), of_kind.first().copied());
        lost |= of_kind.len() > 1;
    }
    let rows = list("produtos").iter().map(|item| {
        let mut row = once.clone();
        for (name, value) in item.as_object().into_iter().flatten() {
            row.insert(format!("produtos.{name}"), value.clone());
        }
        row
    });
    (rows.collect(), lost)
}
