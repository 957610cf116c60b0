//! Query parameters of lists: filters, sorting, pages, and the members of the rows.

use std::cmp::Ordering;

use domain::values::dates::Instante;
use serde_json::{Map, Value, json};

use super::answer::{Answered, Failed, has, invalid, only};
use crate::shop::text;

/// The parameters of a query, decoded.
pub(super) struct Query(Vec<(String, String)>);

impl Query {
    pub(super) fn of(path: &str) -> (String, Self) {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        // an encoded `*` before a name is not seen as one
        let query = query.replace("%2A", "%252A").replace("%2a", "%252A");
        let pairs = url::form_urlencoded::parse(query.as_bytes());
        (path.trim_end_matches('/').to_owned(), Self(pairs.into_owned().collect()))
    }

    /// All values of a name, which may be written `name`, `name[]`, `name[0]`; none: it is not asked for.
    pub(super) fn all(&self, name: &str) -> Option<Vec<&str>> {
        let is = |key: &str| {
            key.strip_prefix(name).is_some_and(|rest| {
                let index = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                rest.is_empty() || index.is_some_and(|index| index.chars().all(|c| c.is_ascii_digit()))
            })
        };
        let found: Vec<&str> = self.0.iter().filter(|(key, _)| is(key)).map(|pair| pair.1.as_str()).collect();
        if found.is_empty() { None } else { Some(found) }
    }

    pub(super) fn one(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn known(&self, filters: &str) -> Result<(), Failed> {
        let names: Map<String, Value> = self
            .0
            .iter()
            .map(|(key, _)| (key.split('[').next().unwrap_or_default().to_owned(), Value::Null))
            .collect();
        only(&Value::Object(names), &format!("{filters} fields limit offset order q id with_deleted"))
    }

    pub(super) fn fields(&self) -> Vec<&str> {
        self.one("fields").map(|fields| fields.split(',').map(str::trim).collect()).unwrap_or_default()
    }

    /// The path of some field has this relation.
    pub(super) fn wants(&self, relation: &str) -> bool {
        self.fields()
            .iter()
            .any(|field| field.trim_start_matches(['*', '+']).split('.').any(|part| part == relation))
    }

    /// The members that `fields` leaves of an object.
    pub(super) fn narrow(&self, mut item: Value, always: &str, defaults: &str) -> Value {
        let fields = self.fields();
        let plain = fields.iter().any(|field| !field.starts_with(['*', '+', '-']));
        let heads: Vec<&str> = fields
            .iter()
            .filter_map(|field| field.trim_start_matches(['*', '+']).split('.').next())
            .collect();
        if let Some(item) = item.as_object_mut() {
            item.retain(|name, _| {
                let name = name.as_str();
                has(always, name) || heads.contains(&name) || (!plain && has(defaults, name))
            });
        }
        item
    }

    /// A page of a list, with what `fields` leaves of each item.
    pub(super) fn narrowed(
        &self,
        name: &str,
        items: Vec<Value>,
        usual: usize,
        always: &str,
        defaults: &str,
    ) -> Answered {
        let mut page = self.page(name, items, usual)?;
        for item in page.get_mut(name).and_then(Value::as_array_mut).into_iter().flatten() {
            *item = self.narrow(item.take(), always, defaults);
        }
        Ok(page)
    }

    /// A page of a list.
    pub(super) fn page(&self, name: &str, items: Vec<Value>, usual: usize) -> Answered {
        let number = |name: &str, usual: usize| match self.one(name) {
            Some(text) => text
                .parse()
                .map_err(|_| invalid(format!("Invalid request: Expected type: 'number' for field '{name}'"))),
            None => Ok(usual),
        };
        let (limit, offset): (usize, usize) = (number("limit", usual)?, number("offset", 0)?);
        let mut found = items;
        if let Some(ids) = self.all("id") {
            found.retain(|item| ids.contains(&text(item, "id").as_str()));
        }
        for time in ["created_at", "updated_at"] {
            for (key, value) in &self.0 {
                let operator = key.strip_prefix(time).unwrap_or_default();
                let Ok(at) = value.parse::<Instante>() else { continue };
                let fits = |order: Ordering| match operator {
                    "[$gte]" => order.is_ge(),
                    "[$gt]" => order.is_gt(),
                    "[$lte]" => order.is_le(),
                    "[$lt]" => order.is_lt(),
                    _ => true,
                };
                found.retain(|item| text(item, time).parse::<Instante>().is_ok_and(|of| fits(of.cmp(&at))));
            }
        }
        let order = self.one("order").unwrap_or("");
        let by = order.trim_start_matches('-');
        if !by.is_empty() {
            found.sort_by_key(|item| text(item, by));
            if order.starts_with('-') {
                found.reverse();
            }
        }
        let count = found.len();
        // a database promises no order of rows that are equal: here it is reversed on every other page
        if by != "id" && limit > 0 && limit < count && (offset / limit) % 2 == 1 {
            for run in found.chunk_by_mut(|a, b| by.is_empty() || text(a, by) == text(b, by)) {
                run.reverse();
            }
        }
        let page: Vec<Value> = found.into_iter().skip(offset).take(limit).collect();
        Ok(json!({ name: page, "count": count, "offset": offset, "limit": limit }))
    }
}
