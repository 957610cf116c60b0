//! `GET /ping`: the whole way of a read, from the key through the database to the answer.

use actix_web::{HttpResponse, get, web};
use http_kit::{Credencial, Depois, Filtros, FromConsulta, Leitor};
use serde::Serialize;
use store::paging::PageRequest;
use store::usuarios;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::erro::{Erro, Falha, Ping};
use crate::state::State;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(ping);
}

/// Which users are counted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct Filtro {
    /// Active ones, or the others.
    ativo: Option<bool>,
}

impl FromConsulta for Filtro {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { ativo: c.booleano("ativo") })
    }
}

/// The answer.
#[derive(Serialize, ToSchema)]
struct Pong {
    /// How many users the application has.
    usuarios: i64,
}

/// Counts the users of the application that asks.
#[utoipa::path(params(Filtro), responses(
    (status = 200, body = Pong), (status = 400, body = Falha), (status = 401, body = Falha),
    (status = 405, body = Falha), (status = 429, body = Falha), (status = 500, body = Falha),
    (status = 503, body = Falha)))]
#[get("/ping")]
async fn ping(
    Depois(quem, filtro): Depois<Credencial<Ping>, Filtros<Filtro, Ping>>,
    state: web::Data<State>,
) -> Result<HttpResponse, Erro> {
    let filtro = usuarios::Filtro { ativo: filtro.ativo, ..usuarios::Filtro::default() };
    let pagina = state
        .store
        .read(move |conn| usuarios::list(conn, quem.aplicacao, &filtro, PageRequest::first(1)))
        .await?;
    Ok(HttpResponse::Ok().json(Pong { usuarios: pagina.total }))
}
