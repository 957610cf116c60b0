//! What changes an order's status, and its details: invoice and tracking.

use serde::{Deserialize, Serialize};

use super::lines::LineIndex;
use super::standing::Target;
use super::status::StatusPedido;
use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;
use crate::values::dates::Instante;
use crate::values::documents::{self, NfeKey};
use crate::values::web::read_url_or_empty;

/// A requested change of status (body of `PUT …/Status`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MudancaStatus {
    /// Where the order is to go.
    pub status: StatusPedido,
    /// When it happened; now when not given.
    pub data: Option<Instante>,
    /// Why, at most 500 characters. Required to cancel an invoiced or shipped order.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 500))]
    pub motivo: String,
    /// The invoice.
    pub nota_fiscal: Option<NotaFiscal>,
    /// The parcel.
    pub rastreio: Option<Rastreio>,
    /// Where the hub keeps the stock: an invoiced or shipped order that is cancelled gives its units back.
    /// False when not given.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub devolver_estoque: bool,
}

/// An order's invoice; what is not known is empty or null.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotaFiscal {
    /// NF-e access key: 44 characters with their check digit.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 44))]
    pub chave: String,
    /// Number, at most 20 characters; a JSON number is read too.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 20))]
    pub numero: String,
    /// Series, at most 20 characters; a JSON number is read too.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 20))]
    pub serie: String,
    /// When it was issued.
    pub data_emissao: Option<Instante>,
    /// Code of the operation (CFOP); only there when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, minimum = 0, maximum = 9999))]
    pub cfop: Option<i32>,
    /// Address of the invoice, absolute http(s); only there when known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 2000))]
    pub url: String,
}

/// An order's parcel; what is not known is empty or null.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rastreio {
    /// Carrier, at most 200 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 200))]
    pub transportadora: String,
    /// Tracking code, at most 200 characters.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 200))]
    pub codigo: String,
    /// Tracking address, absolute http(s).
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 2000))]
    pub url: String,
    /// Expected delivery.
    pub previsao_entrega: Option<Instante>,
    /// When it was handed over; only there when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub data_envio: Option<Instante>,
    /// When it arrived; only there when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub data_entrega: Option<Instante>,
}

/// A move as either interface asks for it: of a whole order or of some of its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// Where to.
    pub to: Target,
    /// The items that are meant, by their places from 0; `None` = the order as a whole.
    pub lines: Option<Vec<LineIndex>>,
    /// When it happened; now when not given.
    pub data: Option<Instante>,
    /// Why; empty when not said.
    pub motivo: String,
    /// The invoice.
    pub nota_fiscal: Option<NotaFiscal>,
    /// The parcel.
    pub rastreio: Option<Rastreio>,
    /// The store's own system does it, and need not hear of it again.
    pub by_store: bool,
    /// What is cancelled has come back to the shelf though it had left it.
    pub give_back: bool,
}

impl Transition {
    /// True when a reason was given.
    pub fn has_motivo(&self) -> bool {
        !self.motivo.trim().is_empty()
    }
}

impl From<MudancaStatus> for Transition {
    fn from(change: MudancaStatus) -> Self {
        let MudancaStatus { status, data, motivo, nota_fiscal, rastreio, devolver_estoque } = change;
        Self {
            to: Target::Status(status),
            lines: None,
            data,
            motivo,
            nota_fiscal,
            rastreio,
            by_store: false,
            give_back: devolver_estoque,
        }
    }
}

impl NotaFiscal {
    /// The details of `new` over these: what `new` does not say stays.
    pub fn merge(self, new: Self) -> Self {
        Self {
            chave: filled(new.chave, self.chave),
            numero: filled(new.numero, self.numero),
            serie: filled(new.serie, self.serie),
            data_emissao: new.data_emissao.or(self.data_emissao),
            cfop: new.cfop.or(self.cfop),
            url: filled(new.url, self.url),
        }
    }
}

impl Rastreio {
    /// The details of `novo` over these: what `novo` does not say stays.
    pub fn merge(self, new: Self) -> Self {
        Self {
            transportadora: filled(new.transportadora, self.transportadora),
            codigo: filled(new.codigo, self.codigo),
            url: filled(new.url, self.url),
            previsao_entrega: new.previsao_entrega.or(self.previsao_entrega),
            data_envio: new.data_envio.or(self.data_envio),
            data_entrega: new.data_entrega.or(self.data_entrega),
        }
    }
}

fn filled(new: String, old: String) -> String {
    if new.is_empty() { old } else { new }
}

