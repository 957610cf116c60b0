//! Warnings in `X-Aviso`: of unknown query parameters, since a misspelt filter has no effect; and of what of a body was
//! taken otherwise than it was said.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};
use domain::reading::problems::Notice;

use super::reader::{QueryReader, UnknownParameters};
use crate::path::escape;

const X_AVISO: HeaderName = HeaderName::from_static("x-aviso");

/// Maximum warnings per request, and characters of each name: headers must stay small.
const NAMES: usize = 10;
const NAME_LENGTH: usize = 60;

/// Marks a request whose interface has warnings turned on.
struct WarnUnknown;

/// Turns on warnings about unknown query parameters for a request.
pub fn warn_unknown_parameters(req: &HttpRequest) {
    req.extensions_mut().insert(WarnUnknown);
}

/// What of the body was taken otherwise than it was said.
struct OfBody(Vec<Notice>);

/// Has the answer say what of the body was taken otherwise than it was said, if it is done.
pub(crate) fn warn_of_body(req: &HttpRequest, notices: Vec<Notice>) {
    if !notices.is_empty() {
        req.extensions_mut().insert(OfBody(notices));
    }
}

/// `X-Aviso` headers: `codigo; membro` for each of the first, and how many more there are.
pub fn notices_of_body(notices: &[Notice]) -> Vec<String> {
    shortened(notices.iter().map(|notice| format!("{}; {}", notice.code(), escape(&notice.path))))
}

/// Middleware (for `actix_web::middleware::from_fn`): adds `X-Aviso: parametro-desconhecido; name` for each
/// parameter that was not read, where the interface has turned this on; and the warnings of a body.
pub async fn add_warnings<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut answer = next.call(req).await?;
    let of_body = match answer.request().extensions().get::<OfBody>() {
        Some(OfBody(notices)) if answer.status().is_success() => notices_of_body(notices),
        _ => Vec::new(),
    };
    for warning in of_body.into_iter().chain(warnings(answer.request())) {
        if let Ok(warning) = HeaderValue::try_from(warning) {
            answer.headers_mut().append(X_AVISO, warning);
        }
    }
    Ok(answer)
}

fn warnings(req: &HttpRequest) -> Vec<String> {
    if req.query_string().is_empty() {
        return Vec::new();
    }
    let extensions = req.extensions();
    if !extensions.contains::<WarnUnknown>() {
        return Vec::new();
    }
    // a handler without a query reads no parameter
    let names = match extensions.get::<UnknownParameters>() {
        Some(UnknownParameters(names)) => names.clone(),
        None => QueryReader::of_request(req).unread(),
    };
    let name = |name: &String| escape(&name.chars().take(NAME_LENGTH).collect::<String>());
    shortened(names.iter().map(|n| format!("parametro-desconhecido; {}", name(n))))
}

fn shortened(mut notices: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let mut first: Vec<String> = notices.by_ref().take(NAMES).collect();
    if notices.len() > 0 {
        first.push(format!("mais-avisos; {}", notices.len()));
    }
    first
}
