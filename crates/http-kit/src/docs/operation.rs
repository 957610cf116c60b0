//! The parts of an operation.

use serde_json::{Map, Value};

/// The answers of an operation, with their statuses.
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
