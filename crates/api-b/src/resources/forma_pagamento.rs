//! The store's payment methods.

use actix_web::{HttpResponse, get};
use domain::forma_pagamento::FormaPagamento;
use http_kit::Mount;
use store::{lojas_config, orders};

use crate::answer::render_list;
use crate::context::Ctx;
use crate::doc::Errors;
use crate::error::ErrorB;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list);
}

/// Lists the store's payment methods, and after them those of its orders that are none of them; not paged.
/// The operator may change the list.
#[utoipa::path(tag = "Pedidos", operation_id = "listarFormasPagamento", responses(
    (status = 200, body = Vec<FormaPagamento>,
        headers(("x-total-count" = i64, description = "Payment methods."))),
    Errors))]
#[get("/formasPagamento")]
async fn list(ctx: Ctx) -> Result<HttpResponse, ErrorB> {
    let formas = ctx
        .read(|conn, loja| {
            let config = lojas_config::find(conn, loja)?;
            Ok(config.formas_with(orders::formas(conn, loja)?))
        })
        .await?;
    Ok(render_list(&formas))
}
