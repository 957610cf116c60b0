//! What the program did wrong itself, for the log: neither the client nor the database is to blame.

use std::borrow::Cow;
use std::error::Error;

/// A fault of the program: JSON that could not be written, a rule of its own that did not hold. `Display`
/// says in English what failed; no client reads it.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct Fault {
    what: Cow<'static, str>,
    #[source]
    cause: Option<Box<dyn Error + Send + Sync>>,
}

impl Fault {
    /// Something that never should be.
    pub fn new(what: impl Into<Cow<'static, str>>) -> Self {
        Self { what: what.into(), cause: None }
    }

    /// Something that could not be written as JSON; `what` names it.
    pub fn json(what: &str, cause: serde_json::Error) -> Self {
        Self { what: format!("{what} cannot be written as JSON").into(), cause: Some(Box::new(cause)) }
    }
}
