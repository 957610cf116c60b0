//! An order's parcel and invoice.

use actix_web::{HttpResponse, get, post};
use domain::interface_b::registro::CENTRO_DISTRIBUICAO;
use domain::interface_b::situacao_pedido::Situacao;
use domain::pedido::{MudancaStatus, NotaFiscal, Rastreio, StatusPedido};
use domain::reading::json::{FromJson, InputObject, InputValue};
use domain::reading::problems::Problems;
use domain::values::dates::DateLimit;
use domain::values::dates::{Data, DateStyle};
use domain::values::documents::NfeKey;
use domain::values::ids::PedidoId;
use domain::values::web::{URL_MAX, UrlHttp};
use http_kit::Then;
use serde::Serialize;
use store::lojas_config;
use store::pedidos::{self, FollowUp};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::outcome::moved;
use super::situacao::{change_of, filled, follow_up, read_situacao};
use crate::answer::{done, json};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, PathParams};

/// The routes of this file.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.service(find).service(create);
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
    /// Code of the invoice's operation; 0 when not known.
    cfop: i32,
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
        let reached_at = |status| pedido.reached_at(status).map(|data| style.date(data));
        Self {
            pedido_rastreamento_id: id,
            data_atualizacao: style.date(pedido.alterado_em),
            nota_fiscal: nota.and_then(|n| filled(&n.numero)),
            serie_nf: nota.and_then(|n| filled(&n.serie)),
            cfop: nota.and_then(|n| n.cfop).unwrap_or(0),
            data_enviado: reached_at(StatusPedido::Enviado),
            url_nfe: nota.and_then(|n| filled(&n.url)),
            chave_acesso_nfe: nota.and_then(|n| filled(&n.chave)),
            rastreamento: rastreio.and_then(|r| filled(&r.codigo)),
            url_rastreamento: rastreio.and_then(|r| filled(&r.url)),
            transportadora: rastreio.and_then(|r| filled(&r.transportadora)),
            data_entrega: reached_at(StatusPedido::Entregue),
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

/// A step of an order with its parcel and invoice. Empty texts count as absent.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct NovoRastreamento {
    /// Number of the status that the order moves to, or has already.
    #[schema(value_type = i32, minimum = 1, maximum = 23)]
    situacao_pedido_id: &'static Situacao,
    /// Where it is sent from: 1, the store itself.
    centro_distribuicao_id: i32,
    /// Tracking code, at most 200 characters.
    #[schema(required = false, max_length = 200)]
    rastreamento: String,
    /// When it happened: a date or date-time, with or without offset; now when not given.
    #[schema(value_type = Option<String>)]
    data_evento: Option<DateLimit>,
    /// Number of the invoice, at most 20 characters; a JSON number is read too.
    #[schema(required = false, max_length = 20)]
    numero_nota_fiscal: String,
    /// Access key of the invoice: 44 characters with their check digit.
    #[schema(rename = "chaveAcessoNFE", required = false, max_length = 60)]
    chave_acesso_nfe: String,
    /// Address of the invoice, absolute http(s).
    #[schema(rename = "urlNFE", required = false, max_length = 2000)]
    url_nfe: String,
    /// Series of the invoice, at most 20 characters; a JSON number is read too.
    #[schema(rename = "serieNFE", required = false, max_length = 20)]
    serie_nfe: String,
    /// Code of the invoice's operation; a text that holds a number is read too.
    #[schema(minimum = 0, maximum = 9999)]
    cfop: Option<i32>,
    /// Address to follow the parcel at, absolute http(s).
    #[schema(required = false, max_length = 2000)]
    url_rastreamento: String,
    /// Why, at most 500 characters. Required to cancel (8) an invoiced or sent order.
    #[schema(required = false, max_length = 500)]
    motivo: String,
}

