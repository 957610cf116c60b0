//! Warnings about unknown query parameters, since a misspelt filter has no effect.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};

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

/// Middleware (for `actix_web::middleware::from_fn`): adds `X-Aviso: parametro-desconhecido; name` for each
/// parameter that was not read, where the interface has turned this on.
pub async fn add_warnings<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut answer = next.call(req).await?;
    if answer.request().query_string().is_empty() {
        return Ok(answer);
    }
    for warning in warnings(answer.request()) {
        if let Ok(warning) = HeaderValue::try_from(warning) {
            answer.headers_mut().append(X_AVISO, warning);
        }
    }
    Ok(answer)
}

fn warnings(req: &HttpRequest) -> Vec<String> {
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
    let mut warnings: Vec<String> =
        names.iter().take(NAMES).map(|n| format!("parametro-desconhecido; {}", name(n))).collect();
    if names.len() > NAMES {
        warnings.push(format!("mais-avisos; {}", names.len() - NAMES));
    }
    warnings
}
