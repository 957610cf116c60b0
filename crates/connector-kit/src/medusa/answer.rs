//! What a call of the API answers, or refuses.

use serde_json::Value;

use crate::shop::members;

pub(super) const LOCATION: &str = "sloc_01SIMULADA";
pub(super) const CHANNEL: &str = "sc_01SIMULADO";

/// Status, type and message.
pub(super) struct Failed(pub(super) u16, pub(super) &'static str, pub(super) String);

pub(super) type Answered = Result<Value, Failed>;

pub(super) fn invalid(message: impl Into<String>) -> Failed {
    Failed(400, "invalid_data", message.into())
}

pub(super) fn not_allowed(message: impl Into<String>) -> Failed {
    Failed(400, "not_allowed", message.into())
}

pub(super) fn not_found(message: impl Into<String>) -> Failed {
    Failed(404, "not_found", message.into())
}

/// A list of words, separated by spaces, has this one.
pub(super) fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Refuses members that are not among the known.
pub(super) fn only(body: &Value, known: &str) -> Result<(), Failed> {
    let unknown: Vec<String> =
        members(body).keys().filter(|name| !has(known, name)).map(|name| format!("'{name}'")).collect();
    if unknown.is_empty() {
        Ok(())
    } else {
        Err(invalid(format!("Invalid request: Unrecognized fields: {}", unknown.join(", "))))
    }
}
