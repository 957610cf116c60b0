//! What every answer tells browsers and caches, whatever it holds: that it is nobody else's, and not to be
//! guessed at.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, WWW_AUTHENTICATE,
    X_CONTENT_TYPE_OPTIONS,
};

const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
/// A scheme that no browser knows: it opens no window that asks for a user and a password, which no key has.
const NO_WINDOW: HeaderValue = HeaderValue::from_static(r#"ApiKey realm="entreposto""#);

/// True when a browser sends the request, by itself or for a script.
pub(crate) fn of_browser(headers: &HeaderMap) -> bool {
    headers.contains_key(SEC_FETCH_MODE)
}

/// Completes the headers of an answer.
pub(crate) fn protect(headers: &mut HeaderMap, of_browser: bool) {
    if !headers.contains_key(CACHE_CONTROL)
        && let Some(control) = cache_control(headers)
    {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(control));
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if of_browser && headers.contains_key(WWW_AUTHENTICATE) {
        headers.insert(WWW_AUTHENTICATE, NO_WINDOW);
    }
}

/// What has a tag may be kept by its reader, who then asks whether it has changed; other JSON by nobody.
fn cache_control(headers: &HeaderMap) -> Option<&'static str> {
    if headers.contains_key(ETAG) {
        return Some("private, no-cache");
    }
    let json = |kind: &HeaderValue| kind.as_bytes().starts_with(b"application/json");
    headers.get(CONTENT_TYPE).is_some_and(json).then_some("no-store")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn protected(given: &[(HeaderName, &'static str)], of_browser: bool) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.insert(name.clone(), HeaderValue::from_static(value));
        }
        protect(&mut headers, of_browser);
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
        let challenge = |of_browser| protected(&basic, of_browser).get(WWW_AUTHENTICATE).unwrap().clone();
        assert_eq!(challenge(false), basic[0].1);
        assert_eq!(challenge(true), NO_WINDOW);
        assert!(!protected(&[], true).contains_key(WWW_AUTHENTICATE));
    }
}
