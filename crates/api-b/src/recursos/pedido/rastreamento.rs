//! An order's parcel and invoice.

use actix_web::{HttpResponse, get, post};
use domain::interface_b::registro::CENTRO_DISTRIBUICAO;
use domain::interface_b::situacao_pedido::Situacao;
use domain::pedido::{MudancaStatus, NotaFiscal, Rastreio, StatusPedido};
use domain::reading::json::{Leitura, Objeto, Valor};
use domain::reading::problems::Problemas;
use domain::values::dates::LimiteData;
use domain::values::dates::{Data, EstiloData};
use domain::values::documents::ChaveNfe;
use domain::values::ids::PedidoId;
use domain::values::web::{URL_MAX, UrlHttp};
use http_kit::Depois;
use serde::Serialize;
use store::lojas_config;
use store::pedidos::{self, Acompanhamento};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::desfecho::movido;
use super::situacao::{acompanhar, ler_situacao, mudanca, preenchido};
use crate::contexto::Ctx;
use crate::doc::{ErroAusente, Erros, ErrosDeCorpo};
use crate::erro::ErroB;
use crate::interface::{Caminho, Corpo};
use crate::resposta::{feito, json};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
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
    fn de(id: PedidoId, pedido: &'a Acompanhamento, estilo: EstiloData) -> Self {
        let nota = pedido.detalhes.nota_fiscal.as_ref();
        let rastreio = pedido.detalhes.rastreio.as_ref();
        let chegou_em = |status| pedido.chegou_em(status).map(|data| estilo.data(data));
        Self {
            pedido_rastreamento_id: id,
            data_atualizacao: estilo.data(pedido.alterado_em),
            nota_fiscal: nota.and_then(|n| preenchido(&n.numero)),
            serie_nf: nota.and_then(|n| preenchido(&n.serie)),
            cfop: nota.and_then(|n| n.cfop).unwrap_or(0),
            data_enviado: chegou_em(StatusPedido::Enviado),
            url_nfe: nota.and_then(|n| preenchido(&n.url)),
            chave_acesso_nfe: nota.and_then(|n| preenchido(&n.chave)),
            rastreamento: rastreio.and_then(|r| preenchido(&r.codigo)),
            url_rastreamento: rastreio.and_then(|r| preenchido(&r.url)),
            transportadora: rastreio.and_then(|r| preenchido(&r.transportadora)),
            data_entrega: chegou_em(StatusPedido::Entregue),
        }
    }
}

/// Reads an order's parcel and invoice.
#[utoipa::path(tag = "Pedidos", operation_id = "obterRastreamento", params(("pedidoId" = i64, Path)),
    responses((status = 200, body = RastreamentoDoPedido), Erros, ErroAusente))]
#[get("/pedidos/{pedidoId}/rastreamento")]
async fn find(Depois(ctx, id): Depois<Ctx, Caminho<(PedidoId,)>>) -> Result<HttpResponse, ErroB> {
    let (id,) = id.into_inner();
    let (pedido, estilo) = acompanhar(&ctx, id).await?;
    Ok(json(&RastreamentoDoPedido::de(id, &pedido, estilo)))
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
    data_evento: Option<LimiteData>,
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

impl Leitura for NovoRastreamento {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let situacao_pedido_id = ler_situacao(&obj, "situacaoPedidoId", p);
        let centro_distribuicao_id = obj.obrigatorio("centroDistribuicaoId", p);
        let rastreamento = obj.texto_ou_vazio("rastreamento", 200, p);
        let data_evento = ler_texto(&obj, "dataEvento", p, |t| t.parse::<LimiteData>());
        let numero_nota_fiscal = texto_ou_numero(&obj, "numeroNotaFiscal", p);
        let chave_acesso_nfe = ler_texto(&obj, "chaveAcessoNFE", p, |t| t.parse::<ChaveNfe>());
        let url_nfe = ler_texto(&obj, "urlNFE", p, UrlHttp::parse);
        let serie_nfe = texto_ou_numero(&obj, "serieNFE", p);
        let cfop = ler_texto(&obj, "cfop", p, ler_cfop);
        let url_rastreamento = ler_texto(&obj, "urlRastreamento", p, UrlHttp::parse);
        let motivo = obj.texto_ou_vazio("motivo", 500, p);
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
fn ler_texto<T, E: std::fmt::Display>(
    obj: &Objeto<'_>,
    nome: &str,
    p: &mut Problemas,
    ler: impl FnOnce(&str) -> Result<T, E>,
) -> Option<Option<T>> {
    let lido = obj.com(nome, p, |valor, p| {
        let texto =
            if e_numero(valor) { valor.raw().get().to_owned() } else { valor.texto(0, URL_MAX, p)? };
        if texto.trim().is_empty() {
            return Some(None);
        }
        match ler(texto.trim()) {
            Ok(lido) => Some(Some(lido)),
            Err(e) => valor.problema(p, e),
        }
    })?;
    Some(lido.flatten())
}

fn ler_cfop(texto: &str) -> Result<i32, &'static str> {
    match texto.parse() {
        Ok(n) if (0..=9999).contains(&n) => Ok(n),
        _ => Err("deve ser um inteiro de 0 a 9999"),
    }
}

fn texto_ou_numero(obj: &Objeto<'_>, nome: &str, p: &mut Problemas) -> Option<String> {
    let lido = obj.com(nome, p, |valor, p| {
        let curto = e_numero(valor) && valor.raw().get().len() <= 20;
        if curto { Some(valor.raw().get().to_owned()) } else { valor.texto(0, 20, p) }
    })?;
    Some(lido.unwrap_or_default())
}

fn e_numero(valor: &Valor<'_>) -> bool {
    valor.raw().get().bytes().all(|b| b.is_ascii_digit())
}

impl NovoRastreamento {
    /// The move that it asks for; the date of the event still has to be placed in a time zone.
    fn mudanca(self) -> Result<(MudancaStatus, Option<LimiteData>), ErroB> {
        if self.centro_distribuicao_id != CENTRO_DISTRIBUICAO {
            let id = self.centro_distribuicao_id;
            return Err(ErroB::regra(format_args!("O centro de distribuição {id} não existe.")));
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
        let mudanca = MudancaStatus {
            nota_fiscal: (nota_fiscal != NotaFiscal::default()).then_some(nota_fiscal),
            rastreio: (rastreio != Rastreio::default()).then_some(rastreio),
            ..mudanca(self.situacao_pedido_id, self.motivo)?
        };
        Ok((mudanca, self.data_evento))
    }
}

/// Moves an order and notes its parcel and invoice. Where it already stands, the details are merged into what
/// is known. A move that may not be made is a 422.
#[utoipa::path(tag = "Pedidos", operation_id = "criarRastreamento", params(("pedidoId" = i64, Path)),
    request_body = NovoRastreamento,
    responses((status = 200, body = bool), Erros, ErroAusente, ErrosDeCorpo))]
#[post("/pedidos/{pedidoId}/rastreamento")]
async fn create(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(PedidoId,)>, Corpo<NovoRastreamento>)>,
) -> Result<HttpResponse, ErroB> {
    let ((id,), padrao) = (id.into_inner(), ctx.fuso());
    let (mudanca, evento) = corpo.into_inner().mudanca()?;
    ctx.escrever(move |tx, loja| {
        let fuso = lojas_config::find(tx, loja)?.fuso(padrao);
        let data = evento.map(|limite| limite.inicio(fuso).truncado());
        movido(pedidos::mover(tx, loja, id, &MudancaStatus { data, ..mudanca.clone() })?)
    })
    .await?;
    Ok(feito())
}
