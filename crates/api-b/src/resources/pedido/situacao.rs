//! Where an order stands, how it came there, and moving it on.

use actix_web::{HttpResponse, get, put};
use domain::interface_b::situacao_pedido::Situacao;
use domain::pedido::{StatusPedido, Transition, details};
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::values::dates::{Data, DateStyle};
use domain::values::ids::PedidoId;
use http_kit::{Mount, Then};
use serde::Serialize;
use store::lojas_config;
use store::orders::{self, FollowUp};
use utoipa::ToSchema;

use super::outcome::{MISSING, moved};
use crate::answer::{done, json, without};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(historico).service(find).service(change_status);
}

/// The statuses that an order has had.
#[derive(Serialize, ToSchema)]
struct HistoricoSituacao {
    /// The oldest first; details that came later are no entry of their own.
    situacoes: Vec<SituacaoHistorica>,
}

/// A status that an order has had.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SituacaoHistorica {
    /// Its number.
    situacao_pedido_id: i16,
    /// Its name.
    nome: &'static str,
    /// When the service heard of it.
    #[schema(value_type = String)]
    data_atualizacao: Data,
}

impl HistoricoSituacao {
    fn of(pedido: &FollowUp, style: DateStyle) -> Self {
        let mut previous: Option<i16> = None;
        let changes = pedido.historico.iter().filter(|r| previous.replace(r.code()) != Some(r.code()));
        let situacoes = changes.map(|registro| SituacaoHistorica {
            situacao_pedido_id: registro.code(),
            nome: Situacao::from_code(registro.code().into()).map_or("", |situacao| situacao.nome),
            data_atualizacao: style.date(registro.registrado_em),
        });
        Self { situacoes: situacoes.collect() }
    }
}

/// Where an order stands; what is not known is null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatusDoPedido<'a> {
    /// Number of its status.
    situacao_pedido_id: i16,
    /// When the service heard of it.
    #[schema(value_type = String)]
    data_atualizacao: Data,
    /// Number of the invoice.
    #[schema(required)]
    nota_fiscal: Option<&'a str>,
    /// Code of the invoice's operation; 0 when not known.
    cfop: i32,
    /// When it was sent.
    #[schema(value_type = Option<String>, required)]
    data_enviado: Option<Data>,
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
    nome_transportadora: Option<&'a str>,
    /// Its items.
    produtos: Vec<ProdutoDoPedido>,
}

/// An item of an order, on its way.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProdutoDoPedido {
    /// Number of the variant; 0 when the SKU was not registered.
    produto_variante_id: i64,
    /// Number of its status: its own, or else its order's.
    situacao_produto_id: i16,
    /// Quantity.
    quantidade: i32,
    /// Where it is sent from, of several distribution centres the one that sends most of it.
    centro_distribuicao_id: i32,
}

impl<'a> StatusDoPedido<'a> {
    fn of(pedido: &'a FollowUp, style: DateStyle) -> Self {
        let nota = pedido.detalhes.nota_fiscal.as_ref();
        let rastreio = pedido.detalhes.rastreio.as_ref();
        let produto = |(index, item): (usize, &domain::pedido::ItemPedido)| ProdutoDoPedido {
            produto_variante_id: pedido.variante(&item.sku),
            situacao_produto_id: pedido.of_line(index).code(),
            quantidade: item.quantidade,
            centro_distribuicao_id: pedido.centro(index),
        };
        Self {
            situacao_pedido_id: pedido.standing.code(),
            data_atualizacao: style.date(pedido.status_em),
            nota_fiscal: nota.and_then(|n| filled(&n.numero)),
            cfop: nota.and_then(|n| n.cfop).unwrap_or(0),
            data_enviado: rastreio
                .and_then(|r| r.data_envio)
                .or_else(|| pedido.reached_at(StatusPedido::Enviado))
                .map(|date| style.date(date)),
            chave_acesso_nfe: nota.and_then(|n| filled(&n.chave)),
            rastreamento: rastreio.and_then(|r| filled(&r.codigo)),
            url_rastreamento: rastreio.and_then(|r| filled(&r.url)),
            nome_transportadora: rastreio.and_then(|r| filled(&r.transportadora)),
            produtos: pedido.pedido.produtos.iter().enumerate().map(produto).collect(),
        }
    }
}

