//! Parcels and invoices of an order's items, and where each item stands.

use actix_web::{HttpResponse, get, post, put};
use domain::interface_b::situacao_pedido::Situacao;
use domain::pedido::{LineIndex, StatusPedido, Transition, details};
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::values::dates::{Data, DateStyle, Instante, Zone};
use domain::values::ids::PedidoId;
use http_kit::{Mount, Then};
use serde::Serialize;
use store::lojas_config;
use store::orders::{self, Detalhes, FollowUp, Line};
use utoipa::ToSchema;

use super::super::outcome::{ITEM_MISSING, MISSING, PARCEL_MISSING, moved_item};
use super::super::situacao::{filled, follow_up, read_situacao, transition_to};
use super::bodies::{Noted, NovoRastreamento, RastreamentoCompleto, RastreamentoParcial};
use crate::answer::{done, render_list, without};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, PathParams};
use crate::resources::centro_distribuicao;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(list_of_item).service(find).service(create);
    cfg.service(update).service(update_partly).service(change_status);
}

/// The parcels of a product within an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RastreamentosDoProduto {
    /// Number of the variant; 0 stands for all whose SKU was not registered.
    produto_variante_id: i64,
    /// One for each item of the order that is this product and has been sent, or has an invoice or a parcel.
    rastreamentos: Vec<RastreamentoDoItem>,
}

/// The parcel and invoice of an item: its own, or else its order's; what is not known is null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RastreamentoDoItem {
    /// The place of the item in its order, from 1.
    pedido_rastreamento_produto_id: i64,
    /// Quantity.
    quantidade: i32,
    /// When anything of the order last changed.
    #[schema(value_type = String)]
    data_atualizacao: Data,
    /// Number of the invoice.
    #[schema(required)]
    nota_fiscal: Option<String>,
    /// Code of the invoice's operation; 0 when not known.
    cfop: i32,
    /// When it was sent.
    #[schema(value_type = Option<String>, required)]
    data_enviado: Option<Data>,
    /// Access key of the invoice.
    #[serde(rename = "chaveAcessoNFE")]
    #[schema(required)]
    chave_acesso_nfe: Option<String>,
    /// Tracking code.
    #[schema(required)]
    rastreamento: Option<String>,
    /// Address to follow the parcel at.
    #[schema(required)]
    url_rastreamento: Option<String>,
    /// Carrier.
    #[schema(required)]
    transportadora: Option<String>,
    /// Where it is sent from, of several distribution centres the one that sends most of it.
    centro_distribuicao_id: i32,
    /// When it arrived.
    #[schema(value_type = Option<String>, required)]
    data_entrega: Option<Data>,
}

/// The number that an item has in addresses.
fn number(index: LineIndex) -> i64 {
    i64::try_from(index).unwrap_or(i64::MAX).saturating_add(1)
}

impl RastreamentosDoProduto {
    fn of(pedido: &FollowUp, variante: i64, only: Option<i64>, style: DateStyle) -> Self {
        let lines = pedido.lines_of(variante).into_iter();
        let wanted = lines.filter(|index| only.is_none_or(|only| only == number(*index)));
        let of_item = |index| RastreamentoDoItem::of(pedido, index, style);
        Self { produto_variante_id: variante, rastreamentos: wanted.filter_map(of_item).collect() }
    }
}

