//! The store's own acknowledgement: which orders it has not taken over yet.

use actix_web::{HttpResponse, get, post};
use domain::reading::json::{Leitura, Valor};
use domain::reading::problems::Problemas;
use domain::values::ids::PedidoId;
use http_kit::Depois;
use serde::Serialize;
use store::paging::PageRequest;
use store::pedidos;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::desfecho::AUSENTE;
use crate::contexto::Ctx;
use crate::doc::{ErroAusente, Erros, ErrosDeCorpo};
use crate::erro::ErroB;
use crate::interface::{Corpo, Filtros};
use crate::resposta::{ParamPagina, feito, pagina};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(nao_integrados).service(complete);
}

/// The number of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NumeroPedido {
    /// The order.
    #[schema(value_type = i64)]
    pedido_id: PedidoId,
}

impl Leitura for NumeroPedido {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        Some(Self { pedido_id: PedidoId(valor.objeto(p)?.obrigatorio("pedidoId", p)?) })
    }
}

/// Lists the orders that the store has not acknowledged since they last changed status, the oldest first.
#[utoipa::path(tag = "Pedidos", operation_id = "listarPedidosNaoIntegrados", params(ParamPagina), responses(
    (status = 200, body = Vec<NumeroPedido>, headers(
        ("x-total-count" = i64, description = "All such orders, not only those of the page."),
        ("Link" = Option<String>, description = "The next page, `rel=\"next\"`; not on the last."))),
    Erros))]
#[get("/pedidos/naoIntegrados")]
async fn nao_integrados(
    Depois(ctx, pedida): Depois<Ctx, Filtros<PageRequest>>,
) -> Result<HttpResponse, ErroB> {
    let pedida = pedida.into_inner();
    let page = ctx.ler(move |conn, loja| Ok(pedidos::nao_integrados(conn, loja, pedida)?)).await?;
    Ok(pagina(&ctx, &page.map(|pedido_id| NumeroPedido { pedido_id })))
}

/// Acknowledges an order; a later change of its status puts it back.
#[utoipa::path(tag = "Pedidos", operation_id = "integrarPedido", request_body = NumeroPedido,
    responses((status = 200, body = bool), Erros, ErroAusente, ErrosDeCorpo))]
#[post("/pedidos/complete")]
async fn complete(Depois(ctx, corpo): Depois<Ctx, Corpo<NumeroPedido>>) -> Result<HttpResponse, ErroB> {
    let id = corpo.into_inner().pedido_id;
    let havia = ctx.escrever(move |tx, loja| Ok(pedidos::marcar_integrado(tx, loja, id)?)).await?;
    if havia { Ok(feito()) } else { Err(AUSENTE) }
}
