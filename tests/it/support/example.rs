//! Bodies made from a document's own schemas: what an operation needs and no more.

use serde_json::{Map, Value, json};

use super::contract::Operation;
use super::schema::resolve;

/// A body for an operation, `None` when it takes none. `known` gives the identifiers their values, by the
/// name of the member.
pub fn body(
    document: &Value,
    operation: &Operation<'_>,
    known: &dyn Fn(&str) -> Option<Value>,
) -> Option<Value> {
    let schema = operation.body()?;
    if operation.method == "PATCH" {
        // a merge patch has no schema; members that a resource does not have are ignored
        return Some(json!({ "nome": "Remendo", "prazo": 7, "prazoDespacho": 7, "estoque": 7 }));
    }
    Some(value(document, schema, "", known))
}

fn value(document: &Value, schema: &Value, name: &str, known: &dyn Fn(&str) -> Option<Value>) -> Value {
    if let Some(value) = known(name) {
        return value;
    }
    let schema = resolve(document, schema);
    if let Some(parts) = schema["allOf"].as_array() {
        let mut all = Map::new();
        for part in parts {
            if let Value::Object(members) = value(document, part, name, known) {
                all.extend(members);
            }
        }
        return Value::Object(all);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        return value(document, &options[0], name, known);
    }
    if let Some(words) = schema["enum"].as_array() {
        return words[0].clone();
    }
    match schema["type"].as_str().or_else(|| schema["type"][0].as_str()) {
        Some("object") => object(document, schema, known),
        Some("array") => json!([value(document, &schema["items"], name, known)]),
        Some("integer" | "number") => json!(schema["minimum"].as_i64().unwrap_or(0).max(1)),
        Some("boolean") => json!(true),
        Some("string") if schema["format"] == "date-time" => json!("2020-02-03T04:05:06Z"),
        Some("string") => json!("texto"),
        other => panic!("{name}: no example of {other:?}"),
    }
}

/// The first of an object's members that is no date beside them.
fn first(members: &Map<String, Value>) -> Option<&String> {
    members.keys().find(|name| !name.starts_with("data"))
}

/// What it requires; where it requires nothing, the first thing that it may have, rather one that is known.
fn object(document: &Value, schema: &Value, known: &dyn Fn(&str) -> Option<Value>) -> Value {
    let members = schema["properties"].as_object().cloned().unwrap_or_default();
    let mut required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if required.is_empty() {
        let first = members.keys().find(|name| known(name).is_some()).or_else(|| first(&members));
        required.extend(first.map(String::as_str));
    }
    let required = required.into_iter();
    required.map(|name| (name.to_owned(), value(document, &members[name], name, known))).collect()
}
