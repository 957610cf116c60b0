//! What programs of the field ask a store for and a hub does not have: it says so, and pretends nothing.

use actix_web::{HttpResponse, get, post};
use domain::interface_b::registro::Empty;
use domain::values::ids::PedidoId;
use http_kit::{Mount, Then};
use store::orders;

use crate::answer::render_list;
use crate::context::Ctx;
use crate::doc::{Errors, MissingError, RuleError};
use crate::error::ErrorB;
use crate::interface::PathParams;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(assinaturas).service(estornar).service(cotacoes).service(cotar).service(lojas_fisicas);
}

const MISSING: ErrorB = ErrorB::NotFound("O pedido não foi encontrado.");

async fn check_pedido(ctx: &Ctx, id: PedidoId) -> Result<(), ErrorB> {
    match ctx.read_one(move |conn, loja| Ok(orders::exists(conn, loja, id)?)).await? {
        true => Ok(()),
        false => Err(MISSING),
    }
}

/// The subscriptions of an order: none, since marketplaces sell none.
#[utoipa::path(tag = "Pedidos", operation_id = "listarAssinaturasPedido", params(("pedidoId" = i64, Path)),
    responses((status = 200, body = Vec<Empty>, headers(("x-total-count" = i64, description = "Always 0."))),
    Errors, MissingError))]
#[get("/assinaturas/pedido/{pedidoId}")]
async fn assinaturas(Then(ctx, id): Then<Ctx, PathParams<(PedidoId,)>>) -> Result<HttpResponse, ErrorB> {
    check_pedido(&ctx, id.into_inner().0).await?;
    Ok(render_list::<Empty>(&[]))
}

/// Always refused: buyers have paid the marketplace, which alone can pay them back.
#[utoipa::path(tag = "Pedidos", operation_id = "estornarPedido", params(("pedidoId" = i64, Path)),
    responses(Errors, MissingError, RuleError))]
#[post("/pedidos/estorno/{pedidoId}")]
async fn estornar(Then(ctx, id): Then<Ctx, PathParams<(PedidoId,)>>) -> Result<HttpResponse, ErrorB> {
    check_pedido(&ctx, id.into_inner().0).await?;
    Err(ErrorB::rule(
        "O pedido foi pago ao marketplace: só ele pode estorná-lo. Peça o estorno no canal do pedido.",
    ))
}

/// What a quotation of freight is answered.
fn no_quotation() -> ErrorB {
    ErrorB::rule("Este serviço não cota fretes: o frete de cada pedido é o que o marketplace cobrou.")
}

/// Always refused: marketplaces quote freight.
#[utoipa::path(tag = "Pedidos", operation_id = "listarCotacoesFrete", responses(Errors, RuleError))]
#[get("/fretes/cotacoes")]
async fn cotacoes(_: Ctx) -> Result<HttpResponse, ErrorB> {
    Err(no_quotation())
}

/// Always refused: marketplaces quote freight.
#[utoipa::path(tag = "Pedidos", operation_id = "cotarFrete", responses(Errors, RuleError))]
#[post("/fretes/cotacoes")]
async fn cotar(_: Ctx) -> Result<HttpResponse, ErrorB> {
    Err(no_quotation())
}

/// The store's physical outlets: none are registered here.
#[utoipa::path(tag = "Loja", operation_id = "listarLojasFisicas", responses(
    (status = 200, body = Vec<Empty>, headers(("x-total-count" = i64, description = "Always 0."))), Errors))]
#[get("/lojasFisicas")]
async fn lojas_fisicas(_: Ctx) -> HttpResponse {
    render_list::<Empty>(&[])
}
