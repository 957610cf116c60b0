//! What parcels and invoices are written by.

use domain::interface_b::situacao_pedido::Situacao;
use domain::pedido::{NotaFiscal, Rastreio, Target, Transition};
use domain::reading::json::{FromJson, InputObject, InputValue};
use domain::reading::problems::Problems;
use domain::values::dates::{DateLimit, Zone};
use domain::values::documents::NfeKey;
use domain::values::web::{URL_MAX, UrlHttp};
use utoipa::ToSchema;

use super::super::situacao::{read_situacao, transition_to};
use crate::error::ErrorB;

/// A step of an order with its parcel and invoice. Empty texts count as absent.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct NovoRastreamento {
    /// Number of the status that the order moves to, or has already.
    #[schema(value_type = i32, minimum = 1, maximum = 23)]
    situacao_pedido_id: &'static Situacao,
    /// Where it is sent from, a distribution centre that there is; it is not kept. 0 counts as not given.
    pub centro_distribuicao_id: Option<i32>,
    /// Of an item: all of it that was sold, as when not given; 0 counts as not given. An order's is ignored.
    pub quantidade: Option<i32>,
    /// Tracking code, at most 200 characters.
    #[schema(required = false, max_length = 200)]
    rastreamento: String,
    /// When it happened: a date or date-time, with or without offset, or `dd/MM/yyyy HH:mm:ss`; now when not
    /// given.
    #[schema(value_type = Option<String>, max_length = 2000)]
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
    /// Why, at most 500 characters.
    #[schema(required = false, max_length = 500)]
    motivo: String,
    /// Where the hub keeps the stock: what is cancelled and was invoiced or shipped gives its units back.
    #[schema(required = false)]
    devolver_estoque: bool,
}

impl FromJson for NovoRastreamento {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let situacao_pedido_id = read_situacao(&obj, "situacaoPedidoId", p);
        let centro_distribuicao_id = obj.optional("centroDistribuicaoId", p);
        let quantidade = obj.optional("quantidade", p);
        let rastreamento = obj.text_or_empty("rastreamento", 200, p);
        let data_evento = read_date(&obj, "dataEvento", p);
        let numero_nota_fiscal = obj.text_or_empty("numeroNotaFiscal", 20, p);
        let chave_acesso_nfe = read_text(&obj, "chaveAcessoNFE", p, |t| t.parse::<NfeKey>());
        let url_nfe = read_text(&obj, "urlNFE", p, UrlHttp::parse);
        let serie_nfe = obj.text_or_empty("serieNFE", 20, p);
        let cfop = read_text(&obj, "cfop", p, read_cfop);
        let url_rastreamento = read_text(&obj, "urlRastreamento", p, UrlHttp::parse);
        let motivo = obj.text_or_empty("motivo", 500, p);
        let give_back = obj.default("devolverEstoque", p, false);
        Some(Self {
            situacao_pedido_id: situacao_pedido_id?,
            centro_distribuicao_id: centro_distribuicao_id?,
            quantidade: quantidade?,
            rastreamento: rastreamento?,
            data_evento: data_evento?,
            numero_nota_fiscal: numero_nota_fiscal?,
            chave_acesso_nfe: chave_acesso_nfe?.map(String::from).unwrap_or_default(),
            url_nfe: url_nfe?.map(String::from).unwrap_or_default(),
            serie_nfe: serie_nfe?,
            cfop: cfop?,
            url_rastreamento: url_rastreamento?.map(String::from).unwrap_or_default(),
            motivo: motivo?,
            devolver_estoque: give_back?,
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
        let text = value.text(0, URL_MAX, p)?;
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

fn read_date(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<Option<DateLimit>> {
    read_text(obj, name, p, |text| text.parse::<DateLimit>())
}

fn read_cfop(text: &str) -> Result<i32, &'static str> {
    match text.parse() {
        Ok(n) if (0..=9999).contains(&n) => Ok(n),
        _ => Err("deve ser um inteiro de 0 a 9999"),
    }
}

impl NovoRastreamento {
    /// The move that it asks for, by the clock of a time zone.
    pub fn transition(&self, zone: Zone) -> Result<Transition, ErrorB> {
        let nota_fiscal = NotaFiscal {
            chave: self.chave_acesso_nfe.clone(),
            numero: self.numero_nota_fiscal.clone(),
            serie: self.serie_nfe.clone(),
            data_emissao: None,
            cfop: self.cfop.filter(|cfop| *cfop != 0),
            url: self.url_nfe.clone(),
        };
        let rastreio = Rastreio {
            codigo: self.rastreamento.clone(),
            url: self.url_rastreamento.clone(),
            ..Rastreio::default()
        };
        Ok(Transition {
            data: self.data_evento.map(|limit| limit.start(zone).truncated()),
            nota_fiscal: (nota_fiscal != NotaFiscal::default()).then_some(nota_fiscal),
            rastreio: (rastreio != Rastreio::default()).then_some(rastreio),
            give_back: self.devolver_estoque,
            ..transition_to(self.situacao_pedido_id, self.motivo.clone())
        })
    }
}

/// A parcel with its invoice. What is not given, or empty, stays as it is. Dates are noted and move nothing.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct RastreamentoCompleto {
    /// Number of the invoice, at most 20 characters; a JSON number is read too.
    #[schema(required = false, max_length = 20)]
    nota_fiscal: String,
    /// Series of the invoice, at most 20 characters; a JSON number is read too.
    #[schema(rename = "serieNFE", required = false, max_length = 20)]
    serie_nfe: String,
    /// Code of the invoice's operation; a text that holds a number is read too.
    #[schema(minimum = 0, maximum = 9999)]
    cfop: Option<i32>,
    /// When it was handed over: a date or date-time.
    #[schema(value_type = Option<String>, max_length = 2000)]
    data_enviado: Option<DateLimit>,
    /// Access key of the invoice: 44 characters with their check digit.
    #[schema(rename = "chaveAcessoNFE", required = false, max_length = 60)]
    chave_acesso_nfe: String,
    /// Address of the invoice, absolute http(s).
    #[schema(rename = "urlNFE", required = false, max_length = 2000)]
    url_nfe: String,
    /// Tracking code, at most 200 characters.
    #[schema(required = false, max_length = 200)]
    rastreamento: String,
    /// Address to follow the parcel at, absolute http(s).
    #[schema(required = false, max_length = 2000)]
    url_rastreamento: String,
    /// Carrier, at most 200 characters.
    #[schema(required = false, max_length = 200)]
    transportadora: String,
    /// When it arrived: a date or date-time.
    #[schema(value_type = Option<String>, max_length = 2000)]
    data_entrega: Option<DateLimit>,
}

/// How to follow a parcel. What is not given, or empty, stays as it is.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct RastreamentoParcial {
    /// Tracking code, at most 200 characters.
    #[schema(required = false, max_length = 200)]
    rastreamento: String,
    /// Address to follow the parcel at, absolute http(s).
    #[schema(required = false, max_length = 2000)]
    url_rastreamento: String,
}

impl FromJson for RastreamentoParcial {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let rastreamento = obj.text_or_empty("rastreamento", 200, p);
        let url_rastreamento = read_text(&obj, "urlRastreamento", p, UrlHttp::parse);
        Some(Self {
            rastreamento: rastreamento?,
            url_rastreamento: url_rastreamento?.map(String::from).unwrap_or_default(),
        })
    }
}

