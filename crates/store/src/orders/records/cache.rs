//! Records of orders, read with a cache. A record has a head (number, status, dates, channel), which is
//! written when a page is sent, and a tail, all the rest; the tails are cached.
//!
//! A store's own system downloads the same orders again and again, so the records that were read last are cached.
//! A cached record is never out of date: its key holds the order's number and the instant of its last change, and
//! the caller reads both from the database.

use bytes::Bytes;
use diesel::prelude::*;
use domain::interface_b::registro::{self, Filling, InvalidRecord, Observacao};
use domain::loja_config::RecordStyle;
use domain::values::ids::{LojaId, PedidoId};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::base::schema::{pedido_registros, pedidos};
use crate::base::stored;
use crate::base::{Conn, Packed, StoreError, from_json, load_by_key};
use crate::orders::records::stored::{RegistroRow, columns, render, with_record};
use crate::orders::records::versions::OrderVersion;

/// A record of an order as of its last change.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Record {
    pub status: i16,
    pub canal_num: i32,
    pub data_pagamento: Option<i64>,
    pub rastreado: bool,
    /// All that follows the head; cloning it copies nothing.
    pub tail: Bytes,
}

/// Key of a cached record. Numbers of orders are unique over all stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CacheKey {
    pedido_id: i64,
    alterado_em: i64,
    style: RecordStyle,
}

#[derive(Debug, Clone, Copy)]
struct RecordSize;

impl Weighter<CacheKey, Record> for RecordSize {
    fn weight(&self, _: &CacheKey, record: &Record) -> u64 {
        /// Fixed overhead per cache entry, in bytes.
        const OVERHEAD: usize = 128;
        (record.tail.len() + OVERHEAD) as u64
    }
}

/// Cache of records, bounded in bytes. Belongs to one database.
#[derive(Debug)]
pub struct RegistrosCache(Cache<CacheKey, Record, RecordSize>);

impl RegistrosCache {
    /// A cache of at most this many bytes; 0 turns it off.
    pub fn with_bytes(bytes: u64) -> Self {
        /// Usual size of a record, in bytes.
        const REGISTRO: u64 = 4096;
        let registros = usize::try_from(bytes / REGISTRO).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(registros, bytes, RecordSize))
    }
}

impl Default for RegistrosCache {
    /// 16 MiB.
    fn default() -> Self {
        Self::with_bytes(16 << 20)
    }
}

/// The records of orders, in the same order.
pub(in crate::orders) fn records(
    conn: &mut Conn<'_>,
    loja: LojaId,
    orders: &[OrderVersion],
    style: RecordStyle,
    cache: &RegistrosCache,
) -> Result<Vec<Record>, StoreError> {
    let mut page = PageRecords::new(orders, style, cache);
    for (row, stored) in stored_rows(conn, loja, &page.missing())? {
        let tail = stored.tail(conn, loja, &row, style)?;
        page.put(&row, tail);
    }
    page.complete().ok_or_else(|| StoreError::Corrupt("an order without a record".to_owned()))
}

/// The records of a page; those that are not cached are added by `put`.
struct PageRecords<'a> {
    orders: &'a [OrderVersion],
    records: Vec<Option<Record>>,
    style: RecordStyle,
    cache: &'a RegistrosCache,
}

impl<'a> PageRecords<'a> {
    fn new(orders: &'a [OrderVersion], style: RecordStyle, cache: &'a RegistrosCache) -> Self {
        let key = |order: &OrderVersion| CacheKey {
            pedido_id: order.pedido_id(),
            alterado_em: order.alterado_em,
            style,
        };
        let records = orders.iter().map(|order| cache.0.get(&key(order))).collect();
        Self { orders, records, style, cache }
    }

    /// The numbers of the orders whose records are missing.
    fn missing(&self) -> Vec<i64> {
        let without = self.orders.iter().zip(&self.records).filter(|(_, record)| record.is_none());
        without.map(|(order, _)| order.pedido_id()).collect()
    }

    /// Caches a record, and adds it to the page if it has the version that the page shows.
    fn put(&mut self, row: &RegistroRow, tail: Vec<u8>) {
        let record = Record {
            status: row.status,
            canal_num: row.canal_num,
            data_pagamento: row.data_pagamento,
            rastreado: row.rastreado,
            tail: Bytes::from(tail),
        };
        let key = CacheKey { pedido_id: row.pedido_id, alterado_em: row.alterado_em, style: self.style };
        self.cache.0.insert(key, record.clone());
        let matches =
            |order: &OrderVersion| order.pedido_id() == row.pedido_id && order.alterado_em == row.alterado_em;
        let slot = self.orders.iter().position(matches).and_then(|index| self.records.get_mut(index));
        if let Some(slot) = slot {
            *slot = Some(record);
        }
    }

    /// All records, in the order of the page; `None` if one is missing.
    fn complete(self) -> Option<Vec<Record>> {
        self.records.into_iter().collect()
    }
}

/// The stored parts of the tail of a record.
#[derive(Queryable)]
struct StoredTail {
    registro: Packed,
    registro_versao: i16,
    observacoes: Option<String>,
}

/// Orders with the stored parts of their tails.
fn stored_rows(
    conn: &mut Conn<'_>,
    loja: LojaId,
    ids: &[i64],
) -> Result<Vec<(RegistroRow, StoredTail)>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(load_by_key!(conn, pedidos::pedido_id, ids, |of_them| with_record!(pedidos::table)
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((
            columns!(),
            (pedido_registros::registro, pedido_registros::registro_versao, pedido_registros::observacoes,)
        ))))
}

impl StoredTail {
    fn is_outdated(&self) -> bool {
        self.registro_versao != registro::VERSION
    }

    /// The notes and the stored part, which is rendered again if it is of another version.
    fn tail(
        self,
        conn: &mut Conn<'_>,
        loja: LojaId,
        row: &RegistroRow,
        style: RecordStyle,
    ) -> Result<Vec<u8>, StoreError> {
        let observacoes: Vec<Observacao> = match &self.observacoes {
            Some(text) => from_json("pedido_registros.observacoes", text)?,
            None => Vec::new(),
        };
        let (order, lines) = (stored::standing(row.status)?, stored::lines(row.itens.as_deref())?);
        let carrier = row.transportadora.as_deref().unwrap_or("");
        let merge = |stable: &str| {
            let filling = Filling { style, carrier, order, lines: &lines };
            registro::tail(&observacoes, stable, &filling).map_err(|e| match e {
                InvalidRecord::Gap(_) => StoreError::corrupt("pedido_registros.registro", e),
                InvalidRecord::Json(_) => StoreError::Internal(e.to_string()),
            })
        };
        if self.is_outdated() {
            conn.note_outdated(loja, PedidoId(row.pedido_id));
            return merge(&render(conn, loja, row)?);
        }
        merge(&self.registro.text("pedido_registros.registro")?)
    }
}
