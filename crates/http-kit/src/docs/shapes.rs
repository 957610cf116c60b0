//! Schemas in the form that client generators need: one name for each, and input separate from output.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::operation::set;

/// Suffix of an input schema whose output schema differs.
const INPUT: &str = "Entrada";

/// Prefix of a reference to a schema.
const PREFIX: &str = "#/components/schemas/";

/// Replaces inlined copies of schemas by references.
pub(super) fn name(document: &mut Value) {
    each(document, &mut drop_null_default);
    name_copies(document);
}

/// Separates input schemas from output schemas and removes unused ones. `absent` lists by schema the members
/// that even an answer may omit.
pub(super) fn tidy(document: &mut Value, absent: &BTreeMap<String, Vec<String>>) {
    split(document, absent);
    drop_unused(document);
}

/// The schemas of a document by name.
pub(super) type Shapes = BTreeMap<String, Value>;

/// The schemas of a document.
pub(super) fn all(document: &Value) -> Shapes {
    let all = document.pointer("/components/schemas").and_then(Value::as_object);
    all.into_iter().flatten().map(|(name, shape)| (name.clone(), shape.clone())).collect()
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{PREFIX}{name}") })
}

/// Applies `change` to a value and everything within it, inner values first.
fn each(value: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Object(members) => members.values_mut().for_each(|member| each(member, change)),
        Value::Array(items) => items.iter_mut().for_each(|item| each(item, change)),
        _ => {}
    }
    change(value);
}

/// utoipa inlines the argument of a generic schema: generators would make a second class for it.
fn name_copies(document: &mut Value) {
    let known: Vec<(String, Value)> =
        all(document).into_iter().filter(|(_, shape)| shape.get("properties").is_some()).collect();
    let Some(Value::Object(all)) = document.pointer_mut("/components/schemas") else { return };
    for (name, shape) in all.iter_mut() {
        each(shape, &mut |value| {
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
pub(super) fn resolved<'a>(shape: &'a Value, all: &'a Shapes) -> &'a Value {
    let name = shape.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix(PREFIX));
    name.and_then(|name| all.get(name)).unwrap_or(shape)
}

/// Collects the schemas that a value refers to, directly or indirectly.
fn reached(from: &Value, all: &Shapes, found: &mut BTreeSet<String>) {
    match from {
        Value::Object(members) => {
            if let Some(name) =
                members.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix(PREFIX))
                && found.insert(name.to_owned())
                && let Some(shape) = all.get(name)
            {
                reached(shape, all, found);
            }
            members.values().for_each(|member| reached(member, all, found));
        }
        Value::Array(items) => items.iter().for_each(|item| reached(item, all, found)),
        _ => {}
    }
}

/// The members of all operations that have one of the names `of`.
fn parts<'a>(document: &'a mut Value, of: &'a [&'a str]) -> impl Iterator<Item = &'a mut Value> {
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
    parts(document, &["requestBody"]).for_each(|part| reached(part, &known, &mut written));
    parts(document, &["responses"]).for_each(|part| reached(part, &known, &mut read));
    // those that differ, and those that contain one that does
    let mut apart: BTreeSet<String> =
        written.intersection(&read).filter(|n| differs(&known, n)).cloned().collect();
    loop {
        let more: Vec<String> = written
            .intersection(&read)
            .filter(|name| !apart.contains(*name) && holds(known.get(*name), &apart))
            .cloned()
            .collect();
        if more.is_empty() {
            break;
        }
        apart.extend(more);
    }
    let renamed = |value: &mut Value| {
        if let Some(name) = value.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix(PREFIX))
            && apart.contains(name)
        {
            let new = format!("{PREFIX}{name}{INPUT}");
            set(value, &["$ref"], new.into());
        }
    };
    parts(document, &["requestBody"]).for_each(|part| each(part, &mut |value| renamed(value)));
    let Some(Value::Object(stored)) = document.pointer_mut("/components/schemas") else { return };
    for (name, mut shape) in known {
        if written.contains(&name) && !read.contains(&name) || apart.contains(&name) {
            each(&mut shape, &mut |value| renamed(value));
            drop_read_only(&mut shape);
            let name = if apart.contains(&name) { format!("{name}{INPUT}") } else { name };
            stored.insert(name, shape);
        }
    }
    for name in &apart {
        if let Some(shape) = stored.get_mut(name) {
            require_all(shape, absent.get(name).map_or(&[], Vec::as_slice));
        }
    }
}

/// True when an input may omit a member.
fn differs(all: &Shapes, name: &str) -> bool {
    let count = |shape: &Value, part: &str| match shape.get(part) {
        Some(Value::Array(names)) => names.len(),
        Some(Value::Object(members)) => members.len(),
        _ => 0,
    };
    all.get(name).is_some_and(|shape| count(shape, "required") < count(shape, "properties"))
}

fn holds(shape: Option<&Value>, apart: &BTreeSet<String>) -> bool {
    let mut found = BTreeSet::new();
    shape.inspect(|shape| reached(shape, &Shapes::new(), &mut found));
    !found.is_disjoint(apart)
}

/// Removes the members that only answers have.
fn drop_read_only(shape: &mut Value) {
    if let Some(Value::Object(members)) = shape.get_mut("properties") {
        members.retain(|_, member| member.get("readOnly").is_none_or(|said| said != true));
    }
}

/// Makes all members required, except those in `absent`.
fn require_all(shape: &mut Value, absent: &[String]) {
    let Some(Value::Object(members)) = shape.get("properties") else { return };
    let names: Vec<&String> = members.keys().filter(|name| !absent.contains(name)).collect();
    let names = json!(names);
    if let Some(shape) = shape.as_object_mut() {
        shape.insert("required".to_owned(), names);
    }
}

/// Removes schemas without a reference.
fn drop_unused(document: &mut Value) {
    let known = all(document);
    let mut found = BTreeSet::new();
    parts(document, &["requestBody", "responses", "parameters"]).for_each(|p| reached(p, &known, &mut found));
    if let Some(Value::Object(stored)) = document.pointer_mut("/components/schemas") {
        stored.retain(|name, _| found.contains(name));
    }
}
