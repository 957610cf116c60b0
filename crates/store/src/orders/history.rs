//! History, invoices and parcels of an order: all that status changes add to it. One packed text holds them, in
//! the row that a status change rewrites anyway.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{ItemMovido, LineIndex, NotaFiscal, Rastreio, Standing, StatusPedido, SubSituacao};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};
use serde::{Deserialize, Serialize, Serializer};

use crate::base::schema::pedido_documentos;
use crate::base::{Conn, Packed, StoreError, on, to_json};

/// All that status changes have added to an order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Progress {
    /// The order's invoice and parcel.
    #[serde(default, skip_serializing_if = "Detalhes::is_empty")]
    pub detalhes: Detalhes,
    /// Invoices and parcels of items that have their own.
    #[serde(default, skip_serializing_if = "LineDetails::is_empty")]
    pub itens: LineDetails,
    /// The history, the oldest entry first.
    #[serde(serialize_with = "serialize_entries")]
    pub historico: Vec<RegistroHistorico>,
}

impl Progress {
    /// The progress of a new order.
    pub fn beginning_with(entry: RegistroHistorico) -> Self {
        Self { historico: vec![entry], ..Self::default() }
    }

    /// The text for the column.
    pub fn packed(&self) -> Result<Packed, StoreError> {
        Ok(Packed::new(&to_json(self)?))
    }

    /// Reads the column.
    pub fn read(stored: &Packed) -> Result<Self, StoreError> {
        stored.read("pedido_documentos.andamento")
    }
}

/// An entry about something else than a move.
pub(super) fn notice(standing: Standing, now: Instante, avisos: Vec<String>) -> RegistroHistorico {
    RegistroHistorico {
        status: standing.status,
        data: now.truncated(),
        registrado_em: now,
        pulados: Vec::new(),
        motivo: String::new(),
        nota_fiscal: None,
        rastreio: None,
        avisos,
        situacao_pedido_id: standing.sub.map(SubSituacao::code),
        itens: Vec::new(),
    }
}

/// Reads the progress of an order; `None` if the order does not exist.
pub(super) fn find(conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<Option<Progress>, StoreError> {
    let found: Option<Packed> = on!(conn, c => pedido_documentos::table
        .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_documentos::loja_id.eq(loja.loja))
        .filter(pedido_documentos::pedido_id.eq(id.0))
        .select(pedido_documentos::andamento)
        .first(c)
        .optional())?;
    found.as_ref().map(Progress::read).transpose()
}

/// Invoice and parcel, of an order or of one of its items.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Detalhes {
    /// The invoice, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nota_fiscal: Option<NotaFiscal>,
    /// The parcel, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rastreio: Option<Rastreio>,
}

/// Invoices and parcels of items that have their own.
pub(super) type LineDetails = BTreeMap<LineIndex, Detalhes>;

impl Detalhes {
    /// Whether there is neither.
    pub const fn is_empty(&self) -> bool {
        self.nota_fiscal.is_none() && self.rastreio.is_none()
    }

    /// Merges new details into these: members without a value keep the old one, and empty details become none.
    pub fn merge(self, nota_fiscal: Option<&NotaFiscal>, rastreio: Option<&Rastreio>) -> Self {
        Self {
            nota_fiscal: match nota_fiscal {
                Some(new) => Some(self.nota_fiscal.unwrap_or_default().merge(new.clone()))
                    .filter(|nota| *nota != NotaFiscal::default()),
                None => self.nota_fiscal,
            },
            rastreio: match rastreio {
                Some(new) => Some(self.rastreio.unwrap_or_default().merge(new.clone()))
                    .filter(|rastreio| *rastreio != Rastreio::default()),
                None => self.rastreio,
            },
        }
    }
}

/// A [`RegistroHistorico`] as it is stored: without empty members, which nearly all entries have.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredEntry<'a> {
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

impl<'a> From<&'a RegistroHistorico> for StoredEntry<'a> {
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

/// Serializes a history.
fn serialize_entries<S: Serializer>(
    historico: &[RegistroHistorico],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(historico.iter().map(StoredEntry::from))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// An entry with every member.
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
    fn stored_entries_are_read_back_unchanged() {
        let optional = ["pulados", "motivo", "notaFiscal", "rastreio", "avisos", "situacaoPedidoId", "itens"];
        for which in 0..1_u32 << optional.len() {
            let mut members = full();
            for (n, name) in optional.iter().enumerate().filter(|(n, _)| which >> n & 1 == 1) {
                assert!(members.as_object_mut().unwrap().remove(*name).is_some(), "{n}");
            }
            let entry: RegistroHistorico = serde_json::from_value(members.clone()).unwrap();
            let text = serde_json::to_string(&StoredEntry::from(&entry)).unwrap();
            assert_eq!(serde_json::from_str::<RegistroHistorico>(&text).unwrap(), entry);
            let written: Value = serde_json::from_str(&text).unwrap();
            let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&written), names(&members));
        }
    }
}
