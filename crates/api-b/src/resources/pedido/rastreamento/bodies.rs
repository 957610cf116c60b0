//! What parcels and invoices are written by.

use domain::interface_b::situacao_pedido::Situacao;
use domain::pedido::{NotaFiscal, Rastreio, Target, Transition, details};
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::values::dates::{DateLimit, Zone, is_unset};
use domain::values::web::URL_MAX;
use utoipa::ToSchema;

use super::super::situacao::{read_situacao, transition_to};
use crate::error::ErrorB;

/// A step of an order with its parcel and invoice. Empty texts count as absent; a detail that cannot be kept is
/// left out, which `X-Aviso` says.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct NovoRastreamento {
    /// Number of the status that the order moves to, or has already.
    #[schema(value_type = i32, minimum = 1, maximum = 23)]
    situacao_pedido_id: &'static Situacao,
    /// Where it is sent from, a distribution centre; it is not kept, and one that there is not is named in `X-Aviso`.
    /// 0 counts as not given.
    pub centro_distribuicao_id: Option<i32>,
    /// Of an item: all of it that was sold, as when not given; 0 counts as not given. An order's is ignored.
    pub quantidade: Option<i32>,
    /// Tracking code, at most 200 characters; a JSON number is read too.
    #[schema(required = false, max_length = 200)]
    rastreamento: String,
    /// When it happened: a date or date-time, with or without offset, or `dd/MM/yyyy HH:mm:ss`; now when not
    /// given.
    #[schema(value_type = Option<String>, max_length = 2000)]
    data_evento: Option<DateLimit>,
    /// Number of the invoice, at most 20 characters; a JSON number is read too.
    #[schema(required = false, max_length = 20)]
    numero_nota_fiscal: String,
    /// Access key of the invoice: 44 characters with their check digit. The `NFe` of the XML before them is dropped.
    #[schema(rename = "chaveAcessoNFE", required = false, max_length = 60)]
    chave_acesso_nfe: String,
    /// Address of the invoice, http(s), read with or without its scheme.
    #[schema(rename = "urlNFE", required = false, max_length = 2000)]
    url_nfe: String,
    /// Series of the invoice, at most 20 characters; a JSON number is read too.
    #[schema(rename = "serieNFE", required = false, max_length = 20)]
    serie_nfe: String,
    /// Code of the invoice's operation, with or without its point; a text is read too.
    #[schema(minimum = 0, maximum = 9999)]
    cfop: Option<i32>,
    /// Address to follow the parcel at, http(s), read with or without its scheme.
    #[schema(required = false, max_length = 2000)]
    url_rastreamento: String,
    /// Why; of more than 500 characters the first 500.
    #[schema(required = false)]
    motivo: String,
    /// Where the hub keeps the stock: what is cancelled and was invoiced or shipped gives its units back.
    #[schema(required = false)]
    devolver_estoque: bool,
    /// Details that cannot be kept.
    #[schema(ignore)]
    pub left_out: Problems,
}

impl FromJson for NovoRastreamento {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let situacao_pedido_id = read_situacao(&obj, "situacaoPedidoId", p);
        let quantidade = obj.optional("quantidade", p);
        let mut left_out = Problems::new();
        let give_back = obj.default("devolverEstoque", p, false);
        Some(Self {
            situacao_pedido_id: situacao_pedido_id?,
            centro_distribuicao_id: obj.optional("centroDistribuicaoId", &mut left_out).flatten(),
            quantidade: quantidade?,
            rastreamento: details::text(&obj, "rastreamento", 200, &mut left_out),
            data_evento: obj.with("dataEvento", &mut left_out, read_moment).flatten().flatten(),
            numero_nota_fiscal: details::text(&obj, "numeroNotaFiscal", 20, &mut left_out),
            chave_acesso_nfe: details::key(&obj, "chaveAcessoNFE", &mut left_out),
            url_nfe: details::url(&obj, "urlNFE", &mut left_out),
            serie_nfe: details::text(&obj, "serieNFE", 20, &mut left_out),
            cfop: details::cfop(&obj, "cfop", &mut left_out),
            url_rastreamento: details::url(&obj, "urlRastreamento", &mut left_out),
            motivo: details::reason(&obj, &mut left_out),
            devolver_estoque: give_back?,
            left_out,
        })
    }
}

/// Blank is absent, and so is what nobody has set.
fn read_moment(value: &InputValue<'_>, p: &mut Problems) -> Option<Option<DateLimit>> {
    let text = value.text(0, URL_MAX, p)?;
    match text.trim() {
        text if text.is_empty() || is_unset(text) => Some(None),
        text => match text.parse() {
            Ok(moment) => Some(Some(moment)),
            Err(e) => value.problem::<Option<DateLimit>>(p, e),
        },
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
            left_out: self.left_out.clone(),
            ..transition_to(self.situacao_pedido_id, self.motivo.clone())
        })
    }
}

