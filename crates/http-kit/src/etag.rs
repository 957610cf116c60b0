//! Entity tags and the conditions that requests put on them (RFC 9110).

use std::convert::Infallible;
use std::fmt;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderName, HeaderValue, TryIntoHeaderPair};
use actix_web::{FromRequest, HttpRequest};
use sha2::{Digest, Sha256};

use crate::coding::Coding;

/// A strong entity tag, quotes included. Inserts itself into an answer as its `ETag` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ETag(String);

impl ETag {
    /// The tag of a body: half of its SHA-256, in hexadecimal.
    pub fn of(body: &[u8]) -> Self {
        use fmt::Write;
        let mut text = String::with_capacity(34);
        text.push('"');
        for byte in Sha256::digest(body).iter().take(16) {
            let _ = write!(text, "{byte:02x}");
        }
        text.push('"');
        Self(text)
    }
}

impl fmt::Display for ETag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryIntoHeaderPair for &ETag {
    type Error = header::InvalidHeaderValue;

    fn try_into_pair(self) -> Result<(HeaderName, HeaderValue), Self::Error> {
        Ok((header::ETAG, HeaderValue::from_str(&self.0)?))
    }
}

/// The tag of the same answer in a coding, whose bytes are others; `None` for a weak one, which names no
/// bytes.
pub(crate) fn coded_tag(tag: &HeaderValue, coding: Coding) -> Option<HeaderValue> {
    let text = tag.to_str().ok().filter(|text| text.starts_with('"'))?.strip_suffix('"')?;
    HeaderValue::try_from(format!("{text}-{}\"", coding.name())).ok()
}

/// What a tag says of the content, whatever coding it came in.
fn without_coding(tag: &str) -> &str {
    let plain = |coding: Coding| tag.strip_suffix(coding.name())?.strip_suffix('-');
    Coding::ALL.into_iter().find_map(plain).unwrap_or(tag)
}

/// Extractor: `If-Match` and `If-None-Match`. Never fails; a header that cannot be read matches nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conditions {
    reading: bool,
    if_match: Option<Marks>,
    if_none_match: Option<Marks>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Marks {
    Any,
    List(Vec<Marca>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Marca {
    weak: bool,
    texto: String,
}

impl Conditions {
    /// True when the request has no condition: nothing needs to be compared.
    pub fn empty(&self) -> bool {
        self.if_match.is_none() && self.if_none_match.is_none()
    }

    /// A read whose answer the client already has: 304.
    pub fn not_modified(&self, etag: &ETag) -> bool {
        self.reading && self.if_none_match.as_ref().is_some_and(|marks| marks.contains(Some(etag), true))
    }

    /// A request that was made for another state than the present one (`None`: it does not exist): 412.
    pub fn precondition_failed(&self, etag: Option<&ETag>) -> bool {
        let changed = self.if_match.as_ref().is_some_and(|marks| !marks.contains(etag, false));
        let exists = self.if_none_match.as_ref().is_some_and(|marks| marks.contains(etag, true));
        changed || (exists && !self.reading)
    }
}

impl Marks {
    fn contains(&self, etag: Option<&ETag>, with_weak: bool) -> bool {
        match (self, etag) {
            (_, None) => false,
            (Self::Any, Some(_)) => true,
            (Self::List(marks), Some(etag)) => {
                marks.iter().any(|m| m.texto == etag.0 && (with_weak || !m.weak))
            }
        }
    }

    fn read(req: &HttpRequest, name: HeaderName) -> Option<Self> {
        let mut values = req.headers().get_all(name).peekable();
        values.peek()?;
        let mut marks = Vec::new();
        for value in values.filter_map(|v| v.to_str().ok()) {
            if value.trim() == "*" {
                return Some(Self::Any);
            }
            read_list(value, &mut marks);
        }
        Some(Self::List(marks))
    }
}

/// `"a", W/"b"`; a tag may hold commas. Reading stops at the first thing that is no tag.
fn read_list(mut rest: &str, marks: &mut Vec<Marca>) {
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let (weak, without_prefix) = match rest.strip_prefix("W/") {
            Some(without_prefix) => (true, without_prefix),
            None => (false, rest),
        };
        let Some((content, after)) = without_prefix.strip_prefix('"').and_then(|r| r.split_once('"')) else {
            return;
        };
        marks.push(Marca { weak, texto: format!("\"{}\"", without_coding(content)) });
        rest = after;
    }
}

impl FromRequest for Conditions {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self {
            reading: matches!(*req.method(), Method::GET | Method::HEAD),
            if_match: Marks::read(req, header::IF_MATCH),
            if_none_match: Marks::read(req, header::IF_NONE_MATCH),
        }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn conditions(method: Method, name: &str, value: &str) -> Conditions {
        let req = TestRequest::default().method(method).insert_header((name, value)).to_http_request();
        Conditions::from_request(&req, &mut Payload::None).into_inner().unwrap()
    }

    #[test]
    fn a_known_body_is_not_sent_again() {
        let etag = ETag::of(b"x");
        assert_eq!(etag.to_string(), "\"2d711642b726b04401627ca9fbac32f5\"");
        let list = format!("\"a,b\" , W/{etag}");
        for value in [etag.to_string(), format!("W/{etag}"), list, "*".into()] {
            assert!(conditions(Method::GET, "If-None-Match", &value).not_modified(&etag), "{value}");
            assert!(!conditions(Method::PUT, "If-None-Match", &value).not_modified(&etag));
            assert!(conditions(Method::PUT, "If-None-Match", &value).precondition_failed(Some(&etag)));
            assert!(!conditions(Method::GET, "If-None-Match", &value).precondition_failed(Some(&etag)));
        }
        for value in ["\"y\"", "2d711642b726b04401627ca9fbac32f5", "\"", "W/", ""] {
            assert!(!conditions(Method::GET, "If-None-Match", value).not_modified(&etag), "{value}");
        }
        assert!(!conditions(Method::PUT, "If-None-Match", "*").precondition_failed(None));
    }

    #[test]
    fn a_write_meant_for_another_state_is_refused() {
        let etag = ETag::of(b"x");
        let failure =
            |value: &str, current| conditions(Method::PUT, "If-Match", value).precondition_failed(current);
        assert!(!failure(&format!("\"a\",{etag}"), Some(&etag)));
        assert!(!failure("*", Some(&etag)));
        assert!(failure("*", None));
        assert!(failure(&etag.to_string(), None));
        assert!(failure(&format!("W/{etag}"), Some(&etag)));
        assert!(failure("\"y\"", Some(&etag)));
        assert!(failure("sem aspas", Some(&etag)));
        let without = Conditions::default();
        assert!(
            without.empty()
                && !without.precondition_failed(Some(&etag))
                && !without.precondition_failed(None)
        );
    }
}