/// A text that says something.
pub(super) fn filled(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// An order with the style of its store's dates.
pub(super) async fn follow_up(ctx: &Ctx, id: PedidoId) -> Result<(FollowUp, DateStyle), ErrorB> {
    let defaults = ctx.defaults();
    ctx.read_one(move |conn, loja| {
        let style = lojas_config::find(conn, loja)?.style(defaults);
        Ok((orders::follow_up(conn, loja, id)?.ok_or(MISSING)?, style))
    })
    .await
}

/// The statuses that an order has had, the oldest first.
#[utoipa::path(tag = "Pedidos", operation_id = "obterHistoricoSituacao", params(("pedidoId" = i64, Path)),
    responses((status = 200, body = HistoricoSituacao), Errors, MissingError))]
#[get("/pedidos/{pedidoId}/historicoSituacao")]
async fn historico(Then(ctx, id): Then<Ctx, PathParams<(PedidoId,)>>) -> Result<HttpResponse, ErrorB> {
    let (pedido, style) = follow_up(&ctx, id.0.0).await?;
    Ok(json(&HistoricoSituacao::of(&pedido, style)))
}

/// Where an order stands, with its invoice and parcel.
#[utoipa::path(tag = "Pedidos", operation_id = "obterStatusPedido", params(("pedidoId" = i64, Path)),
    responses((status = 200, body = StatusDoPedido), Errors, MissingError))]
#[get("/pedidos/{pedidoId}/status")]
async fn find(Then(ctx, id): Then<Ctx, PathParams<(PedidoId,)>>) -> Result<HttpResponse, ErrorB> {
    let (pedido, style) = follow_up(&ctx, id.0.0).await?;
    Ok(json(&StatusDoPedido::of(&pedido, style)))
}

/// Where an order is to go.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct NovoStatus {
    /// Number of the status. 3 to 7 cancel with the reason that they name; 10, 12 to 17 and 19 to 23 are
    /// steps within interface A's statuses.
    #[schema(value_type = i32, minimum = 1, maximum = 23)]
    id: &'static Situacao,
    /// Why; of more than 500 characters the first 500. A cancellation (8) without one is noted as the store's.
    #[schema(required = false)]
    motivo: String,
    /// Where the hub keeps the stock: a cancelled order that was invoiced or shipped gives its units back.
    #[schema(required = false)]
    devolver_estoque: bool,
    /// What cannot be kept.
    #[schema(ignore)]
    left_out: Problems,
}

impl FromJson for NovoStatus {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let id = read_situacao(&obj, "id", p);
        let mut left_out = Problems::new();
        let motivo = details::reason(&obj, &mut left_out);
        let give_back = obj.default("devolverEstoque", p, false);
        Some(Self { id: id?, motivo, devolver_estoque: give_back?, left_out })
    }
}

/// Reads the number of a status that must be there.
pub(super) fn read_situacao(
    obj: &domain::reading::json::InputObject<'_>,
    name: &str,
    p: &mut Problems,
) -> Option<&'static Situacao> {
    match Situacao::from_code(obj.required(name, p)?) {
        Some(situacao) => Some(situacao),
        None => obj.problem(name, p, "deve ser um código de situação, de 1 a 23"),
    }
}

/// The move of a whole order that a number asks for. A reason that the number names comes before one that was
/// given.
pub(super) fn transition_to(situacao: &Situacao, motivo: String) -> Transition {
    Transition {
        to: situacao.target(),
        lines: None,
        data: None,
        motivo: situacao.motivo_or(motivo),
        nota_fiscal: None,
        rastreio: None,
        by_store: true,
        give_back: false,
        left_out: Problems::new(),
    }
}

/// Moves an order. Where it already stands: nothing happens. A move that may not be made is a 422.
#[utoipa::path(tag = "Pedidos", operation_id = "alterarStatusPedido", params(("pedidoId" = i64, Path)),
    request_body = NovoStatus, responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/pedidos/{pedidoId}/status")]
async fn change_status(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(PedidoId,)>, Body<NovoStatus>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((id,), body) = (id.into_inner(), body.into_inner());
    let NovoStatus { id: situacao, motivo, devolver_estoque, left_out } = body;
    let named = left_out.clone();
    let change = Transition { give_back: devolver_estoque, left_out, ..transition_to(situacao, motivo) };
    ctx.write(move |tx, loja| moved(orders::transition(tx, loja, id, change.clone())?)).await?;
    Ok(without(done(), named.iter().map(|member| member.path.as_str())))
}
