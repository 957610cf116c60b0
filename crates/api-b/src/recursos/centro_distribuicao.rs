//! Where the store's goods are sent from.

use actix_web::{HttpResponse, get};
use domain::interface_b::produto::CentroDistribuicao;
use store::lojas_config;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::contexto::Ctx;
use crate::doc::Erros;
use crate::erro::ErroB;
use crate::resposta::lista;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(list);
}

/// Lists the distribution centres: always the one; not paged.
#[utoipa::path(tag = "Loja", operation_id = "listarCentrosDistribuicao", responses(
    (status = 200, body = Vec<CentroDistribuicao>,
        headers(("x-total-count" = i64, description = "Distribution centres."))),
    Erros))]
#[get("/centrosdistribuicao")]
async fn list(ctx: Ctx) -> Result<HttpResponse, ErroB> {
    let config = ctx.ler_por_chave(|conn, loja| Ok(lojas_config::find(conn, loja)?)).await?;
    Ok(lista(&[CentroDistribuicao::principal(config.cep.clone())]))
}
