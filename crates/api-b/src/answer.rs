//! Answers in the interface's shapes: bare arrays with their total and the link to the next page, bare
//! values.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, HttpResponseBuilder};
use domain::interface_b::produto::PrecoOutcome;
use http_kit::KitError;
use http_kit::path::escape;
use serde::Serialize;
use store::paging::{Cursor, PAGE_BYTES, Page, PageRequest};
use utoipa::IntoParams;

use crate::context::Ctx;
use crate::error::ErrorB;

/// Which page is wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "read by PageRequest; here for the document alone")]
pub struct PageParams {
    /// Page, from 1.
    #[param(minimum = 1, maximum = 1_000_000_000_000_isize, default = 1)]
    pagina: Option<i64>,
    /// Records per page.
    #[param(minimum = 1, maximum = 250, default = 50)]
    quantidade_registros: Option<i32>,
    /// Where the next page starts, as the `Link` header of the page before it says. Wins over `pagina`.
    cursor: Option<String>,
}

/// One value as the whole body.
pub fn json<T: Serialize>(value: &T) -> HttpResponse {
    HttpResponse::Ok().json(value)
}

/// The answer to a write that creates nothing: a bare `true`.
pub fn done() -> HttpResponse {
    HttpResponse::Ok().json(true)
}

/// The answer to a creation: the bare number of what is new.
pub fn created(id: i64) -> HttpResponse {
    HttpResponse::build(StatusCode::CREATED).json(id)
}

/// Says in an answer what of a request was not kept, one `X-Aviso` each: `codigo; detalhe`.
pub fn with_notices(answer: HttpResponse, not_taken: &[&str], outcome: PrecoOutcome) -> HttpResponse {
    let mut answer = without(answer, not_taken.iter().copied());
    if outcome.from_price_dropped {
        add_notice(&mut answer, "preco-de-removido; precoDe");
    }
    answer
}

/// Says in an answer which members were not kept.
pub fn without<'a>(mut answer: HttpResponse, not_kept: impl Iterator<Item = &'a str>) -> HttpResponse {
    for name in not_kept {
        add_notice(&mut answer, &format!("nao-mantido; {}", escape(name)));
    }
    answer
}

fn add_notice(answer: &mut HttpResponse, text: &str) {
    if let Ok(notice) = HeaderValue::from_str(text) {
        answer.headers_mut().append(HeaderName::from_static("x-aviso"), notice);
    }
}

/// JSON that is ready to send.
pub fn ready(body: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "application/json")).body(body)
}

/// A list that is never paged.
pub fn render_list<T: Serialize>(items: &[T]) -> HttpResponse {
    HttpResponse::Ok().insert_header(("x-total-count", items.len())).json(items)
}

/// A page of a list.
pub fn render_page<T: Serialize>(ctx: &Ctx, page: &Page<T>) -> HttpResponse {
    of_page(ctx, page.total, page.next.as_ref()).json(&page.rows)
}

/// Refuses a page that ends early: this interface's clients count pages, and would miss what it left out.
/// Only whoever follows links goes on where it ends.
pub fn check_whole(wanted: PageRequest, cut: bool) -> Result<(), ErrorB> {
    match cut && !wanted.follows() {
        true => Err(KitError::PageTooLarge { limit: PAGE_BYTES }.into()),
        false => Ok(()),
    }
}

/// A page whose records are one JSON array already, in pieces.
pub fn ready_page(ctx: &Ctx, body: Vec<Bytes>, total: i64, next: Option<&Cursor>) -> HttpResponse {
    let json = (header::CONTENT_TYPE, "application/json");
    of_page(ctx, total, next).insert_header(json).body(Pieces::of(body))
}

/// A body of known length in pieces, which nobody has to put together first.
struct Pieces {
    size: u64,
    pieces: std::vec::IntoIter<Bytes>,
}

impl Pieces {
    fn of(pieces: Vec<Bytes>) -> Self {
        let size = pieces.iter().map(|piece| piece.len() as u64).sum();
        Self { size, pieces: pieces.into_iter() }
    }
}

impl MessageBody for Pieces {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.size)
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        Poll::Ready(self.get_mut().pieces.next().map(Ok))
    }
}

fn of_page(ctx: &Ctx, total: i64, next: Option<&Cursor>) -> HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer.insert_header(("x-total-count", total));
    if let Some(cursor) = next {
        answer.insert_header((header::LINK, ctx.link_next(cursor)));
    }
    answer
}
