//! Parameters that a request has and nobody reads: told to those who want to know, since a misspelt filter
//! filters nothing.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};

use crate::path::escape;
use crate::query::{QueryReader, Unread};

const X_AVISO: HeaderName = HeaderName::from_static("x-aviso");

/// Names that are told of one request, and characters of each: headers must stay small.
const NAMES: usize = 10;
const LETTERS: usize = 60;

/// The interface tells them.
struct Told;

/// Lets `note_unread` tell what nobody reads of this request.
pub fn tell_unread(req: &HttpRequest) {
    req.extensions_mut().insert(Told);
}

/// Middleware (for `actix_web::middleware::from_fn`): one `X-Aviso: parametro-desconhecido; name` for each
/// parameter that was not read, where the interface wants it told.
pub async fn note_unread<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut answer = next.call(req).await?;
    if answer.request().query_string().is_empty() {
        return Ok(answer);
    }
    for notice in notices(answer.request()) {
        if let Ok(notice) = HeaderValue::try_from(notice) {
            answer.headers_mut().append(X_AVISO, notice);
        }
    }
    Ok(answer)
}

fn notices(req: &HttpRequest) -> Vec<String> {
    let extensions = req.extensions();
    if !extensions.contains::<Told>() {
        return Vec::new();
    }
    // where nobody has looked at the query, nobody knows any of it
    let names = match extensions.get::<Unread>() {
        Some(Unread(names)) => names.clone(),
        None => QueryReader::of_request(req).unread(),
    };
    let name = |name: &String| escape(&name.chars().take(LETTERS).collect::<String>());
    let mut notices: Vec<String> =
        names.iter().take(NAMES).map(|n| format!("parametro-desconhecido; {}", name(n))).collect();
    if names.len() > NAMES {
        notices.push(format!("mais-avisos; {}", names.len() - NAMES));
    }
    notices
}
