//! Entity tags of bodies, and conditional requests (RFC 9110).

use std::convert::Infallible;
use std::fmt::Write;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::http::header::{EntityTag, Header, HeaderValue, IfMatch, IfNoneMatch};
use actix_web::{FromRequest, HttpRequest};
use sha2::{Digest, Sha256};

use crate::coding::Coding;

/// The strong entity tag of a body: half of its SHA-256, in hexadecimal.
pub fn etag_of(body: &[u8]) -> EntityTag {
    let mut text = String::with_capacity(32);
    for byte in Sha256::digest(body).iter().take(16) {
        let _ = write!(text, "{byte:02x}");
    }
    EntityTag::new_strong(text)
}

/// The tag of the same answer in a content coding; `None` for a weak tag, which identifies no bytes.
pub(crate) fn coded_tag(tag: &HeaderValue, coding: Coding) -> Option<HeaderValue> {
    let text = tag.to_str().ok().filter(|text| text.starts_with('"'))?.strip_suffix('"')?;
    HeaderValue::try_from(format!("{text}-{}\"", coding.name())).ok()
}

/// True when a tag that a client sends is that of the content, in whatever coding it came.
fn is_of_content(sent: &EntityTag, etag: &EntityTag) -> bool {
    let plain = |coding: Coding| sent.tag().strip_suffix(coding.name())?.strip_suffix('-');
    Coding::ALL.into_iter().find_map(plain).unwrap_or(sent.tag()) == etag.tag()
}

/// Extractor: `If-Match` and `If-None-Match`. Never fails; a header that cannot be read matches nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conditions {
    is_get_or_head: bool,
    if_match: Option<IfMatch>,
    if_none_match: Option<IfNoneMatch>,
}

impl Conditions {
    /// True when the request has no condition: nothing needs to be compared.
    pub fn empty(&self) -> bool {
        self.if_match.is_none() && self.if_none_match.is_none()
    }

    /// True for a read whose answer the client already has: 304.
    pub fn not_modified(&self, etag: &EntityTag) -> bool {
        self.is_get_or_head && self.in_if_none_match(etag)
    }

    /// True for a request that was made for another state than the present one (`None`: it does not exist):
    /// 412.
    pub fn precondition_failed(&self, etag: Option<&EntityTag>) -> bool {
        let matches = match &self.if_match {
            None => true,
            Some(IfMatch::Any) => etag.is_some(),
            Some(IfMatch::Items(tags)) => {
                etag.is_some_and(|etag| tags.iter().any(|tag| !tag.weak && is_of_content(tag, etag)))
            }
        };
        !matches || (!self.is_get_or_head && etag.is_some_and(|etag| self.in_if_none_match(etag)))
    }

    /// True when `If-None-Match` lists the tag.
    fn in_if_none_match(&self, etag: &EntityTag) -> bool {
        match &self.if_none_match {
            None => false,
            Some(IfNoneMatch::Any) => true,
            Some(IfNoneMatch::Items(tags)) => tags.iter().any(|tag| is_of_content(tag, etag)),
        }
    }
}

fn read<H: Header>(req: &HttpRequest, unreadable: H) -> Option<H> {
    req.headers().contains_key(H::name()).then(|| H::parse(req).unwrap_or(unreadable))
}

impl FromRequest for Conditions {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self {
            is_get_or_head: matches!(*req.method(), Method::GET | Method::HEAD),
            if_match: read(req, IfMatch::Items(Vec::new())),
            if_none_match: read(req, IfNoneMatch::Items(Vec::new())),
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
        let etag = etag_of(b"x");
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
        let etag = etag_of(b"x");
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
