//! Lists of orders for interface B: selected and sorted by one of five dates, sent as rendered records.

use bytes::Bytes;
use diesel::prelude::*;
use domain::interface_b::registro::{self, OrderState};
use domain::loja_config::RecordStyle;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::paging::{CHUNK, Cursor, PAGE_BYTES, Page, PageRequest};
use crate::base::schema::pedidos;
use crate::base::stored;
use crate::base::{Conn, Rotulos, StoreError, on};
use crate::catalogue::canais::rotulos;
use crate::orders::page_sessions::next_page::{next_page, still_matching};
use crate::orders::page_sessions::{PageResult, PageState, Resume, ResumePoint};
use crate::orders::pages;
use crate::orders::records::cache::{Record, RegistrosCache, records};
use crate::orders::records::versions::{OrderVersion, versions, versions_of};
use crate::orders::search::{self, Cutoff, RegistrosFilter};

/// A page of records, as one JSON array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registros {
    /// The array, in pieces: most of them are shared with the cache and not copied.
    pub corpo: Vec<Bytes>,
    /// The number of all matching records.
    pub total: i64,
    /// Cursor of the next page; `None` on the last page.
    pub next: Option<Cursor>,
    /// The page has fewer records than were asked for, because they are long ([`Page::cut`]).
    pub cut: bool,
}

/// What records are rendered with.
#[derive(Debug, Clone, Copy)]
pub struct Rendering<'a> {
    /// The store's style of records.
    pub style: RecordStyle,
    /// The types of channels.
    pub types: &'a TypeCatalogue,
    /// The cache.
    pub memory: &'a RegistrosCache,
}

/// Usual length of a head, in bytes.
const HEAD: usize = 256;

/// The record of an order; `None` if the order does not exist.
pub fn find_registro(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
    with: Rendering<'_>,
) -> Result<Option<Vec<u8>>, StoreError> {
    let alterado_em: Option<i64> = on!(conn, c => pedidos::table
        .find((loja.aplicacao.0, loja.loja, id.0))
        .select(pedidos::alterado_em)
        .first(c)
        .optional())?;
    let Some(alterado_em) = alterado_em else { return Ok(None) };
    let order = OrderVersion { key: [alterado_em, id.0], alterado_em };
    let records = records(conn, loja, &[order], with.style, with.memory)?;
    let canais = rotulos(conn, loja, records.iter().map(|record| record.canal_num))?;
    let Some(record) = records.first() else { return Ok(None) };
    let mut corpo = Vec::with_capacity(HEAD + record.tail.len());
    head(&canais, order, record, with, &mut corpo)?;
    corpo.extend_from_slice(&record.tail);
    Ok(Some(corpo))
}

/// A page of records, sorted by the date of the filter and then by number.
pub fn list_registros(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
    with: Rendering<'_>,
) -> Result<Registros, StoreError> {
    Ok(list_registros_from(conn, loja, filter, wanted, &ResumePoint::COUNTED, with)?.0)
}

/// [`list_registros`] as a page of a session: resumes after the pages before it. Also returns what this page
/// showed, to be recorded in the session.
pub fn list_registros_from(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
    from: &ResumePoint,
    with: Rendering<'_>,
) -> Result<(Registros, Option<PageResult>), StoreError> {
    if filter.status.as_ref().is_some_and(Vec::is_empty) {
        let corpo = vec![Bytes::from_static(b"[]")];
        return Ok((Registros { corpo, total: 0, next: None, cut: false }, None));
    }
    let filter = &filter.clone().by_own_sku(conn, loja)?;
    let (mut page, shown) = match &from.0 {
        Resume::Counted => {
            let page = counted_page(conn, loja, filter, wanted)?;
            let shown = page_result(&page);
            (page, shown)
        }
        Resume::After(state) => resumed_page(conn, loja, filter, wanted, &[], state)?,
        Resume::Repeat(ids, state, _) => resumed_page(conn, loja, filter, wanted, ids, state)?,
    };
    let records = records_of_page(conn, loja, &page.rows, with)?;
    let canais = rotulos(conn, loja, records.iter().map(|record| record.canal_num))?;
    let cut = records.len() < page.rows.len();
    if cut {
        page.rows.truncate(records.len());
        let last = page.rows.last().map(|order| order.key);
        page.next = last.map(|chave| Cursor { chave, pagina: page.pagina.saturating_add(1) });
    }
    let corpo = array(&canais, &page.rows, records, with, filter.comprador.is_some())?;
    // not for a page that was cut: its rest belongs to the next page, which only the cursor finds
    Ok((Registros { corpo, total: page.total, next: page.next, cut }, shown.filter(|_| !cut)))
}

/// What a counted page shows.
fn page_result(page: &Page<OrderVersion>) -> Option<PageResult> {
    page.rows.last().map(|last| PageResult {
        ids: page.rows.iter().map(OrderVersion::pedido_id).collect(),
        end: last.key,
        more: page.next.is_some(),
    })
}

