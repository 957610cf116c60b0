//! Iterators over the operations of a document and their parts.

use serde_json::{Map, Value, json};

/// The methods of operations, as a document spells them.
const METHODS: [&str; 5] = ["get", "put", "post", "patch", "delete"];

/// Every operation of a document, with its method in lower case and its path.
pub(super) fn operations(
    document: &mut Value,
) -> impl Iterator<Item = (&'static str, &str, &mut Map<String, Value>)> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten();
    paths.flat_map(|(path, item)| {
        let all = item.as_object_mut().into_iter().flatten();
        all.filter_map(|(method, operation)| {
            let method = METHODS.iter().find(|known| *known == method)?;
            Some((*method, path.as_str(), operation.as_object_mut()?))
        })
    })
}

/// The answers of an operation by status.
pub(super) fn answers(
    operation: &mut Map<String, Value>,
) -> impl Iterator<Item = (&str, &mut Map<String, Value>)> {
    let all = operation.get_mut("responses").and_then(Value::as_object_mut).into_iter().flatten();
    all.filter_map(|(status, answer)| Some((status.as_str(), answer.as_object_mut()?)))
}

/// The parameters of an operation.
pub(super) fn parameters(
    operation: &mut Map<String, Value>,
) -> impl Iterator<Item = &mut Map<String, Value>> {
    let all = operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten();
    all.filter_map(Value::as_object_mut)
}

/// Sets the value at a path; missing objects are created.
pub(super) fn set(within: &mut Value, path: &[&str], new: Value) {
    let [name, rest @ ..] = path else {
        *within = new;
        return;
    };
    if !within.is_object() {
        *within = json!({});
    }
    if let Some(members) = within.as_object_mut() {
        set(members.entry(*name).or_insert(Value::Null), rest, new);
    }
}
