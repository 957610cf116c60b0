//! Where the store's goods are sent from.

use actix_web::{HttpResponse, get};
use domain::interface_b::produto::CentroDistribuicao;
use store::lojas_config;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::answer::render_list;
use crate::context::Ctx;
use crate::doc::Errors;
use crate::error::ErrorB;

/// The routes of this file.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list);
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
