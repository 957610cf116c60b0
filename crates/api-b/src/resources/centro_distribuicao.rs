//! Where the store's goods are sent from.

use actix_web::{HttpResponse, get, put};
use domain::interface_b::produto::{CentroDistribuicao, CentroPriority};
use domain::interface_b::registro::CENTRO_DISTRIBUICAO;
use http_kit::Then;
use store::lojas_config;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::answer::{done, render_list};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list).service(set_priority);
}

/// Lists the distribution centres: always the one; not paged.
#[utoipa::path(tag = "Loja", operation_id = "listarCentrosDistribuicao", responses(
    (status = 200, body = Vec<CentroDistribuicao>,
        headers(("x-total-count" = i64, description = "Distribution centres."))),
    Errors))]
#[get("/centrosdistribuicao")]
async fn list(ctx: Ctx) -> Result<HttpResponse, ErrorB> {
    let config = ctx.read_by_key(|conn, loja| Ok(lojas_config::find(conn, loja)?)).await?;
    Ok(render_list(&[CentroDistribuicao::main(&config.cep)]))
}

/// Where a distribution centre stands among the others.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[allow(dead_code, reason = "for the document alone; read as CentroPriority")]
struct PrioridadeCentro {
    /// Places up or down.
    incremento_ordem: Option<i32>,
    /// True: it is chosen last.
    desativar_priorizacao: Option<bool>,
}

/// Sets the priority of a distribution centre. There is one, which is the first and the last whatever is set:
/// nothing changes.
#[utoipa::path(tag = "Loja", operation_id = "alterarPrioridadeCentroDistribuicao",
    params(("id" = i32, Path, description = "The distribution centre.")), request_body = PrioridadeCentro,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/centrosdistribuicao/{id}/prioridade")]
async fn set_priority(
    Then(ctx, (path, _priority)): Then<Ctx, (PathParams<(i32,)>, Body<CentroPriority>)>,
) -> Result<HttpResponse, ErrorB> {
    let (id,) = path.into_inner();
    ctx.write(move |_, _| match id {
        CENTRO_DISTRIBUICAO => Ok(()),
        _ => Err(ErrorB::NotFound("O centro de distribuição não foi encontrado.")),
    })
    .await?;
    Ok(done())
}