impl FromJson for RastreamentoCompleto {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let nota_fiscal = obj.text_or_empty("notaFiscal", 20, p);
        let serie_nfe = obj.text_or_empty("serieNFE", 20, p);
        let cfop = read_text(&obj, "cfop", p, read_cfop);
        let data_enviado = read_date(&obj, "dataEnviado", p);
        let chave_acesso_nfe = read_text(&obj, "chaveAcessoNFE", p, |t| t.parse::<NfeKey>());
        let url_nfe = read_text(&obj, "urlNFE", p, UrlHttp::parse);
        let parcial = RastreamentoParcial::read(value, p);
        let transportadora = obj.text_or_empty("transportadora", 200, p);
        let data_entrega = read_date(&obj, "dataEntrega", p);
        let parcial = parcial?;
        Some(Self {
            nota_fiscal: nota_fiscal?,
            serie_nfe: serie_nfe?,
            cfop: cfop?,
            data_enviado: data_enviado?,
            chave_acesso_nfe: chave_acesso_nfe?.map(String::from).unwrap_or_default(),
            url_nfe: url_nfe?.map(String::from).unwrap_or_default(),
            rastreamento: parcial.rastreamento,
            url_rastreamento: parcial.url_rastreamento,
            transportadora: transportadora?,
            data_entrega: data_entrega?,
        })
    }
}

/// What is noted, and nothing moved.
pub trait Noted {
    /// Invoice and parcel, by the clock of a time zone.
    fn details(&self, zone: Zone) -> (NotaFiscal, Rastreio);

    /// The note as the store takes it.
    fn transition(&self, zone: Zone) -> Transition {
        let (nota_fiscal, rastreio) = self.details(zone);
        Transition {
            to: Target::Here,
            lines: None,
            data: None,
            motivo: String::new(),
            nota_fiscal: (nota_fiscal != NotaFiscal::default()).then_some(nota_fiscal),
            rastreio: (rastreio != Rastreio::default()).then_some(rastreio),
            by_store: true,
            give_back: false,
        }
    }
}

impl Noted for RastreamentoParcial {
    fn details(&self, _: Zone) -> (NotaFiscal, Rastreio) {
        let (codigo, url) = (self.rastreamento.clone(), self.url_rastreamento.clone());
        (NotaFiscal::default(), Rastreio { codigo, url, ..Rastreio::default() })
    }
}

impl Noted for RastreamentoCompleto {
    fn details(&self, zone: Zone) -> (NotaFiscal, Rastreio) {
        let at = |limit: Option<DateLimit>| limit.map(|limit| limit.start(zone).truncated());
        let nota_fiscal = NotaFiscal {
            chave: self.chave_acesso_nfe.clone(),
            numero: self.nota_fiscal.clone(),
            serie: self.serie_nfe.clone(),
            data_emissao: None,
            cfop: self.cfop.filter(|cfop| *cfop != 0),
            url: self.url_nfe.clone(),
        };
        let rastreio = Rastreio {
            transportadora: self.transportadora.clone(),
            codigo: self.rastreamento.clone(),
            url: self.url_rastreamento.clone(),
            previsao_entrega: None,
            data_envio: at(self.data_enviado),
            data_entrega: at(self.data_entrega),
        };
        (nota_fiscal, rastreio)
    }
}
