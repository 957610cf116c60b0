//! `GET /ping`: the whole way of a read, from the key through the database to the answer.

use actix_web::{HttpResponse, get, web};
use http_kit::{Credential, Filters, FromQuery, Mount, QueryReader, Then};
use serde::Serialize;
use store::paging::PageRequest;
use store::usuarios;
use utoipa::{IntoParams, ToSchema};

use crate::error::{Erro, Failure, Ping};
use crate::state::State;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(ping);
}

/// Which users are counted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct Filter {
    /// Active ones, or the others.
    ativo: Option<bool>,
}

impl FromQuery for Filter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { ativo: c.boolean("ativo") })
    }
}

/// The answer.
#[derive(Serialize, ToSchema)]
struct Pong {
    /// How many users the application has.
    usuarios: i64,
}

/// Counts the users of the application that asks.
#[utoipa::path(params(Filter), responses(
    (status = 200, body = Pong), (status = 400, body = Failure), (status = 401, body = Failure),
    (status = 405, body = Failure), (status = 429, body = Failure), (status = 500, body = Failure),
    (status = 503, body = Failure)))]
#[get("/ping")]
async fn ping(
    Then(who, filter): Then<Credential<Ping>, Filters<Filter, Ping>>,
    state: web::Data<State>,
) -> Result<HttpResponse, Erro> {
    let filter = usuarios::Filter { ativo: filter.ativo, ..usuarios::Filter::default() };
    let page = state
        .store
        .read(move |conn| usuarios::list(conn, who.aplicacao, &filter, PageRequest::first(1)))
        .await?;
    Ok(HttpResponse::Ok().json(Pong { usuarios: page.total }))
}
