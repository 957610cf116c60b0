//! Schemas in the form that client generators need: one name for each, and input separate from output.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::operation::set;

/// Suffix of an input schema whose output schema differs.
const INPUT: &str = "Entrada";

/// Prefix of a reference to a schema.
const PREFIX: &str = "#/components/schemas/";

/// Replaces inlined copies of schemas by references.
pub(super) fn inlined_to_references(document: &mut Value) {
    walk(document, &mut drop_null_default);
    name_copies(document);
}

/// Splits schemas that both input and output use, and removes unused ones. `absent` lists by schema the members
/// that even an answer may omit.
pub(super) fn split_and_prune(document: &mut Value, absent: &BTreeMap<String, Vec<String>>) {
    split(document, absent);
    drop_unused(document);
}

/// The schemas of a document by name.
pub(super) type Schemas = BTreeMap<String, Value>;

/// The schemas of a document.
pub(super) fn all(document: &Value) -> Schemas {
    let all = document.pointer("/components/schemas").and_then(Value::as_object);
    all.into_iter().flatten().map(|(name, schema)| (name.clone(), schema.clone())).collect()
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{PREFIX}{name}") })
}

/// Applies `change` to a value and everything within it, inner values first.
fn walk(value: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Object(members) => members.values_mut().for_each(|member| walk(member, change)),
        Value::Array(items) => items.iter_mut().for_each(|item| walk(item, change)),
        _ => {}
    }
    change(value);
}

/// utoipa inlines the argument of a generic schema: generators would make a second class for it.
fn name_copies(document: &mut Value) {
    let known: Vec<(String, Value)> =
        all(document).into_iter().filter(|(_, schema)| schema.get("properties").is_some()).collect();
    let Some(Value::Object(all)) = document.pointer_mut("/components/schemas") else { return };
    for (name, schema) in all.iter_mut() {
        walk(schema, &mut |value| {
            if let Some((same, _)) = known.iter().find(|(other, copy)| other != name && copy == value) {
                *value = reference(same);
            }
        });
    }
}

/// Removes `default: null`, which is invalid for most schemas and redundant for the others.
fn drop_null_default(value: &mut Value) {
    if let Value::Object(members) = value
        && members.contains_key("type")
        && members.get("default").is_some_and(Value::is_null)
    {
        members.remove("default");
    }
}

/// The schema that a reference names, or the value itself.
pub(super) fn resolved<'a>(schema: &'a Value, all: &'a Schemas) -> &'a Value {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix(PREFIX));
    name.and_then(|name| all.get(name)).unwrap_or(schema)
}

/// Collects the schemas that a value refers to, directly or indirectly.
fn collect_references(from: &Value, all: &Schemas, found: &mut BTreeSet<String>) {
    match from {
        Value::Object(members) => {
            if let Some(name) =
                members.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix(PREFIX))
                && found.insert(name.to_owned())
                && let Some(schema) = all.get(name)
            {
                collect_references(schema, all, found);
            }
            members.values().for_each(|member| collect_references(member, all, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, all, found)),
        _ => {}
    }
}

/// The members of all operations that have one of the names `of`.
fn operation_parts<'a>(document: &'a mut Value, of: &'a [&'a str]) -> impl Iterator<Item = &'a mut Value> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten();
    let operations = paths.flat_map(|(_, item)| item.as_object_mut().into_iter().flat_map(Map::values_mut));
    operations
        .flat_map(|operation| operation.as_object_mut().into_iter().flatten())
        .filter_map(|(name, part)| of.contains(&name.as_str()).then_some(part))
}

/// Splits a schema that both input and output use: input may omit members that output always has.
fn split(document: &mut Value, absent: &BTreeMap<String, Vec<String>>) {
    let known = all(document);
    let (mut written, mut read) = (BTreeSet::new(), BTreeSet::new());
    operation_parts(document, &["requestBody"])
        .for_each(|part| collect_references(part, &known, &mut written));
    operation_parts(document, &["responses"]).for_each(|part| collect_references(part, &known, &mut read));
    // those that differ, and those that contain one that does
    let mut split_names: BTreeSet<String> =
        written.intersection(&read).filter(|n| differs(&known, n)).cloned().collect();
    loop {
        let more: Vec<String> = written
            .intersection(&read)
            .filter(|name| !split_names.contains(*name) && refers_to_any(known.get(*name), &split_names))
            .cloned()
            .collect();
        if more.is_empty() {
            break;
        }
        split_names.extend(more);
    }
    let renamed = |value: &mut Value| {
        if let Some(name) = value.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix(PREFIX))
            && split_names.contains(name)
        {
            let new = format!("{PREFIX}{name}{INPUT}");
            set(value, &["$ref"], new.into());
        }
    };
    operation_parts(document, &["requestBody"]).for_each(|part| walk(part, &mut |value| renamed(value)));
    let Some(Value::Object(stored)) = document.pointer_mut("/components/schemas") else { return };
    for (name, mut schema) in known {
        if written.contains(&name) && !read.contains(&name) || split_names.contains(&name) {
            walk(&mut schema, &mut |value| renamed(value));
            drop_read_only(&mut schema);
            let name = if split_names.contains(&name) { format!("{name}{INPUT}") } else { name };
            stored.insert(name, schema);
        }
    }
    for name in &split_names {
        if let Some(schema) = stored.get_mut(name) {
            require_all(schema, absent.get(name).map_or(&[], Vec::as_slice));
        }
    }
}

/// True when an input may omit a member.
fn differs(all: &Schemas, name: &str) -> bool {
    let count = |schema: &Value, part: &str| match schema.get(part) {
        Some(Value::Array(names)) => names.len(),
        Some(Value::Object(members)) => members.len(),
        _ => 0,
    };
    all.get(name).is_some_and(|schema| count(schema, "required") < count(schema, "properties"))
}

fn refers_to_any(schema: Option<&Value>, split_names: &BTreeSet<String>) -> bool {
    let mut found = BTreeSet::new();
    schema.inspect(|schema| collect_references(schema, &Schemas::new(), &mut found));
    !found.is_disjoint(split_names)
}

/// Removes the members that only answers have.
fn drop_read_only(schema: &mut Value) {
    if let Some(Value::Object(members)) = schema.get_mut("properties") {
        members.retain(|_, member| member.get("readOnly").is_none_or(|said| said != true));
    }
}

/// Makes all members required, except those in `absent`.
fn require_all(schema: &mut Value, absent: &[String]) {
    let Some(Value::Object(members)) = schema.get("properties") else { return };
    let names: Vec<&String> = members.keys().filter(|name| !absent.contains(name)).collect();
    let names = json!(names);
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("required".to_owned(), names);
    }
}

/// Removes schemas without a reference.
fn drop_unused(document: &mut Value) {
    let known = all(document);
    let mut found = BTreeSet::new();
    operation_parts(document, &["requestBody", "responses", "parameters"])
        .for_each(|p| collect_references(p, &known, &mut found));
    if let Some(Value::Object(stored)) = document.pointer_mut("/components/schemas") {
        stored.retain(|name, _| found.contains(name));
    }
}
