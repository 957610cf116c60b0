//! The store's payment methods.

use actix_web::{HttpResponse, get};
use domain::forma_pagamento::FormaPagamento;
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

/// Lists the payment methods that orders may be asked for by; not paged. The operator may change the list.
#[utoipa::path(tag = "Pedidos", operation_id = "listarFormasPagamento", responses(
    (status = 200, body = Vec<FormaPagamento>,
        headers(("x-total-count" = i64, description = "Payment methods."))),
    Errors))]
#[get("/formasPagamento")]
async fn list(ctx: Ctx) -> Result<HttpResponse, ErrorB> {
    let config = ctx.read_by_key(|conn, loja| Ok(lojas_config::find(conn, loja)?)).await?;
    Ok(render_list(&config.formas()))
}
