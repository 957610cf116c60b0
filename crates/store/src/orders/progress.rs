//! What status changes add to an order: invoice, parcel, those of its items, its history. One packed text in the
//! row that a status change rewrites anyway.

use diesel::prelude::*;
use domain::pedido::historico::RegistroHistorico;
use domain::values::ids::{LojaId, PedidoId};
use serde::{Deserialize, Serialize};

use crate::base::schema::pedido_documentos;
use crate::base::{Conn, Packed, StoreError, on, to_json};
use crate::orders::details::{Detalhes, LineDetails};
use crate::orders::entry;

/// What status changes have added to an order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Progress {
    /// The order's invoice and parcel.
    #[serde(default, skip_serializing_if = "Detalhes::is_empty")]
    pub detalhes: Detalhes,
    /// Those of items that have their own.
    #[serde(default, skip_serializing_if = "LineDetails::is_empty")]
    pub itens: LineDetails,
    /// The history, the oldest entry first.
    #[serde(serialize_with = "entry::serialize")]
    pub historico: Vec<RegistroHistorico>,
}

impl Progress {
    /// That of a new order.
    pub fn beginning_with(entry: RegistroHistorico) -> Self {
        Self { historico: vec![entry], ..Self::default() }
    }

    /// As it is stored.
    pub fn packed(&self) -> Result<Packed, StoreError> {
        Ok(Packed::new(&to_json(self)?))
    }

    /// From its column.
    pub fn read(stored: &Packed) -> Result<Self, StoreError> {
        stored.read("pedido_documentos.andamento")
    }
}

/// What status changes have added to an order; `None` when there is no such order.
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
