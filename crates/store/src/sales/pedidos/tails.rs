//! Tails of records: all of them that follows the head, ready to be sent.
//!
//! A store's own system downloads the same orders again and again, so the tails that were read last are kept
//! in memory. Such a tail cannot be out of date: it is found by the order's number and the instant of the
//! order's last change, both read by whoever asks.

use bytes::Bytes;
use diesel::prelude::*;
use domain::interface_b::registro::{self, CatalogueItem, Filling, InvalidRecord, Observacao, Source};
use domain::loja_config::RecordStyle;
use domain::pedido::Pedido;
use domain::values::ids::{LojaId, PedidoId};
use domain::values::money::Dinheiro;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::progress::{self, PROGRESS};
use super::record_row::{RegistroRow, with_record};
use crate::base::StoreError;
use crate::base::from_json;
use crate::base::schema::{pedido_documentos, pedido_registros, pedidos};
use crate::base::stored;
use crate::base::{CATALOGO, Conn, DOCUMENTO, Packed, REGISTRO, load_by_key, on};

/// A tail. Sharing it costs no copy.
pub(super) type Tail = Bytes;

/// Orders have numbers that are unique over all stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CacheKey {
    pedido_id: i64,
    alterado_em: i64,
    style: RecordStyle,
}

#[derive(Debug, Clone, Copy)]
struct Size;

impl Weighter<CacheKey, Tail> for Size {
    fn weight(&self, _: &CacheKey, tail: &Tail) -> u64 {
        /// What an entry takes besides its text.
        const INPUT: usize = 96;
        (tail.len() + INPUT) as u64
    }
}

/// Records in memory, those that are asked for most within a bound of bytes. For one database: whoever opens
/// two keeps two.
#[derive(Debug)]
pub struct RegistrosCache(Cache<CacheKey, Tail, Size>);

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

/// The tails of some orders, in their order.
pub(super) fn tails(
    conn: &mut Conn<'_>,
    loja: LojaId,
    rows: &[&RegistroRow],
    style: RecordStyle,
    cache: &RegistrosCache,
) -> Result<Vec<Tail>, StoreError> {
    let mut page = Remembered::new(rows, style, cache);
    for kept in kept_ones(conn, loja, &page.lacking())? {
        if let Some((row, place)) = page.place_of(kept.pedido_id) {
            page.put(place, row, kept.tail(conn, loja, row, style)?);
        }
    }
    page.whole().ok_or_else(|| StoreError::Corrupt("an order without a record".to_owned()))
}

/// The same outside of a transaction; `None` where an order has changed since its row was read, or its record
/// takes more than one look.
pub(super) fn tails_at_once(
    conn: &mut Conn<'_>,
    loja: LojaId,
    rows: &[&RegistroRow],
    style: RecordStyle,
    cache: &RegistrosCache,
) -> Result<Option<Vec<Tail>>, StoreError> {
    let mut page = Remembered::new(rows, style, cache);
    for (kept, alterado_em) in kept_as_of(conn, loja, &page.lacking())? {
        let Some((row, place)) = page.place_of(kept.pedido_id) else { continue };
        if row.alterado_em != alterado_em || kept.is_to_be_rendered(row) {
            return Ok(None);
        }
        page.put(place, row, kept.tail(conn, loja, row, style)?);
    }
    Ok(page.whole())
}

/// The tails of a page, as far as they are in memory.
struct Remembered<'a> {
    rows: &'a [&'a RegistroRow],
    tails: Vec<Option<Tail>>,
    style: RecordStyle,
    cache: &'a RegistrosCache,
}

impl<'a> Remembered<'a> {
    fn new(rows: &'a [&'a RegistroRow], style: RecordStyle, cache: &'a RegistrosCache) -> Self {
        let tails = rows.iter().map(|row| cache.0.get(&key(row, style))).collect();
        Self { rows, tails, style, cache }
    }

    /// The numbers of the orders whose tails are not there.
    fn lacking(&self) -> Vec<i64> {
        let without = self.rows.iter().zip(&self.tails).filter(|(_, tail)| tail.is_none());
        without.map(|(row, _)| row.pedido_id).collect()
    }

    /// The row of an order, and its place on the page.
    fn place_of(&self, pedido_id: i64) -> Option<(&'a RegistroRow, usize)> {
        let place = self.rows.iter().position(|row| row.pedido_id == pedido_id)?;
        Some((self.rows.get(place)?, place))
    }

    fn put(&mut self, place: usize, row: &RegistroRow, tail: Vec<u8>) {
        let tail = Tail::from(tail);
        self.cache.0.insert(key(row, self.style), tail.clone());
        if let Some(slot) = self.tails.get_mut(place) {
            *slot = Some(tail);
        }
    }

    /// All of them, in the order of the rows; `None` while one is lacking.
    fn whole(self) -> Option<Vec<Tail>> {
        self.tails.into_iter().collect()
    }
}

