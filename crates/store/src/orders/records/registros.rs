//! Orders as interface B downloads them: found by one of five dates, sent as ready records.

use bytes::Bytes;
use diesel::prelude::*;
use domain::interface_b::registro::{self, OrderState};
use domain::loja_config::RecordStyle;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::Rotulos;
use crate::base::StoreError;
use crate::base::paging::{CHUNK, Cursor, PAGE_BYTES, Page, PageRequest};
use crate::base::schema::pedidos;
use crate::base::stored;
use crate::base::{Conn, on};
use crate::catalogue::canais::rotulos;
use crate::orders::filter::RegistrosFilter;
use crate::orders::page_sessions::further::{further, still};
use crate::orders::page_sessions::{Seen, Standing, Start, Turn};
use crate::orders::records::reading::{Record, RegistrosCache, records};
use crate::orders::records::versions::{Version, versions, versions_of};
use crate::orders::search::{self, Cutoff};

/// Some records, as one JSON array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registros {
    /// The array, in pieces: most of it is shared with the memory of records and not copied.
    pub corpo: Vec<Bytes>,
    /// All records that match, not only these.
    pub total: i64,
    /// Where the next page starts; `None` on the last.
    pub next: Option<Cursor>,
    /// As [`Page::cut`].
    pub cut: bool,
}

/// What records are made with.
#[derive(Debug, Clone, Copy)]
pub struct Rendering<'a> {
    /// How the store has them.
    pub style: RecordStyle,
    /// The marketplaces by their types.
    pub types: &'a TypeCatalogue,
    /// Those that were read lately.
    pub memory: &'a RegistrosCache,
}

/// A head is about as long as this.
const HEAD: usize = 256;

/// One record.
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
    let order = Version { key: [alterado_em, id.0], alterado_em };
    let records = records(conn, loja, &[order], with.style, with.memory)?;
    let canais = rotulos(conn, loja, records.iter().map(|record| record.canal_num))?;
    let Some(record) = records.first() else { return Ok(None) };
    let mut corpo = Vec::with_capacity(HEAD + record.tail.len());
    head(&canais, order, record, with, &mut corpo)?;
    corpo.extend_from_slice(&record.tail);
    Ok(Some(corpo))
}

/// A page of records, by the chosen date and then by number.
pub fn list_registros(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
    with: Rendering<'_>,
) -> Result<Registros, StoreError> {
    Ok(list_in_turn(conn, loja, filter, wanted, &Turn::COUNTED, with)?.0)
}

/// [`list_registros`], going on from what the pages before it have shown; and what it has shown itself.
pub fn list_in_turn(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
    turn: &Turn,
    with: Rendering<'_>,
) -> Result<(Registros, Option<Seen>), StoreError> {
    if filter.status.as_ref().is_some_and(Vec::is_empty) {
        let corpo = vec![Bytes::from_static(b"[]")];
        return Ok((Registros { corpo, total: 0, next: None, cut: false }, None));
    }
    let (mut page, seen) = match &turn.0 {
        Start::Counted => {
            let page = rows(conn, loja, filter, wanted)?;
            let seen = seen(&page);
            (page, seen)
        }
        Start::After(standing) => following(conn, loja, filter, wanted, &[], standing)?,
        Start::Again(ids, standing) => following(conn, loja, filter, wanted, ids, standing)?,
    };
    let records = bounded(conn, loja, &page.rows, with)?;
    let canais = rotulos(conn, loja, records.iter().map(|record| record.canal_num))?;
    let cut = records.len() < page.rows.len();
    if cut {
        page.rows.truncate(records.len());
        let last = page.rows.last().map(|order| order.key);
        page.next = last.map(|chave| Cursor { chave, pagina: page.pagina.saturating_add(1) });
    }
    let corpo = array(&canais, &page.rows, records, with)?;
    // the rest of a page that was cut is the next one's, which only the cursor knows
    Ok((Registros { corpo, total: page.total, next: page.next, cut }, seen.filter(|_| !cut)))
}

/// What a page shows.
fn seen(page: &Page<Version>) -> Option<Seen> {
    page.rows.last().map(|last| Seen {
        ids: page.rows.iter().map(Version::pedido_id).collect(),
        end: last.key,
        more: page.next.is_some(),
    })
}

/// A page of a scan: the orders that it held before, if it is asked for again, and then what is next.
fn following(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
    before: &[i64],
    standing: &Standing,
) -> Result<(Page<Version>, Option<Seen>), StoreError> {
    let total = search::total(conn, loja, filter)?;
    let mut rows = still(conn, loja, filter, before)?;
    let room = (wanted.size as usize).saturating_sub(rows.len());
    let rest = further(conn, loja, filter, standing, room)?;
    rows.extend(rest.orders);
    let pagina = wanted.page_of();
    let next = rest.more.then(|| Cursor { chave: rest.end, pagina: pagina.saturating_add(1) });
    let ids = rows.iter().map(Version::pedido_id).collect();
    let seen = Seen { ids, end: rest.end, more: rest.more };
    Ok((Page { rows, total, pagina, next, cut: false }, Some(seen)))
}

/// The first records, as many as a page may hold.
fn bounded(
    conn: &mut Conn<'_>,
    loja: LojaId,
    orders: &[Version],
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
fn rows(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
) -> Result<Page<Version>, StoreError> {
    let total = search::total(conn, loja, filter)?;
    if total <= wanted.offset() {
        // a range without a match would be walked to its end
        return Ok(Page { total, ..wanted.empty() });
    }
    if wanted.offset() == 0 {
        return wanted.page(first(conn, loja, filter, wanted)?, total, |order| order.key, Ok);
    }
    // of rows to be skipped, which are many, only the keys are read
    let keys = search::keys(conn, loja, filter, wanted)?;
    let page = wanted.page(keys, total, |key| *key, Ok)?;
    let rows = versions_of(conn, loja, &page.rows)?;
    Ok(Page { rows, total, pagina: page.pagina, next: page.next, cut: page.cut })
}

/// The first orders of a list, or those after a cursor, and one more where there is one.
fn first(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
) -> Result<Vec<Version>, StoreError> {
    versions(conn, loja, filter, Cutoff::new(filter, wanted.after()), wanted.limit())
}

/// Heads and tails, as one JSON array in pieces.
fn array(
    canais: &Rotulos,
    orders: &[Version],
    records: Vec<Record>,
    with: Rendering<'_>,
) -> Result<Vec<Bytes>, StoreError> {
    let (mut heads, mut ends, mut tails) = (Vec::new(), Vec::new(), Vec::new());
    for (order, record) in orders.iter().zip(records) {
        heads.push(if ends.is_empty() { b'[' } else { b',' });
        head(canais, *order, &record, with, &mut heads)?;
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

/// Appends all of a record but its tail.
fn head(
    canais: &Rotulos,
    order: Version,
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
        // a type that the operator has removed is still called something
        canal_nome: with.types.find(tipo).map_or(tipo, |tipo| tipo.titulo.as_str()),
        canal_origem: canal.map_or("\"\"", |canal| canal.nome.as_str()),
    };
    registro::head(output, &state, with.style.dates).map_err(|e| StoreError::Internal(e.to_string()))
}
