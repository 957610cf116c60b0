//! Channel types: the catalogue that the server was started with.

use actix_web::{HttpResponse, get};
use domain::tipo_canal::TipoCanal;
use http_kit::Depois;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::contexto::Ctx;
use crate::doc::Erros;
use crate::erro::{ErroA, Recurso};
use crate::interface::Caminho;
use crate::resposta::Resposta;

/// The routes of this file. They stand where a channel's identifier would: register them before the channels'.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(find);
}

/// Lists the channel types and the settings that each of them asks for. Needs no `usuarioId`.
#[utoipa::path(tag = "Canal", responses((status = 200, body = Vec<TipoCanal>), Erros))]
#[get("/Canal/Tipo_Canal")]
async fn list(ctx: Ctx) -> Result<HttpResponse, ErroA> {
    Ok(Resposta::ok(&ctx.tipos().tipos())?.into())
}

/// Reads a channel type. Needs no `usuarioId`.
#[utoipa::path(tag = "Canal", params(("codigo" = String, Path, description = "Code of the type, in its exact spelling.")),
    responses((status = 200, body = TipoCanal), (status = 304), Erros))]
#[get("/Canal/Tipo_Canal/{codigo}")]
async fn find(Depois(ctx, codigo): Depois<Ctx, Caminho<(String,)>>) -> Result<HttpResponse, ErroA> {
    let ((codigo,), tipos) = (codigo.into_inner(), ctx.tipos());
    let tipo = tipos.find(&codigo).ok_or(ErroA::NaoEncontrado(Recurso::TipoCanal))?;
    Resposta::ok(tipo)?.ou_nao_modificada(&ctx.condicoes)
}
