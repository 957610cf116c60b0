//! Cross-origin resource sharing (CORS): the web pages of other origins that may read answers.

use std::str::FromStr;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HeaderValue,
    ORIGIN,
};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};
use url::Url;

use crate::response_headers::vary;
use crate::routing::Routing;

const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE");
/// Headers that the interfaces read; `Authorization` has to be named even where every origin is allowed.
const REQUEST_HEADERS: HeaderValue = HeaderValue::from_static(
    "authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id",
);
/// Headers of answers beyond the few that every page may see.
const EXPOSED_HEADERS: HeaderValue = HeaderValue::from_static(
    "allow, etag, idempotent-replayed, link, location, retry-after, x-aviso, x-rate-limit-remaining, \
     x-request-id, x-tem-proxima-pagina, x-total-count, x-ultimo-produto-variante-id",
);
/// Seconds for which a browser keeps the answer to a preflight; none keeps it longer.
const MAX_AGE_S: HeaderValue = HeaderValue::from_static("7200");

/// The origins whose pages may read an interface's answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Origins {
    /// None: no answer has a CORS header.
    #[default]
    None,
    /// Every one.
    Any,
    /// These, as browsers write them.
    Listed(Vec<String>),
}

/// An invalid list of origins.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidOrigins {
    /// No browser sends such an origin.
    #[error("has {0:?}, which is no origin: write e.g. https://erp.example.com, without a path")]
    NoOrigin(String),
    /// Browsers spell it otherwise.
    #[error("has {given:?}, which browsers write as {meant}")]
    Spelling {
        /// As it was given.
        given: String,
        /// As browsers write it.
        meant: String,
    },
    /// `*` includes all others.
    #[error("has * beside other origins: write * alone, or the others")]
    AnyAndOthers,
}

impl FromStr for Origins {
    type Err = InvalidOrigins;

    /// Origins with commas between them, or `*`; empty = none.
    fn from_str(text: &str) -> Result<Self, InvalidOrigins> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        match parts.as_slice() {
            [""] => Ok(Self::None),
            ["*"] => Ok(Self::Any),
            parts if parts.contains(&"*") => Err(InvalidOrigins::AnyAndOthers),
            parts => parts.iter().map(|part| origin(part)).collect::<Result<_, _>>().map(Self::Listed),
        }
    }
}

/// An origin as browsers write it: no path, no default port, the host in lower case.
fn origin(text: &str) -> Result<String, InvalidOrigins> {
    // valid in a host by the standard, but in no real one
    let whole = |url: &Url| matches!(url.scheme(), "http" | "https") && !text.contains('*');
    let meant = Url::parse(text).ok().filter(whole);
    let Some(meant) = meant.map(|url| url.origin().ascii_serialization()) else {
        return Err(InvalidOrigins::NoOrigin(text.to_owned()));
    };
    match meant == text {
        true => Ok(meant),
        false => Err(InvalidOrigins::Spelling { given: text.to_owned(), meant }),
    }
}

impl Origins {
    /// The `Access-Control-Allow-Origin` for a page's origin; `None` = no header, and its browser hides the
    /// answer.
    fn allow(&self, origin: Option<&HeaderValue>) -> Option<HeaderValue> {
        let origin = origin?;
        match self {
            Self::None => None,
            Self::Any => Some(HeaderValue::from_static("*")),
            Self::Listed(all) => {
                all.iter().any(|known| known.as_bytes() == origin.as_bytes()).then(|| origin.clone())
            }
        }
    }
}

/// Middleware (for `actix_web::middleware::from_fn`): lets pages of the listed origins read every answer,
/// also a refusal, and answers preflight requests, which have no key. Other pages find nothing of it.
///
/// Not `actix-cors`: that has one set of rules for an app, answers a preflight from another origin with 400
/// instead of the path's own 405, and cannot answer `*` for one interface and a list for another.
pub(crate) async fn cors<B: MessageBody + 'static>(
    routing: Data<Routing>,
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let origins = routing.origins(req.path());
    if *origins == Origins::None {
        return Ok(next.call(req).await?.map_into_left_body());
    }
    let allowed = origins.allow(req.headers().get(ORIGIN));
    let is_preflight =
        req.method() == Method::OPTIONS && req.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let mut answer = match is_preflight && allowed.is_some() {
        true => req.into_response(preflight()).map_into_right_body(),
        false => next.call(req).await?.map_into_left_body(),
    };
    let headers = answer.headers_mut();
    if matches!(origins, Origins::Listed(_)) {
        vary(headers, &ORIGIN);
    }
    if let Some(allowed) = allowed {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
    }
    Ok(answer)
}

/// The same for every path: the request itself learns that there is none, in an answer that a page can read.
fn preflight() -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header((ACCESS_CONTROL_ALLOW_METHODS, METHODS))
        .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS))
        .insert_header((ACCESS_CONTROL_MAX_AGE, MAX_AGE_S))
        .finish()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        let read = |text: &str| text.parse::<Origins>();
        assert_eq!(read(" "), Ok(Origins::None));
        assert_eq!(read("*"), Ok(Origins::Any));
        let listed = ["https://erp.example.com", "http://localhost:5173", "https://[::1]:8443"];
        assert_eq!(read(&listed.join(", ")), Ok(Origins::Listed(listed.map(String::from).to_vec())));
        for (given, meant) in [
            ("https://erp.example.com/", "https://erp.example.com"),
            ("https://Erp.example.com", "https://erp.example.com"),
            ("https://erp.example.com:443", "https://erp.example.com"),
            ("https://erp.example.com/painel?x=1", "https://erp.example.com"),
            ("https://ana@erp.example.com", "https://erp.example.com"),
            ("https://pão.example.com", "https://xn--po-sia.example.com"),
        ] {
            let refused = read(given).unwrap_err().to_string();
            assert!(refused.ends_with(&format!("which browsers write as {meant}")), "{refused}");
        }
        for given in [
            "erp.example.com",
            "null",
            "file:///x",
            "https://*.example.com",
            "https://",
            "x://y",
            " , ",
            "https://a.example,",
        ] {
            assert!(matches!(read(given), Err(InvalidOrigins::NoOrigin(_))), "{given}: {:?}", read(given));
        }
        assert_eq!(read("*,https://a.example"), Err(InvalidOrigins::AnyAndOthers));
    }

    #[test]
    fn an_origin_is_allowed_by_its_exact_name() {
        let listed: Origins = "https://a.example,https://b.example".parse().unwrap();
        let answer = |origins: &Origins, asking: &'static str| {
            let answer = origins.allow(Some(&HeaderValue::from_static(asking)));
            answer.map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(answer(&listed, "https://b.example").unwrap(), "https://b.example");
        for other in ["https://a.example.evil", "http://a.example", "https://a.example:8443", "null", ""] {
            assert_eq!(answer(&listed, other), None, "{other}");
        }
        assert_eq!(answer(&Origins::Any, "null").unwrap(), "*");
        assert_eq!((listed.allow(None), Origins::Any.allow(None)), (None, None));
    }
}
