//! Calls to a channel and their answers.

use serde_json::Value;

/// What a call does at the channel, which decides whether it may be repeated and in which mode it is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Changes nothing.
    Read,
    /// Sets a value: repeating it changes nothing more.
    Absolute,
    /// Creates something: repeating it would create another one.
    Once,
}

/// HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    /// As HTTP writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// One call. It has no `Debug`: headers may hold access, bodies a buyer's data.
#[derive(Clone, PartialEq)]
pub struct Call {
    /// Name of the operation, for figures, logs and dry runs.
    pub name: &'static str,
    /// HTTP method.
    pub method: Method,
    /// The whole address.
    pub url: String,
    /// Further headers, without access, which [`crate::Connector::sign`] adds.
    pub headers: Vec<(&'static str, String)>,
    /// The body, sent as JSON.
    pub body: Option<Value>,
    /// What it does at the channel.
    pub effect: Effect,
}

impl Call {
    /// Without headers and body.
    pub fn new(name: &'static str, effect: Effect, method: Method, url: String) -> Self {
        Self { name, method, url, headers: Vec::new(), body: None, effect }
    }

    /// With a JSON body.
    #[must_use]
    pub fn with(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }
}

/// The answer to a call. It has no `Debug`, since the body may hold a buyer's data.
#[derive(Clone, PartialEq)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Headers; names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body as JSON; [`Value::Null`] when it is empty or no JSON.
    pub body: Value,
}

impl Answer {
    /// An answer without headers.
    pub fn new(status: u16, body: Value) -> Self {
        Self { status, headers: Vec::new(), body }
    }

    /// The header of this name, in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(of, _)| of == name).map(|(_, value)| value.as_str())
    }

    /// Seconds after which the channel takes calls again, where it tells.
    pub fn retry_after(&self) -> Option<u32> {
        self.header("retry-after").and_then(|seconds| seconds.trim().parse().ok())
    }

    /// The status says success.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}
