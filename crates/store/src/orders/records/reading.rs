//! Records: what the head of one is written from, and all that follows the head, ready to be sent.
//!
//! A store's own system downloads the same orders again and again, so the records that were read last are
//! kept in memory. Such a record cannot be out of date: it is found by the order's number and the instant of
//! the order's last change, both read by whoever asks.

use bytes::Bytes;
use diesel::prelude::*;
use domain::interface_b::registro::{self, CatalogueItem, Filling, InvalidRecord, Observacao, Source};
use domain::loja_config::RecordStyle;
use domain::pedido::Pedido;
use domain::values::ids::{LojaId, PedidoId};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::base::StoreError;
use crate::base::from_json;
use crate::base::schema::{pedido_documentos, pedido_registros, pedidos};
use crate::base::stored;
use crate::base::{Conn, Packed, load_by_key, on};
use crate::orders::records::record_row::{RegistroRow, columns, with_record};
use crate::orders::records::versions::Version;

/// A record of an order as of its last change.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Record {
    pub status: i16,
    pub canal_num: i32,
    pub data_pagamento: Option<i64>,
    pub rastreado: bool,
    /// All that follows the head. Sharing it costs no copy.
    pub tail: Bytes,
}

/// Orders have numbers that are unique over all stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CacheKey {
    pedido_id: i64,
    alterado_em: i64,
    style: RecordStyle,
}

#[derive(Debug, Clone, Copy)]
struct Size;

impl Weighter<CacheKey, Record> for Size {
    fn weight(&self, _: &CacheKey, record: &Record) -> u64 {
        /// What an entry takes besides its text.
        const INPUT: usize = 128;
        (record.tail.len() + INPUT) as u64
    }
}

/// Records in memory, those that are asked for most within a bound of bytes. For one database: whoever opens
/// two keeps two.
#[derive(Debug)]
pub struct RegistrosCache(Cache<CacheKey, Record, Size>);

impl RegistrosCache {
    /// Holds at most so many bytes; with 0 nothing is kept.
    pub fn with_bytes(bytes: u64) -> Self {
        /// As long as a record commonly is.
        const REGISTRO: u64 = 4096;
        let registros = usize::try_from(bytes / REGISTRO).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(registros, bytes, Size))
    }
}

impl Default for RegistrosCache {
    /// 16 MiB.
    fn default() -> Self {
        Self::with_bytes(16 << 20)
    }
}

/// The records of some orders, in their order.
pub(in crate::orders) fn records(
    conn: &mut Conn<'_>,
    loja: LojaId,
    orders: &[Version],
    style: RecordStyle,
    cache: &RegistrosCache,
) -> Result<Vec<Record>, StoreError> {
    let mut page = Remembered::new(orders, style, cache);
    for (row, kept) in stored_rows(conn, loja, &page.lacking())? {
        let tail = kept.tail(conn, loja, &row, style)?;
        page.put(&row, tail);
    }
    page.whole().ok_or_else(|| StoreError::Corrupt("an order without a record".to_owned()))
}

/// The records of a page, as far as they are in memory.
struct Remembered<'a> {
    orders: &'a [Version],
    records: Vec<Option<Record>>,
    style: RecordStyle,
    cache: &'a RegistrosCache,
}

impl<'a> Remembered<'a> {
    fn new(orders: &'a [Version], style: RecordStyle, cache: &'a RegistrosCache) -> Self {
        let key = |order: &Version| CacheKey {
            pedido_id: order.pedido_id(),
            alterado_em: order.alterado_em,
            style,
        };
        let records = orders.iter().map(|order| cache.0.get(&key(order))).collect();
        Self { orders, records, style, cache }
    }

    /// The numbers of the orders whose records are not there.
    fn lacking(&self) -> Vec<i64> {
        let without = self.orders.iter().zip(&self.records).filter(|(_, record)| record.is_none());
        without.map(|(order, _)| order.pedido_id()).collect()
    }

    /// Keeps a record; in the place of its order, if it is of the change that is asked for.
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
        let is_it =
            |order: &Version| order.pedido_id() == row.pedido_id && order.alterado_em == row.alterado_em;
        let place = self.orders.iter().position(is_it).and_then(|place| self.records.get_mut(place));
        if let Some(place) = place {
            *place = Some(record);
        }
    }

    /// All of them, in the order asked for; `None` while one is lacking.
    fn whole(self) -> Option<Vec<Record>> {
        self.records.into_iter().collect()
    }
}

/// What is stored for the tail of an order.
#[derive(Queryable)]
struct Kept {
    registro: Packed,
    registro_versao: i16,
    observacoes: Option<String>,
}

/// Orders with what is stored for their tails.
fn stored_rows(
    conn: &mut Conn<'_>,
    loja: LojaId,
    ids: &[i64],
) -> Result<Vec<(RegistroRow, Kept)>, StoreError> {
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

impl Kept {
    fn is_outdated(&self) -> bool {
        self.registro_versao != registro::VERSION
    }

    /// The notes and the stored part, or that part anew where the stored one is of another version.
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

/// Renders the unchanging part of an order's record from the order itself.
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
