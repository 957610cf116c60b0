//! The page of what went wrong.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_TYPE, HeaderValue, REFERER};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, ResponseError};
use maud::html;

use crate::access::{EXTERNAL, SIGN_IN, how_to_enter, language_of, path_of, seen_loja};
use crate::error::Failure;
use crate::view::frame;
use crate::view::shell::has_below;

/// Middleware: writes the page of a failure, which alone knows nothing of its reader's language.
pub async fn told<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let answer = next.call(req).await?;
    let failed = answer.response().error().and_then(|error| error.as_error::<Failure>());
    let Some(text) = failed.map(|failure| page(failure, answer.request())) else {
        return Ok(answer.map_into_boxed_body());
    };
    let answer = answer.map_body(|head, _| {
        head.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(frame::HTML));
        BoxBody::new(text)
    });
    Ok(answer)
}

/// The page that says so, in the language of whoever reads it.
fn page(failure: &Failure, req: &HttpRequest) -> String {
    let lang = language_of(req);
    let (heading, then) = failure.words(lang);
    let signed_out =
        matches!(failure, Failure::NoSession | Failure::SignedOut | Failure::DeadLink | Failure::NoLinks);
    let here = match (req.method(), req.path()) {
        // what a provider has added to the address is in no page
        (&Method::GET, EXTERNAL) => SIGN_IN.to_owned(),
        (&Method::GET, _) => req.uri().to_string(),
        _ => "/console/".to_owned(),
    };
    let here = here.as_str();
    let body = html! {
        h1 { (heading) }
        @if !then.is_empty() { p role="alert" { (then) } }
        @if signed_out { (how_to_enter(req, here, None)) } @else { p.row {
            @if let Some(back) = way_back(failure, req) { a.button href=(back) { (lang.say("Voltar", "Back")) } }
            a.button href="/console/" { (lang.say("Ir para o início", "Go to the start")) }
        } }
    };
    frame::plain(lang, heading, here, &body).into_string()
}

/// The page that a form was sent from; of an address that leads nowhere, the page that it lies below.
fn way_back(failure: &Failure, req: &HttpRequest) -> Option<String> {
    if let Some(before) = page_before(req) {
        return Some(before.to_owned());
    }
    let loja = seen_loja(req).filter(|_| failure.status_code() == StatusCode::NOT_FOUND)?;
    let start = format!("/console/{}", path_of(loja));
    let rest = req.path().strip_prefix(&start)?;
    let above = rest.match_indices('/').nth(1).and_then(|(end, _)| rest.get(..end)).unwrap_or(rest);
    let above = format!("{start}{}", if has_below(above) { above } else { "" });
    (req.uri().to_string() != above).then_some(above)
}

/// The page of the console that a form was sent from. Browsers name it to its own address alone.
fn page_before(req: &HttpRequest) -> Option<&str> {
    let said = req.headers().get(REFERER)?.to_str().ok()?.split_once("://")?.1;
    let path = said.get(said.find('/')?..)?;
    let sent = req.method() == Method::POST && path.starts_with("/console/") && !path.starts_with(EXTERNAL);
    sent.then_some(path)
}
