//! The `Vary` header: the request headers that an answer depends on.

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, VARY};

/// Adds a request header to `Vary`, unless it is there already.
pub(crate) fn vary(headers: &mut HeaderMap, on: &HeaderName) {
    let names = |value: &HeaderValue| {
        let parts = value.to_str().unwrap_or_default().split(',').map(str::trim);
        parts.into_iter().any(|part| part == "*" || part.eq_ignore_ascii_case(on.as_str()))
    };
    if !headers.get_all(VARY).any(names) {
        headers.append(VARY, on.clone().into());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use actix_web::http::header::{ACCEPT_ENCODING, ORIGIN};

    use super::*;

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