impl FromJson for NovoRastreamento {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let situacao_pedido_id = read_situacao(&obj, "situacaoPedidoId", p);
        let centro_distribuicao_id = obj.required("centroDistribuicaoId", p);
        let rastreamento = obj.text_or_empty("rastreamento", 200, p);
        let data_evento = read_text(&obj, "dataEvento", p, |t| t.parse::<DateLimit>());
        let numero_nota_fiscal = text_or_number(&obj, "numeroNotaFiscal", p);
        let chave_acesso_nfe = read_text(&obj, "chaveAcessoNFE", p, |t| t.parse::<NfeKey>());
        let url_nfe = read_text(&obj, "urlNFE", p, UrlHttp::parse);
        let serie_nfe = text_or_number(&obj, "serieNFE", p);
        let cfop = read_text(&obj, "cfop", p, read_cfop);
        let url_rastreamento = read_text(&obj, "urlRastreamento", p, UrlHttp::parse);
        let motivo = obj.text_or_empty("motivo", 500, p);
        Some(Self {
            situacao_pedido_id: situacao_pedido_id?,
            centro_distribuicao_id: centro_distribuicao_id?,
            rastreamento: rastreamento?,
            data_evento: data_evento?,
            numero_nota_fiscal: numero_nota_fiscal?,
            chave_acesso_nfe: chave_acesso_nfe?.map(String::from).unwrap_or_default(),
            url_nfe: url_nfe?.map(String::from).unwrap_or_default(),
            serie_nfe: serie_nfe?,
            cfop: cfop?,
            url_rastreamento: url_rastreamento?.map(String::from).unwrap_or_default(),
            motivo: motivo?,
        })
    }
}

/// Reads a member out of a text or a number; blank counts as absent.
fn read_text<T, E: std::fmt::Display>(
    obj: &InputObject<'_>,
    name: &str,
    p: &mut Problems,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Option<Option<T>> {
    let parsed = obj.with(name, p, |value, p| {
        let text = if is_number(value) { value.raw().get().to_owned() } else { value.text(0, URL_MAX, p)? };
        if text.trim().is_empty() {
            return Some(None);
        }
        match read(text.trim()) {
            Ok(parsed) => Some(Some(parsed)),
            Err(e) => value.problem(p, e),
        }
    })?;
    Some(parsed.flatten())
}

fn read_cfop(text: &str) -> Result<i32, &'static str> {
    match text.parse() {
        Ok(n) if (0..=9999).contains(&n) => Ok(n),
        _ => Err("deve ser um inteiro de 0 a 9999"),
    }
}

fn text_or_number(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<String> {
    let parsed = obj.with(name, p, |value, p| {
        let short = is_number(value) && value.raw().get().len() <= 20;
        if short { Some(value.raw().get().to_owned()) } else { value.text(0, 20, p) }
    })?;
    Some(parsed.unwrap_or_default())
}

fn is_number(value: &InputValue<'_>) -> bool {
    value.raw().get().bytes().all(|b| b.is_ascii_digit())
}

impl NovoRastreamento {
    /// The move that it asks for; the date of the event still has to be placed in a time zone.
    fn change(self) -> Result<(MudancaStatus, Option<DateLimit>), ErrorB> {
        if self.centro_distribuicao_id != CENTRO_DISTRIBUICAO {
            let id = self.centro_distribuicao_id;
            return Err(ErrorB::rule(format_args!("O centro de distribuição {id} não existe.")));
        }
        let nota_fiscal = NotaFiscal {
            chave: self.chave_acesso_nfe,
            numero: self.numero_nota_fiscal,
            serie: self.serie_nfe,
            data_emissao: None,
            cfop: self.cfop.filter(|cfop| *cfop != 0),
            url: self.url_nfe,
        };
        let rastreio =
            Rastreio { codigo: self.rastreamento, url: self.url_rastreamento, ..Rastreio::default() };
        let change = MudancaStatus {
            nota_fiscal: (nota_fiscal != NotaFiscal::default()).then_some(nota_fiscal),
            rastreio: (rastreio != Rastreio::default()).then_some(rastreio),
            ..change_of(self.situacao_pedido_id, self.motivo)?
        };
        Ok((change, self.data_evento))
    }
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
    let ((id,), defaults) = (id.into_inner(), ctx.defaults());
    let (change, evento) = body.into_inner().change()?;
    ctx.write(move |tx, loja| {
        let zone = lojas_config::find(tx, loja)?.zone(defaults);
        let data = evento.map(|limit| limit.start(zone).truncated());
        moved(pedidos::move_on(tx, loja, id, &MudancaStatus { data, ..change.clone() })?)
    })
    .await?;
    Ok(done())
}