impl RastreamentoDoItem {
    /// `None` while nothing is known of it.
    fn of(pedido: &FollowUp, index: LineIndex, style: DateStyle) -> Option<Self> {
        let status = pedido.of_line(index).status;
        let details = pedido.details_of_line(index);
        let sent = matches!(status, StatusPedido::Enviado | StatusPedido::Entregue);
        if !sent && details == Detalhes::default() {
            return None;
        }
        let (nota, rastreio) =
            (details.nota_fiscal.unwrap_or_default(), details.rastreio.unwrap_or_default());
        // items go with their order where nothing else is said of them
        let date = |noted: Option<Instante>, of: StatusPedido| {
            let with_order = || pedido.reached_at(of).filter(|_| status != StatusPedido::Cancelado);
            noted.or_else(with_order).map(|date| style.date(date))
        };
        let text = |text: &str| filled(text).map(str::to_owned);
        let item = pedido.pedido.produtos.get(index)?;
        Some(Self {
            pedido_rastreamento_produto_id: number(index),
            quantidade: item.quantidade,
            data_atualizacao: style.date(pedido.alterado_em),
            nota_fiscal: text(&nota.numero),
            cfop: nota.cfop.unwrap_or(0),
            data_enviado: date(rastreio.data_envio, StatusPedido::Enviado),
            chave_acesso_nfe: text(&nota.chave),
            rastreamento: text(&rastreio.codigo),
            url_rastreamento: text(&rastreio.url),
            transportadora: text(&rastreio.transportadora),
            centro_distribuicao_id: pedido.centro(index),
            data_entrega: date(rastreio.data_entrega, StatusPedido::Entregue),
        })
    }
}

/// The parcels and invoices of all products of an order.
#[utoipa::path(tag = "Pedidos", operation_id = "listarRastreamentosDosProdutos",
    params(("pedidoId" = i64, Path)), responses((status = 200, body = Vec<RastreamentosDoProduto>,
        headers(("x-total-count" = i64, description = "Products."))), Errors, MissingError))]
#[get("/pedidos/{pedidoId}/rastreamento/produtos")]
async fn list(Then(ctx, id): Then<Ctx, PathParams<(PedidoId,)>>) -> Result<HttpResponse, ErrorB> {
    let (pedido, style) = follow_up(&ctx, id.0.0).await?;
    let mut variantes: Vec<i64> = Vec::new();
    for item in &pedido.pedido.produtos {
        let variante = pedido.variante(&item.sku);
        if !variantes.contains(&variante) {
            variantes.push(variante);
        }
    }
    let of_product = |variante| RastreamentosDoProduto::of(&pedido, variante, None, style);
    Ok(render_list(&variantes.into_iter().map(of_product).collect::<Vec<_>>()))
}

/// The order, and the number of the variant.
type OfProduct = PathParams<(PedidoId, i64)>;
/// The same with the item's number.
type OfItem = PathParams<(PedidoId, i64, i64)>;

/// The parcels and invoices of a product of an order.
#[utoipa::path(tag = "Pedidos", operation_id = "listarRastreamentosDoProduto",
    params(("pedidoId" = i64, Path), ("produtoVarianteId" = i64, Path)),
    responses((status = 200, body = Vec<RastreamentosDoProduto>,
        headers(("x-total-count" = i64, description = "1."))), Errors, MissingError))]
#[get("/pedidos/{pedidoId}/produtos/{produtoVarianteId}/rastreamento")]
async fn list_of_item(Then(ctx, path): Then<Ctx, OfProduct>) -> Result<HttpResponse, ErrorB> {
    let (id, variante) = path.into_inner();
    read(&ctx, id, variante, None).await
}

/// One of the parcels of a product of an order.
#[utoipa::path(tag = "Pedidos", operation_id = "obterRastreamentoDoProduto",
    params(("pedidoId" = i64, Path), ("produtoVarianteId" = i64, Path),
        ("pedidoRastreamentoProdutoId" = i64, Path)),
    responses((status = 200, body = Vec<RastreamentosDoProduto>,
        headers(("x-total-count" = i64, description = "1."))), Errors, MissingError))]
#[get("/pedidos/{pedidoId}/produtos/{produtoVarianteId}/rastreamento/{pedidoRastreamentoProdutoId}")]
async fn find(Then(ctx, path): Then<Ctx, OfItem>) -> Result<HttpResponse, ErrorB> {
    let (id, variante, item) = path.into_inner();
    read(&ctx, id, variante, Some(item)).await
}

