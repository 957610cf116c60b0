//! What moves bring into an order: invoice, parcel, those of its items, its history. One text, in the row
//! that a move rewrites anyway. Older versions have written it into columns and rows of its own: that stays
//! readable until the order moves or housekeeping comes by.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::pedido::historico::RegistroHistorico;
use domain::values::ids::{LojaId, PedidoId};
use serde::{Deserialize, Serialize};

use super::details::{Detalhes, LineDetails};
use super::entry;
use crate::base::schema::{pedido_documentos, pedido_historico};
use crate::base::{ANDAMENTO, Conn, Form, Packed, StoreError, Tx, from_json, load_by_key, on, to_json};

type Text = (pedido_documentos::andamento, pedido_documentos::andamento_zstd);
type OlderColumns = (pedido_documentos::nota_fiscal, pedido_documentos::rastreio, pedido_documentos::itens);

/// Where it stands, as [`Columns`].
pub(super) const PROGRESS: (Text, OlderColumns) =
    (ANDAMENTO, (pedido_documentos::nota_fiscal, pedido_documentos::rastreio, pedido_documentos::itens));

/// What moves have brought into an order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Progress {
    /// The order's invoice and parcel.
    #[serde(default, skip_serializing_if = "Detalhes::is_empty")]
    pub detalhes: Detalhes,
    /// Those of items that have some of their own.
    #[serde(default, skip_serializing_if = "LineDetails::is_empty")]
    pub itens: LineDetails,
    /// What has happened, the oldest first.
    #[serde(serialize_with = "entry::serialize")]
    pub historico: Vec<RegistroHistorico>,
}

impl Progress {
    /// Of an order that comes in.
    pub fn beginning_with(entry: RegistroHistorico) -> Self {
        Self { historico: vec![entry], ..Self::default() }
    }

    /// On its way into its columns.
    pub fn packed(&self) -> Result<Packed, StoreError> {
        Ok(Packed::new(Form::Andamento, to_json(self)?))
    }
}

/// The columns that it stands in.
#[derive(Debug, Queryable)]
pub(super) struct Columns {
    text: Packed,
    older: (Option<String>, Option<String>, Option<String>),
}

impl Columns {
    /// True where an older version has written it: then the history stands in rows of its own
    /// ([`entries`]).
    pub const fn is_older(&self) -> bool {
        self.text.is_absent()
    }

    /// The bytes that the one text takes.
    pub fn stored_bytes(&self) -> usize {
        self.text.stored_bytes()
    }

    /// `entries` are those of [`entries`]; none where it is not of an older version.
    pub fn read(self, entries: &[String]) -> Result<Progress, StoreError> {
        if !self.is_older() {
            return self.text.read("pedido_documentos.andamento");
        }
        let (nota_fiscal, rastreio, itens) = self.older;
        Ok(Progress {
            detalhes: Detalhes::read(nota_fiscal, rastreio)?,
            itens: Detalhes::read_lines(itens.as_ref())?,
            historico: entries
                .iter()
                .map(|text| from_json("pedido_historico.registro", text))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Of one order, wherever it stands.
    pub fn find(self, conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<Progress, StoreError> {
        let mut entries = match self.is_older() {
            true => entries(conn, loja, &[id.0])?,
            false => HashMap::new(),
        };
        self.read(&entries.remove(&id.0).unwrap_or_default())
    }
}

/// What moves have brought into an order; `None` when there is no such order.
pub(super) fn find(conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<Option<Progress>, StoreError> {
    let found: Option<Columns> = on!(conn, c => pedido_documentos::table
        .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_documentos::loja_id.eq(loja.loja))
        .filter(pedido_documentos::pedido_id.eq(id.0))
        .select(PROGRESS)
        .first(c)
        .optional())?;
    found.map(|columns| columns.find(conn, loja, id)).transpose()
}

/// The histories that older versions have written, by order, the oldest entry of each first.
pub(super) fn entries(
    conn: &mut Conn<'_>,
    loja: LojaId,
    ids: &[i64],
) -> Result<HashMap<i64, Vec<String>>, StoreError> {
    let mut all: HashMap<i64, Vec<String>> = HashMap::new();
    if ids.is_empty() {
        return Ok(all);
    }
    let rows: Vec<(i64, String)> =
        load_by_key!(conn, pedido_historico::pedido_id, ids, |of_them| pedido_historico::table
            .filter(pedido_historico::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_historico::loja_id.eq(loja.loja))
            .filter(of_them)
            .order((pedido_historico::pedido_id, pedido_historico::seq))
            .select((pedido_historico::pedido_id, pedido_historico::registro)));
    for (id, entry) in rows {
        all.entry(id).or_default().push(entry);
    }
    Ok(all)
}

/// Deletes the histories that older versions have written of some orders: they stand in the one text now.
pub(super) fn forget_entries(tx: &mut Tx<'_>, loja: LojaId, ids: &[i64]) -> Result<(), StoreError> {
    if !ids.is_empty() {
        on!(tx, c => diesel::delete(pedido_historico::table
            .filter(pedido_historico::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_historico::loja_id.eq(loja.loja))
            .filter(pedido_historico::pedido_id.eq_any(ids)))
            .execute(c))?;
    }
    Ok(())
}
