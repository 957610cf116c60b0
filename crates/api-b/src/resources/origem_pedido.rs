//! Where orders come from.

use actix_web::{HttpResponse, get};
use http_kit::Mount;
use serde::Serialize;
use store::canais;
use utoipa::ToSchema;

use crate::answer::render_list;
use crate::context::Ctx;
use crate::doc::Errors;
use crate::error::ErrorB;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list);
}

/// A kind of place that orders come from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OrigemPedido {
    /// Always 1.
    id: i32,
    /// Always `Marketplace`.
    #[schema(value_type = String)]
    nome: &'static str,
    /// The store's channels.
    sub_origens: Vec<SubOrigem>,
}

/// A channel.
#[derive(Serialize, ToSchema)]
struct SubOrigem {
    /// Its number: `canalId` of an order.
    id: i32,
    /// Its name.
    nome: String,
}

/// Lists where the store's orders come from: always marketplaces, by the store's channels; not paged.
#[utoipa::path(tag = "Pedidos", operation_id = "listarOrigensPedido", responses(
    (status = 200, body = Vec<OrigemPedido>, headers(("x-total-count" = i64, description = "Always 1."))),
    Errors))]
#[get("/origensPedido")]
async fn list(ctx: Ctx) -> Result<HttpResponse, ErrorB> {
    let names = ctx.read_one(|conn, loja| Ok(canais::names(conn, loja)?)).await?;
    let sub_origens = names.into_iter().map(|(id, nome)| SubOrigem { id, nome }).collect();
    Ok(render_list(&[OrigemPedido { id: 1, nome: "Marketplace", sub_origens }]))
}
