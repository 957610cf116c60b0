//! What changes an order's status, and its details: invoice and tracking.

use serde::{Deserialize, Serialize};

use super::details;
use super::lines::LineIndex;
use super::standing::Target;
use super::status::StatusPedido;
use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;
use crate::values::dates::Instante;

/// A requested change of status (body of `PUT …/Status`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MudancaStatus {
    /// Where the order is to go.
    pub status: StatusPedido,
    /// When it happened; now when not given.
    pub data: Option<Instante>,
    /// Why; of more than 500 characters the first 500. Required to cancel an invoiced or shipped order.
    #[cfg_attr(feature = "openapi", schema(required = false))]
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
    /// Members that cannot be kept.
    #[serde(skip)]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    pub left_out: Problems,
}

/// An order's invoice; what is not known is empty or null.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotaFiscal {
    /// NF-e access key: 44 characters with their check digit. The `NFe` of the XML before them is dropped.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 60))]
    pub chave: String,
    /// Number, at most 20 characters; a JSON number is read too.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 20))]
    pub numero: String,
    /// Series, at most 20 characters; a JSON number is read too.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 20))]
    pub serie: String,
    /// When it was issued.
    pub data_emissao: Option<Instante>,
    /// Code of the operation (CFOP), read with or without its point; only there when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, minimum = 0, maximum = 9999))]
    pub cfop: Option<i32>,
    /// Address of the invoice, http(s), read with or without its scheme; only there when known.
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
    /// Tracking code, at most 200 characters; a JSON number is read too.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 200))]
    pub codigo: String,
    /// Tracking address, http(s), read with or without its scheme.
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
    /// Details that cannot be kept.
    pub left_out: Problems,
}

impl Transition {
    /// True when a reason was given.
    pub fn has_motivo(&self) -> bool {
        !self.motivo.trim().is_empty()
    }
}

impl MudancaStatus {
    /// A move to a status, and nothing else.
    pub fn to(status: StatusPedido) -> Self {
        Self {
            status,
            data: None,
            motivo: String::new(),
            nota_fiscal: None,
            rastreio: None,
            devolver_estoque: false,
            left_out: Problems::new(),
        }
    }
}

impl From<MudancaStatus> for Transition {
    fn from(change: MudancaStatus) -> Self {
        let MudancaStatus { status, data, motivo, nota_fiscal, rastreio, devolver_estoque, left_out } =
            change;
        Self {
            to: Target::Status(status),
            lines: None,
            data,
            motivo,
            nota_fiscal,
            rastreio,
            by_store: false,
            give_back: devolver_estoque,
            left_out,
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
        let mut left_out = Problems::new();
        let data = obj.optional("data", &mut left_out).flatten();
        let motivo = details::reason(&obj, &mut left_out);
        let nota_fiscal = obj.with("notaFiscal", &mut left_out, NotaFiscal::read).flatten();
        let rastreio = obj.with("rastreio", &mut left_out, Rastreio::read).flatten();
        let give_back = obj.optional::<bool>("devolverEstoque", p);
        Some(Self {
            status: status?,
            data,
            motivo,
            nota_fiscal,
            rastreio,
            devolver_estoque: give_back?.unwrap_or(false),
            left_out,
        })
    }
}

impl NotaFiscal {
    fn read(value: &InputValue<'_>, left_out: &mut Problems) -> Option<Self> {
        let obj = value.object(left_out)?;
        Some(Self {
            chave: details::key(&obj, "chave", left_out),
            numero: details::text(&obj, "numero", 20, left_out),
            serie: details::text(&obj, "serie", 20, left_out),
            data_emissao: obj.optional("dataEmissao", left_out).flatten(),
            cfop: details::cfop(&obj, "cfop", left_out),
            url: details::url(&obj, "url", left_out),
        })
    }
}

impl Rastreio {
    fn read(value: &InputValue<'_>, left_out: &mut Problems) -> Option<Self> {
        let obj = value.object(left_out)?;
        Some(Self {
            transportadora: details::text(&obj, "transportadora", 200, left_out),
            codigo: details::text(&obj, "codigo", 200, left_out),
            url: details::url(&obj, "url", left_out),
            previsao_entrega: obj.optional("previsaoEntrega", left_out).flatten(),
            data_envio: obj.optional("dataEnvio", left_out).flatten(),
            data_entrega: obj.optional("dataEntrega", left_out).flatten(),
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
    fn only_the_status_may_refuse_a_move() {
        let error = read(r#"{"status":"pago","data":"ontem"}"#).unwrap_err();
        let expected = "status: deve ser um destes valores: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado";
        assert_eq!(error, expected);
        assert_eq!(read("{}").unwrap_err(), "status: é obrigatório");
        let long = "é".repeat(501);
        for date in ["ontem", "0000-00-00 00:00:00", "00/00/0000", "0001-01-01T00:00:00"] {
            let change = read(&format!(r#"{{"status":"Pago","motivo":"{long}","data":"{date}"}}"#)).unwrap();
            let named: Vec<&str> = change.left_out.iter().map(|member| member.path.as_str()).collect();
            assert_eq!(named, if date == "ontem" { vec!["data", "motivo"] } else { vec!["motivo"] });
            assert_eq!((change.data, change.motivo), (None, "é".repeat(500)));
        }
    }

    #[test]
    fn details_are_mended_or_left_out() {
        let change = |nota: &str, parcel: &str| {
            read(&format!(r#"{{"status":"Pago","notaFiscal":{nota},"rastreio":{parcel}}}"#)).unwrap()
        };
        let mended = change(
            &format!(
                r#"{{"chave":"NFe{KEY}","cfop":"5.102","serie":1,"dataEmissao":"0001-01-01T00:00:00-03:00"}}"#
            ),
            r#"{"codigo":123456789,"url":"www.correios.com.br/r","dataEnvio":"0001-01-01T12:00:00"}"#,
        );
        assert!(mended.left_out.is_empty(), "{}", mended.left_out);
        let nota =
            NotaFiscal { chave: KEY.into(), serie: "1".into(), cfop: Some(5102), ..NotaFiscal::default() };
        let url = "https://www.correios.com.br/r".to_owned();
        let parcel = Rastreio { codigo: "123456789".into(), url, ..Rastreio::default() };
        assert_eq!((mended.nota_fiscal, mended.rastreio), (Some(nota), Some(parcel)));
        let bad = change(
            r#"{"chave":"1","numero":true,"cfop":"x","url":[],"dataEmissao":"ontem"}"#,
            &format!(r#"{{"codigo":"QB1","url":"QB1","transportadora":"{}"}}"#, "x".repeat(201)),
        );
        let expected = [
            "notaFiscal.chave: deve ter 44 dígitos",
            "notaFiscal.numero: deve ser um texto",
            "notaFiscal.dataEmissao: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
            "notaFiscal.cfop: deve ser um inteiro de 0 a 9999",
            "notaFiscal.url: deve ser um texto",
            "rastreio.transportadora: deve ter de 0 a 200 caracteres",
            "rastreio.url: deve ser um endereço http ou https completo",
        ];
        assert_eq!(bad.left_out.to_string(), expected.join("; "));
        assert_eq!(bad.rastreio, Some(Rastreio { codigo: "QB1".into(), ..Rastreio::default() }));
        assert_eq!(change("7", "[]").left_out.len(), 2);
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
