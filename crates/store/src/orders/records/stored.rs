//! Stored records: the rows they are read from, their rendering, renewal and check.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::interface_b::registro::{self, CatalogueItem, Source};
use domain::pedido::Pedido;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::{pedido_documentos, pedido_registros, pedidos};
use crate::base::{Conn, Packed, StoreError, Tx, on};
use crate::orders::history;

/// The columns of an order that its record shows.
#[derive(Queryable)]
pub(in crate::orders) struct RegistroRow {
    pub pedido_id: i64,
    pub status: i16,
    pub canal_num: i32,
    pub data_pagamento: Option<i64>,
    pub comprador_num: i64,
    pub rastreado: bool,
    pub alterado_em: i64,
    pub transportadora: Option<String>,
    pub itens: Option<String>,
}

macro_rules! columns {
    () => {
        (
            pedidos::pedido_id,
            pedidos::status,
            pedidos::canal_num,
            pedidos::data_pagamento,
            pedidos::comprador_num,
            pedidos::rastreado,
            pedidos::alterado_em,
            pedidos::transportadora,
            pedidos::itens,
        )
    };
}
pub(in crate::orders) use columns;

/// Joins orders with their records.
macro_rules! with_record {
    ($orders:expr) => {
        $orders.inner_join(
            pedido_registros::table.on(pedido_registros::aplicacao_id
                .eq(pedidos::aplicacao_id)
                .and(pedido_registros::loja_id.eq(pedidos::loja_id))
                .and(pedido_registros::pedido_id.eq(pedidos::pedido_id))),
        )
    };
}
pub(in crate::orders) use with_record;

/// Renders the unchanging part of a record from the order's document.
pub(in crate::orders) fn render(
    conn: &mut Conn<'_>,
    loja: LojaId,
    row: &RegistroRow,
) -> Result<String, StoreError> {
    let (document, catalogue): (Packed, Packed) = on!(conn, c => pedido_documentos::table
        .inner_join(pedido_registros::table.on(pedido_registros::aplicacao_id
            .eq(pedido_documentos::aplicacao_id)
            .and(pedido_registros::loja_id.eq(pedido_documentos::loja_id))
            .and(pedido_registros::pedido_id.eq(pedido_documentos::pedido_id))))
        .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_documentos::loja_id.eq(loja.loja))
        .filter(pedido_documentos::pedido_id.eq(row.pedido_id))
        .select((pedido_documentos::documento, pedido_registros::catalogo))
        .first(c))?;
    let pedido: Pedido = document.read_document(PedidoId(row.pedido_id))?;
    let catalogue: Vec<CatalogueItem> = catalogue.read("pedido_registros.catalogo")?;
    let source = Source {
        pedido: &pedido,
        pedido_id: PedidoId(row.pedido_id),
        catalogo: &catalogue,
        canal_num: row.canal_num,
        comprador_num: row.comprador_num,
    };
    registro::stable(&source).map_err(|e| StoreError::Internal(e.to_string()))
}

/// Renders outdated records again and stores them; returns how many. A record is outdated if another version of the
/// program rendered it. Reads render such a record from the order's document and note its number; a background task
/// calls this. Nothing changes for clients.
pub fn renew_registros(tx: &mut Tx<'_>, outdated: &[(LojaId, PedidoId)]) -> Result<usize, StoreError> {
    let mut renewed = 0;
    for (loja, pedido_id) in outdated {
        let row: Option<RegistroRow> = on!(tx, c => pedidos::table
            .find((loja.aplicacao.0, loja.loja, pedido_id.0))
            .select(columns!())
            .first(c)
            .optional())?;
        let Some(row) = row else { continue };
        let fresh = Packed::new(&render(tx, *loja, &row)?);
        // not if another transaction has written the record since it was read
        renewed += on!(tx, c => diesel::update(
            pedido_registros::table.find((loja.aplicacao.0, loja.loja, pedido_id.0)))
            .filter(pedido_registros::registro_versao.ne(registro::VERSION))
            .set((
                pedido_registros::registro.eq(&fresh),
                pedido_registros::registro_versao.eq(registro::VERSION),
            ))
            .execute(c))?;
    }
    Ok(renewed)
}

/// The unpacked texts of an order, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTexts {
    /// Interface A's order, as JSON.
    pub documento: String,
    /// The unchanging part of interface B's record, with gaps for the rest.
    pub registro: String,
    /// The version of the form in which it was rendered.
    pub registro_versao: i16,
    /// The data of the SKUs when the order was created, as JSON.
    pub catalogo: String,
    /// Invoice, parcel and history, as JSON.
    pub andamento: String,
    /// The stored size of each text in bytes, by column.
    pub bytes: BTreeMap<&'static str, usize>,
}

