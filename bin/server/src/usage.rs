//! Errors of usage: they end the program with code 2 instead of 1.

use std::fmt;

/// A wrong argument or setting; its text says what to write instead.
#[derive(Debug)]
pub struct UsageError(String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// A usage error as the program's error type.
pub fn usage(text: impl Into<String>) -> anyhow::Error {
    UsageError(text.into()).into()
}
