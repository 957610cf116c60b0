//! Where an order stands, how it came there, and moving it on.

use actix_web::{HttpResponse, get, put};
use domain::interface_b::registro::CENTRO_DISTRIBUICAO;
use domain::interface_b::situacao_pedido::Situacao;
use domain::pedido::{MudancaStatus, StatusPedido};
use domain::reading::json::{Leitura, Valor};
use domain::reading::problems::Problemas;
use domain::values::dates::{Data, EstiloData};
use domain::values::ids::PedidoId;
use http_kit::Depois;
use serde::Serialize;
use store::lojas_config;
use store::pedidos::{self, Acompanhamento};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::desfecho::{AUSENTE, movido};
use crate::contexto::Ctx;
use crate::doc::{ErroAusente, Erros, ErrosDeCorpo};
use crate::erro::ErroB;
use crate::interface::{Caminho, Corpo};
use crate::resposta::{feito, json};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(historico).service(find).service(mudar);
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
    fn de(pedido: &Acompanhamento, estilo: EstiloData) -> Self {
        let mut anterior: Option<StatusPedido> = None;
        let mudancas = pedido.historico.iter().filter(|r| anterior.replace(r.status) != Some(r.status));
        let situacoes = mudancas.map(|registro| SituacaoHistorica {
            situacao_pedido_id: registro.status.codigo(),
            nome: Situacao::nome_de(registro.status),
            data_atualizacao: estilo.data(registro.registrado_em),
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
    /// Always 0: items have no status of their own.
    situacao_produto_id: i32,
    /// Quantity.
    quantidade: i32,
    /// Where it is sent from.
    centro_distribuicao_id: i32,
}

impl<'a> StatusDoPedido<'a> {
    fn de(pedido: &'a Acompanhamento, estilo: EstiloData) -> Self {
        let nota = pedido.detalhes.nota_fiscal.as_ref();
        let rastreio = pedido.detalhes.rastreio.as_ref();
        let variante = |sku: &str| pedido.catalogo.iter().find(|c| c.sku == sku).map_or(0, |c| c.variante);
        let produto = |item: &domain::pedido::ItemPedido| ProdutoDoPedido {
            produto_variante_id: variante(&item.sku),
            situacao_produto_id: 0,
            quantidade: item.quantidade,
            centro_distribuicao_id: CENTRO_DISTRIBUICAO,
        };
        Self {
            situacao_pedido_id: pedido.status.codigo(),
            data_atualizacao: estilo.data(pedido.status_em),
            nota_fiscal: nota.and_then(|n| preenchido(&n.numero)),
            cfop: nota.and_then(|n| n.cfop).unwrap_or(0),
            data_enviado: pedido.chegou_em(StatusPedido::Enviado).map(|data| estilo.data(data)),
            chave_acesso_nfe: nota.and_then(|n| preenchido(&n.chave)),
            rastreamento: rastreio.and_then(|r| preenchido(&r.codigo)),
            url_rastreamento: rastreio.and_then(|r| preenchido(&r.url)),
            nome_transportadora: rastreio.and_then(|r| preenchido(&r.transportadora)),
            produtos: pedido.pedido.produtos.iter().map(produto).collect(),
        }
    }
}

/// A text that says something.
pub(super) fn preenchido(texto: &str) -> Option<&str> {
    (!texto.is_empty()).then_some(texto)
}

/// An order with the style of its store's dates.
pub(super) async fn acompanhar(ctx: &Ctx, id: PedidoId) -> Result<(Acompanhamento, EstiloData), ErroB> {
    let padrao = ctx.fuso();
    ctx.ler_por_chave(move |conn, loja| {
        let estilo = lojas_config::find(conn, loja)?.estilo(padrao);
        Ok((pedidos::acompanhar(conn, loja, id)?.ok_or(AUSENTE)?, estilo))
    })
    .await
}

/// The statuses that an order has had, the oldest first.
#[utoipa::path(tag = "Pedidos", operation_id = "obterHistoricoSituacao", params(("pedidoId" = i64, Path)),
    responses((status = 200, body = HistoricoSituacao), Erros, ErroAusente))]
#[get("/pedidos/{pedidoId}/historicoSituacao")]
async fn historico(Depois(ctx, id): Depois<Ctx, Caminho<(PedidoId,)>>) -> Result<HttpResponse, ErroB> {
    let (pedido, estilo) = acompanhar(&ctx, id.0.0).await?;
    Ok(json(&HistoricoSituacao::de(&pedido, estilo)))
}

/// Where an order stands, with its invoice and parcel.
#[utoipa::path(tag = "Pedidos", operation_id = "obterStatusPedido", params(("pedidoId" = i64, Path)),
    responses((status = 200, body = StatusDoPedido), Erros, ErroAusente))]
#[get("/pedidos/{pedidoId}/status")]
async fn find(Depois(ctx, id): Depois<Ctx, Caminho<(PedidoId,)>>) -> Result<HttpResponse, ErroB> {
    let (pedido, estilo) = acompanhar(&ctx, id.0.0).await?;
    Ok(json(&StatusDoPedido::de(&pedido, estilo)))
}

/// Where an order is to go.
#[derive(ToSchema)]
struct NovoStatus {
    /// Number of the status: 1, 2, 8, 9, 11 or 18; 3 to 7 cancel with the reason that they name.
    #[schema(value_type = i32, minimum = 1, maximum = 23)]
    id: &'static Situacao,
    /// Why, at most 500 characters. Required to cancel (8) an invoiced or sent order.
    #[schema(required = false, max_length = 500)]
    motivo: String,
}

impl Leitura for NovoStatus {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let id = ler_situacao(&obj, "id", p);
        let motivo = obj.texto_ou_vazio("motivo", 500, p);
        Some(Self { id: id?, motivo: motivo? })
    }
}

/// Reads the number of a status that must be there.
pub(super) fn ler_situacao(
    obj: &domain::reading::json::Objeto<'_>,
    nome: &str,
    p: &mut Problemas,
) -> Option<&'static Situacao> {
    match Situacao::de_codigo(obj.obrigatorio(nome, p)?) {
        Some(situacao) => Some(situacao),
        None => obj.problema(nome, p, "deve ser um código de situação, de 1 a 23"),
    }
}

/// The move that a number asks for. A reason that the number names comes before one that was given.
pub(super) fn mudanca(situacao: &Situacao, motivo: String) -> Result<MudancaStatus, ErroB> {
    let Some(status) = situacao.status() else {
        let nome = situacao.nome;
        return Err(ErroB::regra(format_args!("Os pedidos desta loja não passam pela situação {nome}.")));
    };
    let motivo = if situacao.motivo().is_empty() { motivo } else { situacao.motivo().to_owned() };
    Ok(MudancaStatus { status, data: None, motivo, nota_fiscal: None, rastreio: None })
}

/// Moves an order. Where it already stands: nothing happens. A move that may not be made is a 422.
#[utoipa::path(tag = "Pedidos", operation_id = "alterarStatusPedido", params(("pedidoId" = i64, Path)),
    request_body = NovoStatus, responses((status = 200, body = bool), Erros, ErroAusente, ErrosDeCorpo))]
#[put("/pedidos/{pedidoId}/status")]
async fn mudar(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(PedidoId,)>, Corpo<NovoStatus>)>,
) -> Result<HttpResponse, ErroB> {
    let ((id,), NovoStatus { id: situacao, motivo }) = (id.into_inner(), corpo.into_inner());
    let mudanca = mudanca(situacao, motivo)?;
    ctx.escrever(move |tx, loja| movido(pedidos::mover(tx, loja, id, &mudanca)?)).await?;
    Ok(feito())
}
