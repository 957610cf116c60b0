//! Which web pages of other origins may read answers (the CORS protocol of the Fetch standard).

use std::str::FromStr;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HeaderMap,
    HeaderValue, ORIGIN,
};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};
use url::Url;

use crate::routes::RouteTable;
use crate::vary::vary;

const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE");
/// What the interfaces read; `Authorization` has to be named even where every origin is let in.
const ASKED: HeaderValue = HeaderValue::from_static(
    "authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id",
);
/// What the interfaces answer beyond the few headers that every page may see.
const TOLD: HeaderValue = HeaderValue::from_static(
    "allow, etag, idempotent-replayed, link, location, retry-after, x-aviso, x-rate-limit-remaining, \
     x-request-id, x-tem-proxima-pagina, x-total-count, x-ultimo-produto-variante-id",
);
/// Seconds for which a browser remembers the answer to a preflight; none remembers longer.
const REMEMBERED: HeaderValue = HeaderValue::from_static("7200");

/// The origins whose pages may read an interface's answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Origins {
    /// None: there is no word of it in any answer.
    #[default]
    None,
    /// Every one.
    Any,
    /// These, as browsers write them.
    Listed(Vec<String>),
}

/// Why a text is no list of origins.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidOrigins {
    /// A browser would never call an origin so.
    #[error("has {0:?}, which is no origin: write e.g. https://erp.example.com, without a path")]
    NoOrigin(String),
    /// A browser calls it otherwise.
    #[error("has {given:?}, which browsers write as {meant}")]
    Spelling {
        /// As it was given.
        given: String,
        /// As it would have to be.
        meant: String,
    },
    /// `*` leaves nothing for a list.
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

/// The origin itself, when it is written as browsers write it: no path, no usual port, a host in lower case.
fn origin(text: &str) -> Result<String, InvalidOrigins> {
    // a star is a lawful letter of a host, and of none that there is
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
    /// What a page is told that asks from an origin; `None` = nothing, and its browser keeps the answer back.
    fn answer(&self, asking: Option<&HeaderValue>) -> Option<HeaderValue> {
        let asking = asking?;
        match self {
            Self::None => None,
            Self::Any => Some(HeaderValue::from_static("*")),
            Self::Listed(all) => {
                all.iter().any(|known| known.as_bytes() == asking.as_bytes()).then(|| asking.clone())
            }
        }
    }
}

/// The origins of a listener's interfaces, by whose path is asked for.
pub(crate) struct Doors {
    routes: Data<RouteTable>,
    /// By the interfaces' places.
    origins: Vec<Origins>,
}

impl Doors {
    pub fn new(routes: Data<RouteTable>, origins: Vec<Origins>) -> Self {
        Self { routes, origins }
    }

    fn at(&self, path: &str) -> &Origins {
        self.origins.get(self.routes.owner(path)).unwrap_or(&Origins::None)
    }
}

/// Middleware (for `actix_web::middleware::from_fn`): lets pages of the listed origins read every answer,
/// also a refusal, and answers their browsers' question beforehand, which has no key. Other pages find what
/// is there without it.
pub(crate) async fn open_to_pages<B: MessageBody + 'static>(
    doors: Data<Doors>,
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let origins = doors.at(req.path());
    if *origins == Origins::None {
        return Ok(next.call(req).await?.map_into_left_body());
    }
    let allowed = origins.answer(req.headers().get(ORIGIN));
    let asks = req.method() == Method::OPTIONS && req.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let mut answer = match asks && allowed.is_some() {
        true => req.into_response(beforehand()).map_into_right_body(),
        false => next.call(req).await?.map_into_left_body(),
    };
    tell(answer.headers_mut(), origins, allowed);
    Ok(answer)
}

/// The same for every path: what is not there is told to the request itself, whose answer a page can read.
fn beforehand() -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header((ACCESS_CONTROL_ALLOW_METHODS, METHODS))
        .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, ASKED))
        .insert_header((ACCESS_CONTROL_MAX_AGE, REMEMBERED))
        .finish()
}

fn tell(headers: &mut HeaderMap, origins: &Origins, allowed: Option<HeaderValue>) {
    if matches!(origins, Origins::Listed(_)) {
        vary(headers, &ORIGIN);
    }
    if let Some(allowed) = allowed {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, TOLD);
    }
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
    fn an_origin_is_let_in_by_its_exact_name() {
        let listed: Origins = "https://a.example,https://b.example".parse().unwrap();
        let answer = |origins: &Origins, asking: &'static str| {
            let answer = origins.answer(Some(&HeaderValue::from_static(asking)));
            answer.map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(answer(&listed, "https://b.example").unwrap(), "https://b.example");
        for other in ["https://a.example.evil", "http://a.example", "https://a.example:8443", "null", ""] {
            assert_eq!(answer(&listed, other), None, "{other}");
        }
        assert_eq!(answer(&Origins::Any, "null").unwrap(), "*");
        assert_eq!((listed.answer(None), Origins::Any.answer(None)), (None, None));
    }
}