/// A parcel with its invoice. What is not given, or empty, stays as it is; what cannot be kept is left out, which
/// `X-Aviso` says. Dates are noted and move nothing.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct RastreamentoCompleto {
    /// Number of the invoice, at most 20 characters; a JSON number is read too.
    #[schema(required = false, max_length = 20)]
    nota_fiscal: String,
    /// Series of the invoice, at most 20 characters; a JSON number is read too.
    #[schema(rename = "serieNFE", required = false, max_length = 20)]
    serie_nfe: String,
    /// Code of the invoice's operation, with or without its point; a text is read too.
    #[schema(minimum = 0, maximum = 9999)]
    cfop: Option<i32>,
    /// When it was handed over: a date or date-time.
    #[schema(value_type = Option<String>, max_length = 2000)]
    data_enviado: Option<DateLimit>,
    /// Access key of the invoice: 44 characters with their check digit. The `NFe` of the XML before them is dropped.
    #[schema(rename = "chaveAcessoNFE", required = false, max_length = 60)]
    chave_acesso_nfe: String,
    /// Address of the invoice, http(s), read with or without its scheme.
    #[schema(rename = "urlNFE", required = false, max_length = 2000)]
    url_nfe: String,
    /// Tracking code, at most 200 characters; a JSON number is read too.
    #[schema(required = false, max_length = 200)]
    rastreamento: String,
    /// Address to follow the parcel at, http(s), read with or without its scheme.
    #[schema(required = false, max_length = 2000)]
    url_rastreamento: String,
    /// Carrier, at most 200 characters.
    #[schema(required = false, max_length = 200)]
    transportadora: String,
    /// When it arrived: a date or date-time.
    #[schema(value_type = Option<String>, max_length = 2000)]
    data_entrega: Option<DateLimit>,
    /// What cannot be kept.
    #[schema(ignore)]
    left_out: Problems,
}

/// How to follow a parcel. What is not given, or empty, stays as it is; what cannot be kept is left out, which
/// `X-Aviso` says.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct RastreamentoParcial {
    /// Tracking code, at most 200 characters; a JSON number is read too.
    #[schema(required = false, max_length = 200)]
    rastreamento: String,
    /// Address to follow the parcel at, http(s), read with or without its scheme.
    #[schema(required = false, max_length = 2000)]
    url_rastreamento: String,
    /// What cannot be kept.
    #[schema(ignore)]
    left_out: Problems,
}

impl FromJson for RastreamentoParcial {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let (obj, mut left_out) = (value.object(p)?, Problems::new());
        Some(Self {
            rastreamento: details::text(&obj, "rastreamento", 200, &mut left_out),
            url_rastreamento: details::url(&obj, "urlRastreamento", &mut left_out),
            left_out,
        })
    }
}

impl FromJson for RastreamentoCompleto {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let (obj, mut left_out) = (value.object(p)?, Problems::new());
        let date = |name, left_out: &mut Problems| obj.with(name, left_out, read_moment).flatten().flatten();
        Some(Self {
            nota_fiscal: details::text(&obj, "notaFiscal", 20, &mut left_out),
            serie_nfe: details::text(&obj, "serieNFE", 20, &mut left_out),
            cfop: details::cfop(&obj, "cfop", &mut left_out),
            data_enviado: date("dataEnviado", &mut left_out),
            chave_acesso_nfe: details::key(&obj, "chaveAcessoNFE", &mut left_out),
            url_nfe: details::url(&obj, "urlNFE", &mut left_out),
            rastreamento: details::text(&obj, "rastreamento", 200, &mut left_out),
            url_rastreamento: details::url(&obj, "urlRastreamento", &mut left_out),
            transportadora: details::text(&obj, "transportadora", 200, &mut left_out),
            data_entrega: date("dataEntrega", &mut left_out),
            left_out,
        })
    }
}

/// What is noted, and nothing moved.
pub trait Noted {
    /// Invoice and parcel, by the clock of a time zone.
    fn details(&self, zone: Zone) -> (NotaFiscal, Rastreio);

    /// What cannot be kept.
    fn left_out(&self) -> &Problems;

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
            left_out: self.left_out().clone(),
        }
    }
}

impl Noted for RastreamentoParcial {
    fn details(&self, _: Zone) -> (NotaFiscal, Rastreio) {
        let (codigo, url) = (self.rastreamento.clone(), self.url_rastreamento.clone());
        (NotaFiscal::default(), Rastreio { codigo, url, ..Rastreio::default() })
    }

    fn left_out(&self) -> &Problems {
        &self.left_out
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

    fn left_out(&self) -> &Problems {
        &self.left_out
    }
}
