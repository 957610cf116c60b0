//! An order's parcel and invoice.

use actix_web::{HttpResponse, get, post, put};
use domain::pedido::{Rastreio, StatusPedido, Transition};
use domain::values::dates::{Data, DateStyle, Instante, Zone};
use domain::values::ids::PedidoId;
use http_kit::{Mount, Then};
use serde::Serialize;
use store::lojas_config;
use store::orders::{self, FollowUp};
use utoipa::ToSchema;

use super::super::outcome::{PARCEL_MISSING, moved};
use super::super::situacao::{filled, follow_up};
use super::bodies::{Noted, NovoRastreamento, RastreamentoCompleto, RastreamentoParcial};
use crate::answer::{done, json, without};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, PathParams};
use crate::resources::centro_distribuicao;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(find).service(create).service(update).service(update_numbered).service(update_partly);
}

/// An order's parcel and invoice; what is not known is null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RastreamentoDoPedido<'a> {
    /// An order has one parcel, numbered as the order.
    #[schema(value_type = i64)]
    pedido_rastreamento_id: PedidoId,
    /// When anything of the order last changed.
    #[schema(value_type = String)]
    data_atualizacao: Data,
    /// Number of the invoice.
    #[schema(required)]
    nota_fiscal: Option<&'a str>,
    /// Series of the invoice.
    #[serde(rename = "serieNF")]
    #[schema(required)]
    serie_nf: Option<&'a str>,
    /// Code of the invoice's operation.
    #[schema(required)]
    cfop: Option<String>,
    /// When the order was sent.
    #[schema(value_type = Option<String>, required)]
    data_enviado: Option<Data>,
    /// Address of the invoice.
    #[serde(rename = "urlNFE")]
    #[schema(required)]
    url_nfe: Option<&'a str>,
    /// Access key of the invoice.
    #[serde(rename = "chaveAcessoNFE")]
    #[schema(required)]
    chave_acesso_nfe: Option<&'a str>,
    /// Tracking code.
    #[schema(required)]
    rastreamento: Option<&'a str>,
    /// Address to follow the parcel at.
    #[schema(required)]
    url_rastreamento: Option<&'a str>,
    /// Carrier.
    #[schema(required)]
    transportadora: Option<&'a str>,
    /// When the order was delivered.
    #[schema(value_type = Option<String>, required)]
    data_entrega: Option<Data>,
}

impl<'a> RastreamentoDoPedido<'a> {
    fn of(id: PedidoId, pedido: &'a FollowUp, style: DateStyle) -> Self {
        let nota = pedido.detalhes.nota_fiscal.as_ref();
        let rastreio = pedido.detalhes.rastreio.as_ref();
        let noted = |date: fn(&Rastreio) -> Option<Instante>| rastreio.and_then(date);
        let date = |noted: Option<Instante>, status| {
            noted.or_else(|| pedido.reached_at(status)).map(|data| style.date(data))
        };
        Self {
            pedido_rastreamento_id: id,
            data_atualizacao: style.date(pedido.alterado_em),
            nota_fiscal: nota.and_then(|n| filled(&n.numero)),
            serie_nf: nota.and_then(|n| filled(&n.serie)),
            cfop: nota.and_then(|n| n.cfop).map(|cfop| cfop.to_string()),
            data_enviado: date(noted(|r| r.data_envio), StatusPedido::Enviado),
            url_nfe: nota.and_then(|n| filled(&n.url)),
            chave_acesso_nfe: nota.and_then(|n| filled(&n.chave)),
            rastreamento: rastreio.and_then(|r| filled(&r.codigo)),
            url_rastreamento: rastreio.and_then(|r| filled(&r.url)),
            transportadora: rastreio.and_then(|r| filled(&r.transportadora)),
            data_entrega: date(noted(|r| r.data_entrega), StatusPedido::Entregue),
        }
    }
}

/// Reads an order's parcel and invoice.
#[utoipa::path(tag = "Pedidos", operation_id = "obterRastreamento", params(("pedidoId" = i64, Path)),
    responses((status = 200, body = RastreamentoDoPedido), Errors, MissingError))]
