//! The body that changes an order's status, and its details: invoice and tracking.

use serde::{Deserialize, Serialize};

use super::status::StatusPedido;
use crate::reading::json::{Leitura, Objeto, Valor};
use crate::reading::problems::Problemas;
use crate::values::dates::Instante;
use crate::values::documents::{self, ChaveNfe};
use crate::values::web::ler_url_ou_vazio;

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
}

impl MudancaStatus {
    /// True when a reason was given.
    pub fn tem_motivo(&self) -> bool {
        !self.motivo.trim().is_empty()
    }
}

impl NotaFiscal {
    /// The details of `nova` over these: what `nova` does not say stays.
    pub fn mesclar(self, nova: Self) -> Self {
        Self {
            chave: preenchido(nova.chave, self.chave),
            numero: preenchido(nova.numero, self.numero),
            serie: preenchido(nova.serie, self.serie),
            data_emissao: nova.data_emissao.or(self.data_emissao),
            cfop: nova.cfop.or(self.cfop),
            url: preenchido(nova.url, self.url),
        }
    }
}

impl Rastreio {
    /// The details of `novo` over these: what `novo` does not say stays.
    pub fn mesclar(self, novo: Self) -> Self {
        Self {
            transportadora: preenchido(novo.transportadora, self.transportadora),
            codigo: preenchido(novo.codigo, self.codigo),
            url: preenchido(novo.url, self.url),
            previsao_entrega: novo.previsao_entrega.or(self.previsao_entrega),
        }
    }
}

fn preenchido(novo: String, antigo: String) -> String {
    if novo.is_empty() { antigo } else { novo }
}

impl Leitura for MudancaStatus {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let status = obj.obrigatorio("status", p);
        let data = obj.opcional("data", p);
        let motivo = obj.texto_ou_vazio("motivo", 500, p);
        let nota_fiscal = obj.opcional("notaFiscal", p);
        let rastreio = obj.opcional("rastreio", p);
        Some(Self {
            status: status?,
            data: data?,
            motivo: motivo?,
            nota_fiscal: nota_fiscal?,
            rastreio: rastreio?,
        })
    }
}

impl Leitura for NotaFiscal {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let chave = documents::ler_ou_vazio::<ChaveNfe>(&obj, "chave", p);
        let numero = texto_ou_numero(&obj, "numero", 20, p);
        let serie = texto_ou_numero(&obj, "serie", 20, p);
        let data_emissao = obj.opcional("dataEmissao", p);
        let cfop = match obj.opcional::<i32>("cfop", p) {
            Some(Some(n)) if !(0..=9999).contains(&n) => {
                obj.problema("cfop", p, "deve ser um inteiro de 0 a 9999")
            }
            lido => lido,
        };
        let url = ler_url_ou_vazio(&obj, "url", p);
        Some(Self {
            chave: chave?,
            numero: numero?,
            serie: serie?,
            data_emissao: data_emissao?,
            cfop: cfop?,
            url: url?,
        })
    }
}

impl Leitura for Rastreio {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let transportadora = obj.texto_ou_vazio("transportadora", 200, p);
        let codigo = obj.texto_ou_vazio("codigo", 200, p);
        let url = ler_url_ou_vazio(&obj, "url", p);
        let previsao_entrega = obj.opcional("previsaoEntrega", p);
        Some(Self {
            transportadora: transportadora?,
            codigo: codigo?,
            url: url?,
            previsao_entrega: previsao_entrega?,
        })
    }
}

/// Invoice numbers come as texts and as numbers.
fn texto_ou_numero(obj: &Objeto<'_>, nome: &str, max: usize, p: &mut Problemas) -> Option<String> {
    let lido = obj.com(nome, p, |valor, p| {
        let texto = valor.raw().get();
        let numero = texto.len() <= max && texto.bytes().all(|b| b.is_ascii_digit());
        if numero { Some(texto.to_owned()) } else { valor.texto(0, max, p) }
    })?;
    Some(lido.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reading::json::{ErroLeitura, ler_json};

    fn ler(texto: &str) -> Result<MudancaStatus, String> {
        ler_json(texto.as_bytes()).map_err(|e: ErroLeitura| e.to_string())
    }

    const CHAVE: &str = "35080599999090910270550010000000015180051273";

    #[test]
    fn reads_a_move_with_details() {
        let lida = ler(&format!(
            r#"{{"status":"Faturado","notaFiscal":{{"chave":"{CHAVE}","numero":15,"serie":"1"}}}}"#
        ))
        .unwrap();
        let nota = NotaFiscal {
            chave: CHAVE.into(),
            numero: "15".into(),
            serie: "1".into(),
            ..NotaFiscal::default()
        };
        assert_eq!(lida.nota_fiscal, Some(nota));
        assert!(!lida.tem_motivo() && lida.rastreio.is_none() && lida.data.is_none());
    }

    #[test]
    fn every_problem_is_named() {
        let erro = ler(&format!(
            r#"{{"status":"pago","motivo":"{}","data":"ontem","notaFiscal":{{"chave":"1","numero":1.5}},"rastreio":{{"url":"x"}}}}"#,
            "m".repeat(501)
        ))
        .unwrap_err();
        let esperado = [
            "status: deve ser um destes valores: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado",
            "data: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
            "motivo: deve ter de 0 a 500 caracteres",
            "notaFiscal.chave: deve ter 44 dígitos",
            "notaFiscal.numero: deve ser um texto",
            "rastreio.url: deve ser um endereço http ou https completo",
        ];
        assert_eq!(erro, esperado.join("; "));
        assert_eq!(ler("{}").unwrap_err(), "status: é obrigatório");
    }

    #[test]
    fn new_details_keep_what_they_do_not_say() {
        let antes = Rastreio { transportadora: "A".into(), codigo: "1".into(), ..Rastreio::default() };
        let depois = antes.clone().mesclar(Rastreio {
            codigo: "2".into(),
            url: "https://a.com".into(),
            ..Rastreio::default()
        });
        assert_eq!((depois.transportadora.as_str(), depois.codigo.as_str()), ("A", "2"));
        assert_eq!(antes.clone().mesclar(Rastreio::default()), antes);
        let nota = NotaFiscal {
            data_emissao: Some(Instante::from_micros(0)),
            cfop: Some(5102),
            url: "https://a.com/nf".into(),
            ..NotaFiscal::default()
        };
        assert_eq!(nota.clone().mesclar(NotaFiscal::default()), nota);
        assert_eq!(NotaFiscal::default().mesclar(nota.clone()), nota);
    }
}