/// Reads the texts of an order; `None` if it does not exist.
pub fn stored_texts(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
) -> Result<Option<StoredTexts>, StoreError> {
    type StoredColumns = (Packed, Packed, Packed, i16, Packed);
    let found: Option<StoredColumns> = on!(conn, c => pedido_documentos::table
        .inner_join(pedido_registros::table.on(pedido_registros::aplicacao_id
            .eq(pedido_documentos::aplicacao_id)
            .and(pedido_registros::loja_id.eq(pedido_documentos::loja_id))
            .and(pedido_registros::pedido_id.eq(pedido_documentos::pedido_id))))
        .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_documentos::loja_id.eq(loja.loja))
        .filter(pedido_documentos::pedido_id.eq(id.0))
        .select((
            pedido_documentos::documento,
            pedido_documentos::andamento,
            pedido_registros::registro,
            pedido_registros::registro_versao,
            pedido_registros::catalogo,
        ))
        .first(c)
        .optional())?;
    let Some((documento, andamento, registro, registro_versao, catalogo)) = found else { return Ok(None) };
    let columns = [
        ("documento", &documento),
        ("andamento", &andamento),
        ("registro", &registro),
        ("catalogo", &catalogo),
    ];
    Ok(Some(StoredTexts {
        bytes: columns.into_iter().map(|(column, text)| (column, text.as_bytes().len())).collect(),
        andamento: andamento.text("pedido_documentos.andamento")?,
        documento: documento.document_of(id)?,
        registro: registro.text("pedido_registros.registro")?,
        registro_versao,
        catalogo: catalogo.text("pedido_registros.catalogo")?,
    }))
}

/// An order with a wrong stored text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The order.
    pub pedido_id: PedidoId,
    /// What is wrong.
    pub wrong: Wrong,
}

/// A fault in the texts of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// The stored part of the record differs from a fresh rendering.
    Different {
        /// The stored text.
        kept: String,
        /// The fresh rendering.
        fresh: String,
    },
    /// A text cannot be read; the reason, without personal data.
    Unreadable(String),
}

/// Result of [`check_registros`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checks {
    /// Number of orders whose texts were read.
    pub read: usize,
    /// Number of those whose record is of this version and was compared.
    pub compared: usize,
    /// The orders with faults.
    pub divergences: Vec<Divergence>,
}

/// Batch size: the records of a store may be larger than memory.
const CHECK_BATCH: i64 = 500;

/// Reads the texts of every order of a store, and compares the stored part of each record with a fresh rendering.
pub fn check_registros(conn: &mut Conn<'_>, loja: LojaId) -> Result<Checks, StoreError> {
    let mut checks = Checks { read: 0, compared: 0, divergences: Vec::new() };
    let mut after = 0;
    loop {
        let batch = next_orders(conn, loja, after)?;
        let Some((last, ..)) = batch.last() else { return Ok(checks) };
        after = last.pedido_id;
        checks.read += batch.len();
        for (row, versao, kept) in batch {
            let comparable = versao == registro::VERSION;
            checks.compared += usize::from(comparable);
            let wrong = match stored_and_fresh(conn, loja, &row, kept) {
                Ok((kept, fresh)) if comparable && kept != fresh => Wrong::Different { kept, fresh },
                Ok(_) => continue,
                // cut at the first quote: a quoted value may be personal data
                Err(StoreError::Corrupt(why)) => {
                    Wrong::Unreadable(why.split(['"', '`']).next().unwrap_or_default().to_owned())
                }
                Err(error) => return Err(error),
            };
            checks.divergences.push(Divergence { pedido_id: PedidoId(row.pedido_id), wrong });
        }
    }
}

/// The unchanging part of a record as it is stored, and rendered afresh. Reads the history as well, to find damage.
fn stored_and_fresh(
    conn: &mut Conn<'_>,
    loja: LojaId,
    row: &RegistroRow,
    kept: Packed,
) -> Result<(String, String), StoreError> {
    history::find(conn, loja, PedidoId(row.pedido_id))?;
    Ok((kept.text("pedido_registros.registro")?, render(conn, loja, row)?))
}

/// An order with the version and the unchanging part of its record.
type StoredRecord = (RegistroRow, i16, Packed);

/// The next orders after a number.
fn next_orders(conn: &mut Conn<'_>, loja: LojaId, after: i64) -> Result<Vec<StoredRecord>, StoreError> {
    Ok(on!(conn, c => with_record!(pedidos::table)
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.gt(after))
        .order(pedidos::pedido_id)
        .limit(CHECK_BATCH)
        .select((columns!(), pedido_registros::registro_versao, pedido_registros::registro))
        .load(c))?)
}
