//! JSON in columns.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::StoreError;

/// As it is stored.
pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|e| StoreError::Internal(e.to_string()))
}

/// As it was stored; `what` names the column, should it not parse.
pub(crate) fn from_json<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|e| StoreError::corrupt(what, e))
}
