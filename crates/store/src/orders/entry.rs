//! Entries of histories as they are stored: without what is empty in nearly all of them.

use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{ItemMovido, NotaFiscal, Rastreio, StatusPedido};
use domain::values::dates::Instante;
use serde::{Serialize, Serializer};

/// A [`RegistroHistorico`] whose empty members are left out, as its reader has them then.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Lean<'a> {
    status: StatusPedido,
    data: Instante,
    registrado_em: Instante,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pulados: &'a [StatusPedido],
    #[serde(skip_serializing_if = "str::is_empty")]
    motivo: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    nota_fiscal: &'a Option<NotaFiscal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rastreio: &'a Option<Rastreio>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    avisos: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    situacao_pedido_id: Option<i16>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    itens: &'a [ItemMovido],
}

impl<'a> From<&'a RegistroHistorico> for Lean<'a> {
    fn from(entry: &'a RegistroHistorico) -> Self {
        let RegistroHistorico {
            status,
            data,
            registrado_em,
            pulados,
            motivo,
            nota_fiscal,
            rastreio,
            avisos,
            situacao_pedido_id,
            itens,
        } = entry;
        Self {
            status: *status,
            data: *data,
            registrado_em: *registrado_em,
            pulados,
            motivo,
            nota_fiscal,
            rastreio,
            avisos,
            situacao_pedido_id: *situacao_pedido_id,
            itens,
        }
    }
}

/// Writes a history.
pub(super) fn serialize<S: Serializer>(
    historico: &[RegistroHistorico],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(historico.iter().map(Lean::from))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// An entry with all that one can have.
    fn full() -> Value {
        json!({
            "status": "Enviado",
            "data": "2026-05-01T12:00:00Z",
            "registradoEm": "2026-05-01T12:00:01Z",
            "pulados": ["Faturado"],
            "motivo": "porque sim",
            "notaFiscal": NotaFiscal { numero: "1".into(), serie: "2".into(), ..NotaFiscal::default() },
            "rastreio": Rastreio { transportadora: "Trem".into(), ..Rastreio::default() },
            "avisos": ["um", "dois"],
            "situacaoPedidoId": 15,
            "itens": [{ "item": 1, "sku": "S", "situacaoPedidoId": 15 }],
        })
    }

    #[test]
    fn what_is_stored_is_read_as_it_was() {
        let optional = ["pulados", "motivo", "notaFiscal", "rastreio", "avisos", "situacaoPedidoId", "itens"];
        for which in 0..1_u32 << optional.len() {
            let mut members = full();
            for (n, name) in optional.iter().enumerate().filter(|(n, _)| which >> n & 1 == 1) {
                assert!(members.as_object_mut().unwrap().remove(*name).is_some(), "{n}");
            }
            let entry: RegistroHistorico = serde_json::from_value(members.clone()).unwrap();
            let text = serde_json::to_string(&Lean::from(&entry)).unwrap();
            assert_eq!(serde_json::from_str::<RegistroHistorico>(&text).unwrap(), entry);
            let written: Value = serde_json::from_str(&text).unwrap();
            let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&written), names(&members));
        }
    }
}
