//! An answer as a test reads it.

use std::fmt;

use reqwest::header::HeaderMap;
use serde_json::Value;

/// An answer, read to its end.
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub corpo: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.corpo).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8(self.corpo.clone()).expect("UTF-8")
    }

    /// A header's value, empty when it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |v| v.to_str().expect("ASCII"))
    }

    /// Fails, showing the whole answer, unless the status is this one.
    #[track_caller]
    pub fn with_status(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        self
    }

    /// The JSON body of an answer of this status.
    #[track_caller]
    pub fn json_of(self, status: u16) -> Value {
        self.with_status(status).json()
    }

    /// The entries of `validationErrors`, sorted.
    pub fn problems(&self) -> Vec<String> {
        let json = self.json();
        let list = json["validationErrors"].as_array().unwrap_or_else(|| panic!("no problems: {self:?}"));
        let mut problems: Vec<String> = list.iter().map(|p| p.as_str().expect("text").to_owned()).collect();
        problems.sort();
        problems
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}\n{}", self.status, self.headers, String::from_utf8_lossy(&self.corpo))
    }
}