#[get("/pedidos/{pedidoId}/rastreamento")]
async fn find(Then(ctx, id): Then<Ctx, PathParams<(PedidoId,)>>) -> Result<HttpResponse, ErrorB> {
    let (id,) = id.into_inner();
    let (pedido, style) = follow_up(&ctx, id).await?;
    Ok(json(&RastreamentoDoPedido::of(id, &pedido, style)))
}

/// Moves an order and notes its parcel and invoice. Where it already stands, the details are merged into what
/// is known. A move that may not be made is a 422.
#[utoipa::path(tag = "Pedidos", operation_id = "criarRastreamento", params(("pedidoId" = i64, Path)),
    request_body = NovoRastreamento,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[post("/pedidos/{pedidoId}/rastreamento")]
async fn create(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(PedidoId,)>, Body<NovoRastreamento>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((id,), mut body) = (id.into_inner(), body.into_inner());
    centro_distribuicao::check(&ctx, body.centro_distribuicao_id, &mut body.left_out).await?;
    write(&ctx, id, move |zone| body.transition(zone)).await
}

/// Notes an order's parcel and invoice; it stays where it stands.
#[utoipa::path(tag = "Pedidos", operation_id = "atualizarRastreamento", params(("pedidoId" = i64, Path)),
    request_body = RastreamentoCompleto,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/pedidos/{pedidoId}/rastreamento")]
async fn update(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(PedidoId,)>, Body<RastreamentoCompleto>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((id,), body) = (id.into_inner(), body.into_inner());
    write(&ctx, id, move |zone| Ok(body.transition(zone))).await
}

/// The order's number and its parcel's, which are the same.
type Numbers = PathParams<(PedidoId, PedidoId)>;

/// Notes an order's parcel and invoice by the parcel's number.
#[utoipa::path(tag = "Pedidos", operation_id = "atualizarRastreamentoCompleto",
    params(("pedidoId" = i64, Path), ("pedidoRastreamentoId" = i64, Path)),
    request_body = RastreamentoCompleto,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/pedidos/{pedidoId}/rastreamento/{pedidoRastreamentoId}")]
async fn update_numbered(
    Then(ctx, (numbers, body)): Then<Ctx, (Numbers, Body<RastreamentoCompleto>)>,
) -> Result<HttpResponse, ErrorB> {
    let (numbers, body) = (numbers.into_inner(), body.into_inner());
    note(&ctx, numbers, body).await
}

/// Notes how to follow an order's parcel.
#[utoipa::path(tag = "Pedidos", operation_id = "atualizarRastreamentoParcial",
    params(("pedidoId" = i64, Path), ("pedidoRastreamentoId" = i64, Path)),
    request_body = RastreamentoParcial,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/pedidos/{pedidoId}/rastreamento/{pedidoRastreamentoId}/parcial")]
async fn update_partly(
    Then(ctx, (numbers, body)): Then<Ctx, (Numbers, Body<RastreamentoParcial>)>,
) -> Result<HttpResponse, ErrorB> {
    let (numbers, body) = (numbers.into_inner(), body.into_inner());
    note(&ctx, numbers, body).await
}

async fn note(
    ctx: &Ctx,
    (id, parcel): (PedidoId, PedidoId),
    body: impl Noted + Send + 'static,
) -> Result<HttpResponse, ErrorB> {
    write(ctx, id, move |zone| if id == parcel { Ok(body.transition(zone)) } else { Err(PARCEL_MISSING) })
        .await
}

/// Moves an order as a body says, by the store's clock.
async fn write(
    ctx: &Ctx,
    id: PedidoId,
    transition: impl Fn(Zone) -> Result<Transition, ErrorB> + Send + 'static,
) -> Result<HttpResponse, ErrorB> {
    let defaults = ctx.defaults();
    let left_out = ctx
        .write(move |tx, loja| {
            let zone = lojas_config::find(tx, loja)?.zone(defaults);
            let transition = transition(zone)?;
            let left_out = transition.left_out.clone();
            moved(orders::transition(tx, loja, id, transition)?)?;
            Ok(left_out)
        })
        .await?;
    Ok(without(done(), left_out.iter().map(|member| member.path.as_str())))
}
