//! Headers that the middleware adds to every answer: caching, content sniffing, authentication in browsers, and
//! `Vary`.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, VARY, WWW_AUTHENTICATE,
    X_CONTENT_TYPE_OPTIONS,
};

const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
/// A scheme that browsers do not know. For `Basic` they would ask for a user and a password, which keys do not
/// have.
const API_KEY_CHALLENGE: HeaderValue = HeaderValue::from_static(r#"ApiKey realm="entreposto""#);

/// True when a browser sent the request, by itself or for a script.
pub(crate) fn from_browser(headers: &HeaderMap) -> bool {
    headers.contains_key(SEC_FETCH_MODE)
}

/// Adds the headers of caching and protection to an answer.
pub(crate) fn protect(headers: &mut HeaderMap, from_browser: bool) {
    if !headers.contains_key(CACHE_CONTROL)
        && let Some(control) = cache_control(headers)
    {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(control));
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if from_browser && headers.contains_key(WWW_AUTHENTICATE) {
        headers.insert(WWW_AUTHENTICATE, API_KEY_CHALLENGE);
    }
}

/// Answers with an entity tag may be cached by their client and revalidated; other JSON is not cached.
fn cache_control(headers: &HeaderMap) -> Option<&'static str> {
    if headers.contains_key(ETAG) {
        return Some("private, no-cache");
    }
    let json = |kind: &HeaderValue| kind.as_bytes().starts_with(b"application/json");
    headers.get(CONTENT_TYPE).is_some_and(json).then_some("no-store")
}

/// Adds the name of a request header to `Vary`, once.
pub(crate) fn vary(headers: &mut HeaderMap, on: &HeaderName) {
    let lists = |value: &HeaderValue| {
        let parts = value.to_str().unwrap_or_default().split(',').map(str::trim);
        parts.into_iter().any(|part| part == "*" || part.eq_ignore_ascii_case(on.as_str()))
    };
    if !headers.get_all(VARY).any(lists) {
        headers.append(VARY, on.clone().into());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use actix_web::http::header::{ACCEPT_ENCODING, ORIGIN};

    use super::*;

    fn protected(given: &[(HeaderName, &'static str)], from_browser: bool) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.insert(name.clone(), HeaderValue::from_static(value));
        }
        protect(&mut headers, from_browser);
        headers
    }

    fn cached(given: &[(HeaderName, &'static str)]) -> Option<String> {
        protected(given, false).get(CACHE_CONTROL).map(|v| v.to_str().unwrap().to_owned())
    }

    #[test]
    fn json_is_kept_by_nobody_unless_it_has_a_tag() {
        let json = (CONTENT_TYPE, "application/json");
        assert_eq!(cached(std::slice::from_ref(&json)).unwrap(), "no-store");
        assert_eq!(cached(&[json.clone(), (ETAG, "\"a\"")]).unwrap(), "private, no-cache");
        assert_eq!(cached(&[(ETAG, "\"a\"")]).unwrap(), "private, no-cache", "a 304 has no body");
        assert_eq!(cached(&[json, (CACHE_CONTROL, "max-age=60")]).unwrap(), "max-age=60");
        assert_eq!(cached(&[(CONTENT_TYPE, "text/css")]), None);
    }

    #[test]
    fn a_browser_is_not_asked_for_a_password() {
        let basic = [(WWW_AUTHENTICATE, "Basic realm=\"entreposto\"")];
        let challenge = |from_browser| protected(&basic, from_browser).get(WWW_AUTHENTICATE).unwrap().clone();
        assert_eq!(challenge(false), basic[0].1);
        assert_eq!(challenge(true), API_KEY_CHALLENGE);
        assert!(!protected(&[], true).contains_key(WWW_AUTHENTICATE));
    }

    #[test]
    fn no_header_is_named_twice() {
        let mut headers = HeaderMap::new();
        headers.insert(VARY, HeaderValue::from_static("Accept, Accept-Encoding"));
        vary(&mut headers, &ACCEPT_ENCODING);
        vary(&mut headers, &ORIGIN);
        vary(&mut headers, &ORIGIN);
        let all: Vec<_> = headers.get_all(VARY).map(|value| value.to_str().unwrap()).collect();
        assert_eq!(all, ["Accept, Accept-Encoding", "origin"]);
        headers.insert(VARY, HeaderValue::from_static("*"));
        vary(&mut headers, &ORIGIN);
        assert_eq!(headers.get_all(VARY).count(), 1);
    }
}
