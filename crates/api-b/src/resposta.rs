//! Answers in the interface's shapes: bare arrays with their total and the link to the next page, bare values.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, MessageBody};
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpResponse, HttpResponseBuilder};
use http_kit::link_next;
use serde::Serialize;
use store::paging::{Cursor, Page};
use utoipa::IntoParams;

use crate::contexto::Ctx;

/// Which page is wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[allow(dead_code, reason = "read by PageRequest; here for the document alone")]
pub struct ParamPagina {
    /// Page, from 1.
    #[param(minimum = 1, default = 1)]
    pagina: Option<i64>,
    /// Records per page.
    #[param(minimum = 1, maximum = 250, default = 50)]
    quantidade_registros: Option<i32>,
    /// Where the next page starts, as the `Link` header of the page before it says. Wins over `pagina`.
    cursor: Option<String>,
}

/// One value as the whole body.
pub fn json<T: Serialize>(valor: &T) -> HttpResponse {
    HttpResponse::Ok().json(valor)
}

/// The answer to a write that creates nothing: a bare `true`.
pub fn feito() -> HttpResponse {
    HttpResponse::Ok().json(true)
}

/// The answer to a creation: the bare number of what is new.
pub fn criado(id: i64) -> HttpResponse {
    HttpResponse::build(StatusCode::CREATED).json(id)
}

/// JSON that is ready to send.
pub fn pronto(corpo: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "application/json")).body(corpo)
}

/// A list that is never paged.
pub fn lista<T: Serialize>(itens: &[T]) -> HttpResponse {
    HttpResponse::Ok().insert_header(("x-total-count", itens.len())).json(itens)
}

/// A page of a list.
pub fn pagina<T: Serialize>(ctx: &Ctx, page: &Page<T>) -> HttpResponse {
    da_pagina(ctx, page.total, page.next.as_ref()).json(&page.rows)
}

/// A page whose records are one JSON array already, in pieces.
pub fn pagina_pronta(ctx: &Ctx, corpo: Vec<Bytes>, total: i64, next: Option<&Cursor>) -> HttpResponse {
    let json = (header::CONTENT_TYPE, "application/json");
    da_pagina(ctx, total, next).insert_header(json).body(Pedacos::de(corpo))
}

/// A body of known length in pieces, which nobody has to put together first.
struct Pedacos {
    tamanho: u64,
    pedacos: std::vec::IntoIter<Bytes>,
}

impl Pedacos {
    fn de(pedacos: Vec<Bytes>) -> Self {
        let tamanho = pedacos.iter().map(|pedaco| pedaco.len() as u64).sum();
        Self { tamanho, pedacos: pedacos.into_iter() }
    }
}

impl MessageBody for Pedacos {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.tamanho)
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Infallible>>> {
        Poll::Ready(self.get_mut().pedacos.next().map(Ok))
    }
}

fn da_pagina(ctx: &Ctx, total: i64, next: Option<&Cursor>) -> HttpResponseBuilder {
    let mut resposta = HttpResponse::Ok();
    resposta.insert_header(("x-total-count", total));
    if let Some(cursor) = next {
        resposta.insert_header((header::LINK, link_next(ctx.req(), cursor)));
    }
    resposta
}