impl FromJson for MudancaStatus {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let status = obj.required("status", p);
        let date = obj.optional("data", p);
        let motivo = obj.text_or_empty("motivo", 500, p);
        let nota_fiscal = obj.optional("notaFiscal", p);
        let rastreio = obj.optional("rastreio", p);
        let give_back = obj.optional::<bool>("devolverEstoque", p);
        Some(Self {
            status: status?,
            data: date?,
            motivo: motivo?,
            nota_fiscal: nota_fiscal?,
            rastreio: rastreio?,
            devolver_estoque: give_back?.unwrap_or(false),
        })
    }
}

impl FromJson for NotaFiscal {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let key = documents::read_or_empty::<NfeKey>(&obj, "chave", p);
        let number = obj.text_or_empty("numero", 20, p);
        let serie = obj.text_or_empty("serie", 20, p);
        let data_emissao = obj.optional("dataEmissao", p);
        let cfop = match obj.optional::<i32>("cfop", p) {
            Some(Some(n)) if !(0..=9999).contains(&n) => {
                obj.problem("cfop", p, "deve ser um inteiro de 0 a 9999")
            }
            parsed => parsed,
        };
        let url = read_url_or_empty(&obj, "url", p);
        Some(Self {
            chave: key?,
            numero: number?,
            serie: serie?,
            data_emissao: data_emissao?,
            cfop: cfop?,
            url: url?,
        })
    }
}

impl FromJson for Rastreio {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let transportadora = obj.text_or_empty("transportadora", 200, p);
        let code = obj.text_or_empty("codigo", 200, p);
        let url = read_url_or_empty(&obj, "url", p);
        let previsao_entrega = obj.optional("previsaoEntrega", p);
        let data_envio = obj.optional("dataEnvio", p);
        let data_entrega = obj.optional("dataEntrega", p);
        Some(Self {
            transportadora: transportadora?,
            codigo: code?,
            url: url?,
            previsao_entrega: previsao_entrega?,
            data_envio: data_envio?,
            data_entrega: data_entrega?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reading::json::{ReadError, read_json};

    fn read(text: &str) -> Result<MudancaStatus, String> {
        read_json(text.as_bytes()).map_err(|e: ReadError| e.to_string())
    }

    const KEY: &str = "35080599999090910270550010000000015180051273";

    #[test]
    fn reads_a_move_with_details() {
        let parsed = read(&format!(
            r#"{{"status":"Faturado","notaFiscal":{{"chave":"{KEY}","numero":15,"serie":"1"}}}}"#
        ))
        .unwrap();
        let nota =
            NotaFiscal { chave: KEY.into(), numero: "15".into(), serie: "1".into(), ..NotaFiscal::default() };
        assert_eq!(parsed.nota_fiscal, Some(nota));
        assert!(parsed.motivo.is_empty() && parsed.rastreio.is_none() && parsed.data.is_none());
    }

    #[test]
    fn every_problem_is_named() {
        let error = read(&format!(
            r#"{{"status":"pago","motivo":"{}","data":"ontem","notaFiscal":{{"chave":"1","numero":true}},"rastreio":{{"url":"x"}}}}"#,
            "m".repeat(501)
        ))
        .unwrap_err();
        let expected = [
            "status: deve ser um destes valores: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado",
            "data: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
            "motivo: deve ter de 0 a 500 caracteres",
            "notaFiscal.chave: deve ter 44 dígitos",
            "notaFiscal.numero: deve ser um texto",
            "rastreio.url: deve ser um endereço http ou https completo",
        ];
        assert_eq!(error, expected.join("; "));
        assert_eq!(read("{}").unwrap_err(), "status: é obrigatório");
    }

    #[test]
    fn new_details_keep_what_they_do_not_say() {
        let before = Rastreio { transportadora: "A".into(), codigo: "1".into(), ..Rastreio::default() };
        let after = before.clone().merge(Rastreio {
            codigo: "2".into(),
            url: "https://a.com".into(),
            ..Rastreio::default()
        });
        assert_eq!((after.transportadora.as_str(), after.codigo.as_str()), ("A", "2"));
        assert_eq!(before.clone().merge(Rastreio::default()), before);
        let nota = NotaFiscal {
            data_emissao: Some(Instante::from_micros(0)),
            cfop: Some(5102),
            url: "https://a.com/nf".into(),
            ..NotaFiscal::default()
        };
        assert_eq!(nota.clone().merge(NotaFiscal::default()), nota);
        assert_eq!(NotaFiscal::default().merge(nota.clone()), nota);
    }
}
