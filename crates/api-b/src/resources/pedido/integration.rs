//! The store's own acknowledgement: which orders it has not taken over yet.

use actix_web::{HttpResponse, get, post};
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::values::ids::PedidoId;
use http_kit::{Mount, Then};
use serde::Serialize;
use store::orders;
use store::paging::PageRequest;
use utoipa::ToSchema;

use super::outcome::MISSING;
use crate::answer::{PageParams, done, render_page};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, Filters};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(not_integrated).service(complete);
}

/// The number of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NumeroPedido {
    /// The order.
    #[schema(value_type = i64)]
    pedido_id: PedidoId,
}

impl FromJson for NumeroPedido {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        Some(Self { pedido_id: PedidoId(value.object(p)?.required("pedidoId", p)?) })
    }
}

/// Lists the orders that the store has not acknowledged since others last moved them, the oldest first. What
/// the store moves itself does not come back. Pages asked for one after the other, by number or by `Link`, leave out
/// none, though orders of the pages before are acknowledged meanwhile.
#[utoipa::path(tag = "Pedidos", operation_id = "listarPedidosNaoIntegrados", params(PageParams), responses(
    (status = 200, body = Vec<NumeroPedido>, headers(
        ("x-total-count" = i64, description = "All such orders, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Errors))]
#[get("/pedidos/naoIntegrados")]
async fn not_integrated(Then(ctx, wanted): Then<Ctx, Filters<PageRequest>>) -> Result<HttpResponse, ErrorB> {
    // orders leave the list while its pages are worked off
    let (wanted, shown) = ctx.page_sessions().steady(ctx.page_query(&wanted), wanted.into_inner(), true);
    let page = ctx.read(move |conn, loja| Ok(orders::not_integrated(conn, loja, wanted)?)).await?;
    shown(page.rows.iter().map(|id| id.0).collect(), page.next);
    Ok(render_page(&ctx, &page.map(|pedido_id| NumeroPedido { pedido_id })))
}

/// Acknowledges an order; a later move of it that is not the store's own puts it back.
#[utoipa::path(tag = "Pedidos", operation_id = "integrarPedido", request_body = NumeroPedido,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[post("/pedidos/complete")]
async fn complete(Then(ctx, body): Then<Ctx, Body<NumeroPedido>>) -> Result<HttpResponse, ErrorB> {
    let id = body.into_inner().pedido_id;
    let had = ctx.write(move |tx, loja| Ok(orders::mark_integrado(tx, loja, id)?)).await?;
    if had { Ok(done()) } else { Err(MISSING) }
}
