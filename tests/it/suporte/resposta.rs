//! An answer as a test reads it.

use std::fmt;

use reqwest::header::HeaderMap;
use serde_json::Value;

/// An answer, read to its end.
pub struct Resposta {
    /// Status code.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub corpo: Vec<u8>,
}

impl Resposta {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.corpo).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The body as text.
    pub fn texto(&self) -> String {
        String::from_utf8(self.corpo.clone()).expect("UTF-8")
    }

    /// A header's value, empty when it is not there.
    pub fn header(&self, nome: &str) -> &str {
        self.headers.get(nome).map_or("", |v| v.to_str().expect("ASCII"))
    }

    /// Fails, showing the whole answer, unless the status is this one.
    #[track_caller]
    pub fn com_status(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        self
    }

    /// The JSON body of an answer of this status.
    #[track_caller]
    pub fn json_de(self, status: u16) -> Value {
        self.com_status(status).json()
    }

    /// The entries of `validationErrors`, sorted.
    pub fn problemas(&self) -> Vec<String> {
        let json = self.json();
        let lista = json["validationErrors"].as_array().unwrap_or_else(|| panic!("no problems: {self:?}"));
        let mut problemas: Vec<String> = lista.iter().map(|p| p.as_str().expect("text").to_owned()).collect();
        problemas.sort();
        problemas
    }
}

impl fmt::Debug for Resposta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}\n{}", self.status, self.headers, String::from_utf8_lossy(&self.corpo))
    }
}