async fn read(ctx: &Ctx, id: PedidoId, variante: i64, only: Option<i64>) -> Result<HttpResponse, ErrorB> {
    let (pedido, style) = follow_up(ctx, id).await?;
    let lines = pedido.lines_of(variante);
    if lines.is_empty() {
        return Err(ITEM_MISSING);
    }
    if only.is_some_and(|only| !lines.iter().any(|index| number(*index) == only)) {
        return Err(PARCEL_MISSING);
    }
    Ok(render_list(&[RastreamentosDoProduto::of(&pedido, variante, only, style)]))
}

/// Which of the items of a product are meant.
#[derive(Clone, Copy, Default)]
struct Which {
    item: Option<i64>,
    quantidade: Option<i32>,
}

impl Which {
    /// The places of the items. They are sent whole: a part of them is refused.
    fn of(self, lines: Option<Vec<Line>>) -> Result<Vec<LineIndex>, ErrorB> {
        let mut lines = lines.ok_or(MISSING)?;
        if lines.is_empty() {
            return Err(ITEM_MISSING);
        }
        lines.retain(|line| self.item.is_none_or(|item| item == number(line.index)));
        if lines.is_empty() {
            return Err(PARCEL_MISSING);
        }
        let sold = lines.iter().fold(0_i32, |sum, line| sum.saturating_add(line.quantidade));
        match self.quantidade.filter(|quantidade| *quantidade != 0 && *quantidade != sold) {
            None => Ok(lines.into_iter().map(|line| line.index).collect()),
            Some(quantidade) => Err(ErrorB::rule(format_args!(
                "Os itens são movidos inteiros: a quantidade é {sold}, e não {quantidade}."
            ))),
        }
    }
}

/// Moves an item of an order and notes its parcel and invoice. Where it already stands, the details are
/// merged into what is known. The order follows when the last of its items does. A move that may not be made
/// is a 422.
#[utoipa::path(tag = "Pedidos", operation_id = "criarRastreamentoDoProduto",
    params(("pedidoId" = i64, Path), ("produtoVarianteId" = i64, Path)), request_body = NovoRastreamento,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[post("/pedidos/{pedidoId}/produtos/{produtoVarianteId}/rastreamento")]
async fn create(
    Then(ctx, (path, body)): Then<Ctx, (OfProduct, Body<NovoRastreamento>)>,
) -> Result<HttpResponse, ErrorB> {
    let (path, mut body) = (path.into_inner(), body.into_inner());
    let which = Which { quantidade: body.quantidade, item: None };
    centro_distribuicao::check(&ctx, body.centro_distribuicao_id, &mut body.left_out).await?;
    write(&ctx, path, which, move |zone| body.transition(zone)).await
}

/// Notes an item's parcel and invoice; it stays where it stands.
#[utoipa::path(tag = "Pedidos", operation_id = "atualizarRastreamentoDoProduto",
    params(("pedidoId" = i64, Path), ("produtoVarianteId" = i64, Path),
        ("pedidoRastreamentoProdutoId" = i64, Path)),
    request_body = RastreamentoCompleto,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/pedidos/{pedidoId}/produtos/{produtoVarianteId}/rastreamento/{pedidoRastreamentoProdutoId}")]