fn key(row: &RegistroRow, style: RecordStyle) -> CacheKey {
    CacheKey { pedido_id: row.pedido_id, alterado_em: row.alterado_em, style }
}

/// What is stored for the tail of an order.
#[derive(Queryable)]
struct Kept {
    pedido_id: i64,
    registro: Packed,
    registro_versao: i16,
    observacoes: Option<String>,
}

macro_rules! kept {
    () => {
        (
            pedido_registros::pedido_id,
            REGISTRO,
            pedido_registros::registro_versao,
            pedido_registros::observacoes,
        )
    };
}

/// In the order of `ids` on SQLite, in any on PostgreSQL.
fn kept_ones(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<Vec<Kept>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(load_by_key!(conn, pedido_registros::pedido_id, ids, |of_them| pedido_registros::table
        .filter(pedido_registros::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_registros::loja_id.eq(loja.loja))
        .filter(of_them)
        .select(kept!())))
}

/// The same with the instant of the order's last change.
fn kept_as_of(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<Vec<(Kept, i64)>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(load_by_key!(conn, pedidos::pedido_id, ids, |of_them| with_record!(pedidos::table)
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((kept!(), pedidos::alterado_em))))
}

impl Kept {
    fn is_outdated(&self) -> bool {
        self.registro_versao != registro::VERSION
    }

    /// True when the tail is made out of the order's document, and not of what is stored for it.
    fn is_to_be_rendered(&self, row: &RegistroRow) -> bool {
        self.is_outdated() || (row.rastreado && row.transportadora.is_none())
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
        let merge = |stable: &str, carrier: Option<&str>| {
            let filling = Filling { style, carrier: carrier.unwrap_or(""), order, lines: &lines };
            registro::tail(&observacoes, stable, &filling).map_err(|e| match e {
                InvalidRecord::Gap(_) => StoreError::corrupt("pedido_registros.registro", e),
                InvalidRecord::Json(_) => StoreError::Internal(e.to_string()),
            })
        };
        if self.is_outdated() || self.registro.is_plain() {
            conn.note_outdated(loja, PedidoId(self.pedido_id));
        }
        if self.is_to_be_rendered(row) {
            let fresh = render(conn, loja, row)?;
            return merge(&fresh.stable, fresh.transportadora.as_deref());
        }
        merge(&self.registro.text("pedido_registros.registro")?, row.transportadora.as_deref())
    }
}

/// What is read out of the order itself, where it is not stored apart yet.
pub(super) struct Rendered {
    /// The unchanging part.
    pub stable: String,
    /// The carrier, if the order has a parcel.
    pub transportadora: Option<String>,
    /// The order's total.
    pub total: Dinheiro,
}

/// Reads an order's document for its record.
pub(super) fn render(conn: &mut Conn<'_>, loja: LojaId, row: &RegistroRow) -> Result<Rendered, StoreError> {
    type Texts = (Packed, progress::Columns, Packed);
    let (document, columns, catalogue): Texts = on!(conn, c => pedido_documentos::table
        .inner_join(pedido_registros::table.on(pedido_registros::aplicacao_id
            .eq(pedido_documentos::aplicacao_id)
            .and(pedido_registros::loja_id.eq(pedido_documentos::loja_id))
            .and(pedido_registros::pedido_id.eq(pedido_documentos::pedido_id))))
        .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_documentos::loja_id.eq(loja.loja))
        .filter(pedido_documentos::pedido_id.eq(row.pedido_id))
        .select((DOCUMENTO, PROGRESS, CATALOGO))
        .first(c))?;
    let pedido: Pedido = document.read_document(PedidoId(row.pedido_id))?;
    let progress = columns.find(conn, loja, PedidoId(row.pedido_id))?;
    let catalogue: Vec<CatalogueItem> = catalogue.read("pedido_registros.catalogo")?;
    let source = Source {
        pedido: &pedido,
        pedido_id: PedidoId(row.pedido_id),
        catalogo: &catalogue,
        canal_num: row.canal_num,
        comprador_num: row.comprador_num,
    };
    let stable = registro::stable(&source).map_err(|e| StoreError::Internal(e.to_string()))?;
    let transportadora = progress.detalhes.rastreio.map(|rastreio| rastreio.transportadora);
    Ok(Rendered { stable, transportadora, total: pedido.total })
}