/// A page of a session: first the orders that it had before, if it is requested again, then the next ones.
fn resumed_page(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
    before: &[i64],
    state: &PageState,
) -> Result<(Page<OrderVersion>, Option<PageResult>), StoreError> {
    let total = search::total(conn, loja, filter)?;
    let mut rows = still_matching(conn, loja, filter, before)?;
    let limit = (wanted.size as usize).saturating_sub(rows.len());
    let rest = next_page(conn, loja, filter, state, limit)?;
    rows.extend(rest.orders);
    let pagina = wanted.page_of();
    let next = rest.more.then(|| Cursor { chave: rest.end, pagina: pagina.saturating_add(1) });
    let ids = rows.iter().map(OrderVersion::pedido_id).collect();
    let shown = PageResult { ids, end: rest.end, more: rest.more };
    Ok((Page { rows, total, pagina, next, cut: false }, Some(shown)))
}

/// The first records, as many as fit into a page.
fn records_of_page(
    conn: &mut Conn<'_>,
    loja: LojaId,
    orders: &[OrderVersion],
    with: Rendering<'_>,
) -> Result<Vec<Record>, StoreError> {
    let (mut all, mut bytes) = (Vec::with_capacity(orders.len()), 0_usize);
    for part in orders.chunks(CHUNK) {
        for record in records(conn, loja, part, with.style, with.memory)? {
            bytes = bytes.saturating_add(record.tail.len());
            if bytes > PAGE_BYTES && !all.is_empty() {
                return Ok(all);
            }
            all.push(record);
        }
    }
    Ok(all)
}

/// The orders of a page.
fn counted_page(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
) -> Result<Page<OrderVersion>, StoreError> {
    let total = search::total(conn, loja, filter)?;
    if total <= wanted.offset() {
        // without a match, the query would walk the whole range
        return Ok(Page { total, ..wanted.empty() });
    }
    if wanted.offset() == 0 {
        return wanted.page(first(conn, loja, filter, wanted)?, total, |order| order.key, Ok);
    }
    // reads only the keys of skipped rows, which may be many
    let keys = pages::keys(conn, loja, filter, wanted)?;
    let page = wanted.page(keys, total, |key| *key, Ok)?;
    let rows = versions_of(conn, loja, &page.rows)?;
    Ok(Page { rows, total, pagina: page.pagina, next: page.next, cut: page.cut })
}

/// The first orders of a list, or those after a cursor, and one more if there is one.
fn first(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
) -> Result<Vec<OrderVersion>, StoreError> {
    versions(conn, loja, filter, Cutoff::new(filter, wanted.after()), wanted.limit())
}

/// Heads and tails, as one JSON array in pieces. Orders of a buyer have links to themselves.
fn array(
    canais: &Rotulos,
    orders: &[OrderVersion],
    records: Vec<Record>,
    with: Rendering<'_>,
    links: bool,
) -> Result<Vec<Bytes>, StoreError> {
    let (mut heads, mut ends, mut tails) = (Vec::new(), Vec::new(), Vec::new());
    for (order, record) in orders.iter().zip(records) {
        heads.push(if ends.is_empty() { b'[' } else { b',' });
        head(canais, *order, &record, with, &mut heads)?;
        if links {
            registro::links(&mut heads, PedidoId(order.pedido_id()));
        }
        ends.push(heads.len());
        tails.push(record.tail);
    }
    let heads = Bytes::from(heads);
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let mut pieces = Vec::with_capacity(2 * ends.len() + 1);
    for ((start, end), tail) in starts.zip(&ends).zip(tails) {
        pieces.push(heads.slice(start..*end));
        pieces.push(tail);
    }
    pieces.push(Bytes::from_static(if ends.is_empty() { b"[]" } else { b"]" }));
    Ok(pieces)
}

/// Appends the head of a record.
fn head(
    canais: &Rotulos,
    order: OrderVersion,
    record: &Record,
    with: Rendering<'_>,
    output: &mut Vec<u8>,
) -> Result<(), StoreError> {
    let canal = canais.get(&record.canal_num);
    let tipo = canal.map_or("", |canal| canal.tipo.as_str());
    let state = OrderState {
        pedido_id: PedidoId(order.pedido_id()),
        standing: stored::standing(record.status)?,
        data_pagamento: record.data_pagamento.map(Instante::from_micros),
        alterado_em: Instante::from_micros(order.alterado_em),
        rastreado: record.rastreado,
        // a type that the operator has removed is shown by its code
        canal_nome: with.types.find(tipo).map_or(tipo, |tipo| tipo.titulo.as_str()),
        canal_origem: canal.map_or("\"\"", |canal| canal.nome.as_str()),
    };
    registro::head(output, &state, with.style.dates).map_err(|e| StoreError::Internal(e.to_string()))
}