async fn update(
    Then(ctx, (path, body)): Then<Ctx, (OfItem, Body<RastreamentoCompleto>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((id, variante, item), body) = (path.into_inner(), body.into_inner());
    let which = Which { item: Some(item), quantidade: None };
    write(&ctx, (id, variante), which, move |zone| Ok(body.transition(zone))).await
}

/// Notes how to follow an item's parcel.
#[utoipa::path(tag = "Pedidos", operation_id = "atualizarRastreamentoParcialDoProduto",
    params(("pedidoId" = i64, Path), ("produtoVarianteId" = i64, Path),
        ("pedidoRastreamentoProdutoId" = i64, Path)),
    request_body = RastreamentoParcial,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/pedidos/{pedidoId}/produtos/{produtoVarianteId}/rastreamento/{pedidoRastreamentoProdutoId}/parcial")]
async fn update_partly(
    Then(ctx, (path, body)): Then<Ctx, (OfItem, Body<RastreamentoParcial>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((id, variante, item), body) = (path.into_inner(), body.into_inner());
    let which = Which { item: Some(item), quantidade: None };
    write(&ctx, (id, variante), which, move |zone| Ok(body.transition(zone))).await
}

/// Where an item is to go.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct NovoStatusDoItem {
    /// Number of the status.
    #[schema(value_type = i32, minimum = 1, maximum = 23)]
    situacao_pedido_produto_id: &'static Situacao,
    /// Where it is sent from, a distribution centre; it is not kept, and one that there is not is named in `X-Aviso`.
    /// 0 counts as not given.
    centro_distribuicao_id: Option<i32>,
    /// All of it that was sold, as when not given; 0 counts as not given.
    quantidade: Option<i32>,
    /// Why; of more than 500 characters the first 500.
    #[schema(required = false)]
    motivo: String,
    /// Where the hub keeps the stock: a cancelled item that was invoiced or shipped gives its units back.
    #[schema(required = false)]
    devolver_estoque: bool,
    /// What cannot be kept.
    #[schema(ignore)]
    left_out: Problems,
}

impl FromJson for NovoStatusDoItem {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let situacao_pedido_produto_id = read_situacao(&obj, "situacaoPedidoProdutoId", p);
        let quantidade = obj.optional("quantidade", p);
        let mut left_out = Problems::new();
        let give_back = obj.default("devolverEstoque", p, false);
        Some(Self {
            situacao_pedido_produto_id: situacao_pedido_produto_id?,
            centro_distribuicao_id: obj.optional("centroDistribuicaoId", &mut left_out).flatten(),
            quantidade: quantidade?,
            motivo: details::reason(&obj, &mut left_out),
            devolver_estoque: give_back?,
            left_out,
        })
    }
}

/// Moves an item of an order, which follows when the last of its items does. A move that may not be made is a
/// 422.
#[utoipa::path(tag = "Pedidos", operation_id = "alterarStatusDoProduto",
    params(("pedidoId" = i64, Path), ("produtoVarianteId" = i64, Path)), request_body = NovoStatusDoItem,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[put("/pedidos/{pedidoId}/{produtoVarianteId}/status")]
async fn change_status(
    Then(ctx, (path, body)): Then<Ctx, (OfProduct, Body<NovoStatusDoItem>)>,
) -> Result<HttpResponse, ErrorB> {
    let (path, mut body) = (path.into_inner(), body.into_inner());
    centro_distribuicao::check(&ctx, body.centro_distribuicao_id, &mut body.left_out).await?;
    let which = Which { item: None, quantidade: body.quantidade };
    let change = move |_| {
        let change = transition_to(body.situacao_pedido_produto_id, body.motivo.clone());
        Ok(Transition { give_back: body.devolver_estoque, left_out: body.left_out.clone(), ..change })
    };
    write(&ctx, path, which, change).await
}

/// Moves items as a body says, by the store's clock.
async fn write(
    ctx: &Ctx,
    (id, variante): (PedidoId, i64),
    which: Which,
    transition: impl Fn(Zone) -> Result<Transition, ErrorB> + Send + 'static,
) -> Result<HttpResponse, ErrorB> {
    let defaults = ctx.defaults();
    let left_out = ctx
        .write(move |tx, loja| {
            let lines = which.of(orders::lines(tx, loja, id, variante)?)?;
            let zone = lojas_config::find(tx, loja)?.zone(defaults);
            let transition = Transition { lines: Some(lines), ..transition(zone)? };
            let left_out = transition.left_out.clone();
            moved_item(orders::transition(tx, loja, id, transition)?)?;
            Ok(left_out)
        })
        .await?;
    Ok(without(done(), left_out.iter().map(|member| member.path.as_str())))
}
