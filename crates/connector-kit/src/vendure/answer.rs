//! What a field of the API answers, or refuses.

use serde_json::{Value, json};

pub(super) const LOCATION: &str = "1";

/// A GraphQL error: its code, which may be empty, and message.
pub(super) struct Failed(pub(super) &'static str, pub(super) String);

pub(super) type Answered = Result<Value, Failed>;

pub(super) fn input(message: impl Into<String>) -> Failed {
    Failed("USER_INPUT_ERROR", message.into())
}

pub(super) fn unknown(kind: &str, id: &str) -> Failed {
    Failed("ENTITY_NOT_FOUND", format!("No {kind} with the id \"{id}\" could be found"))
}

/// A result that is an error.
pub(super) fn refused(kind: &str, code: &str, message: &str) -> Value {
    json!({ "__typename": kind, "errorCode": code, "message": message })
}
