//! Cross-origin resource sharing (CORS): headers that let web pages of listed origins read answers.

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

use crate::origins::Origins;
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

/// Middleware (for `actix_web::middleware::from_fn`): lets pages of the listed origins read every answer,
/// also a refusal, and answers preflight requests, which have no key. Answers to other pages have no such
/// headers.
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

/// The answer to a preflight, the same for every path. If the path does not exist, the request that follows
/// gets the 404, which the page can read.
fn preflight() -> HttpResponse {
    HttpResponse::NoContent()
        .insert_header((ACCESS_CONTROL_ALLOW_METHODS, METHODS))
        .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS))
        .insert_header((ACCESS_CONTROL_MAX_AGE, MAX_AGE_S))
        .finish()
}
