//! What the answer to a list says: its records, and how many there are in all.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::http::Answer;

/// The records of a list.
pub fn records(answer: &Answer) -> Result<usize> {
    match answer.json()? {
        Value::Array(records) => Ok(records.len()),
        _ => anyhow::bail!("not a list"),
    }
}

/// What the list says that it has in all.
pub fn total(answer: &Answer) -> Result<u64> {
    Ok(answer.header("x-total-count").context("a list without x-total-count")?.parse()?)
}
