//! Orders as interface B downloads them: found by one of five dates, sent as ready records.

use std::collections::HashMap;

use bytes::Bytes;
use diesel::prelude::*;
use domain::interface_b::registro::{self, OrderState};
use domain::loja_config::RecordStyle;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::filter::{DateKind, RegistrosFilter};
use super::further::{further, still};
use super::record_row::{RegistroRow, columns};
use super::scans::{Seen, Standing, Start, Turn};
use super::search::{self, Cutoff};
use super::tails::{RegistrosCache, Tail, tails};
use crate::base::Rotulos;
use crate::base::StoreError;
use crate::base::paging::{CHUNK, Cursor, PAGE_BYTES, Page, PageRequest};
use crate::base::schema::pedidos;
use crate::base::stored;
use crate::base::{Conn, Slice, on};
use crate::catalogue::canais::rotulos;

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
    let row: Option<RegistroRow> = on!(conn, c => pedidos::table
        .find((loja.aplicacao.0, loja.loja, id.0))
        .select(columns!())
        .first(c)
        .optional())?;
    let Some(row) = row else { return Ok(None) };
    let canais = rotulos(conn, loja, std::iter::once(row.canal_num))?;
    let tails = tails(conn, loja, &[&row], with.style, with.memory)?;
    let Some(tail) = tails.first() else { return Ok(None) };
    let mut corpo = Vec::with_capacity(HEAD + tail.len());
    head(&canais, &row, with, &mut corpo)?;
    corpo.extend_from_slice(tail);
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
    let canais = rotulos(conn, loja, page.rows.iter().map(|(row, _)| row.canal_num))?;
    let tails = bounded_tails(conn, loja, &page.rows, with)?;
    let cut = tails.len() < page.rows.len();
    if cut {
        page.rows.truncate(tails.len());
        let last = page.rows.last().map(|(_, key)| *key);
        page.next = last.map(|chave| Cursor { chave, pagina: page.pagina.saturating_add(1) });
    }
    let corpo = array(&canais, page.rows.iter().map(|(row, _)| row).zip(tails), with)?;
    // the rest of a page that was cut is the next one's, which only the cursor knows
    Ok((Registros { corpo, total: page.total, next: page.next, cut }, seen.filter(|_| !cut)))
}

/// What a page shows.
pub(super) fn seen(page: &Page<Keyed>) -> Option<Seen> {
    page.rows.last().map(|(_, end)| Seen {
        ids: page.rows.iter().map(|(row, _)| row.pedido_id).collect(),
        end: *end,
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
) -> Result<(Page<Keyed>, Option<Seen>), StoreError> {
    let total = search::total(conn, loja, filter)?;
    let mut keys = still(conn, loja, filter, before)?;
    let room = (wanted.size as usize).saturating_sub(keys.len());
    let rest = further(conn, loja, filter, standing, room)?;
    keys.extend(rest.keys);
    let rows = by_keys(conn, loja, &keys)?;
    let pagina = wanted.page_of();
    let next = rest.more.then(|| Cursor { chave: rest.end, pagina: pagina.saturating_add(1) });
    let ids = keys.iter().map(|[_, id]| *id).collect();
    let seen = Seen { ids, end: rest.end, more: rest.more };
    Ok((Page { rows, total, pagina, next, cut: false }, Some(seen)))
}

/// A row and its key in the list.
pub(super) type Keyed = (RegistroRow, [i64; 2]);

/// The tails of the first rows, as many as a page may hold.
fn bounded_tails(
    conn: &mut Conn<'_>,
    loja: LojaId,
    rows: &[Keyed],
    with: Rendering<'_>,
) -> Result<Vec<Tail>, StoreError> {
    let (mut all, mut bytes) = (Vec::with_capacity(rows.len()), 0_usize);
    for part in rows.chunks(CHUNK) {
        let part: Vec<&RegistroRow> = part.iter().map(|(row, _)| row).collect();
        for tail in tails(conn, loja, &part, with.style, with.memory)? {
            bytes = bytes.saturating_add(tail.len());
            if bytes > PAGE_BYTES && !all.is_empty() {
                return Ok(all);
            }
            all.push(tail);
        }
    }
    Ok(all)
}

/// The rows of a page, found in whichever of two ways reads less.
fn rows(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
) -> Result<Page<Keyed>, StoreError> {
    let total = search::total(conn, loja, filter)?;
    if total <= wanted.offset() {
        // a range without a match would be walked to its end
        return Ok(Page { total, ..wanted.empty() });
    }
    if wanted.offset() == 0 && !filter.selective() {
        return wanted.page(first(conn, loja, filter, wanted)?, total, |(_, key)| *key, Ok);
    }
    // rows to be skipped, or sorted, are many: only their keys are read
    let keys = search::keys(conn, loja, filter, wanted)?;
    let page = wanted.page(keys, total, |key| *key, Ok)?;
    let rows = by_keys(conn, loja, &page.rows)?;
    Ok(Page { rows, total, pagina: page.pagina, next: page.next, cut: page.cut })
}

/// Rows by their keys, in the order of these.
fn by_keys(conn: &mut Conn<'_>, loja: LojaId, keys: &[[i64; 2]]) -> Result<Vec<Keyed>, StoreError> {
    let ids: Vec<i64> = keys.iter().map(|[_, id]| *id).collect();
    let mut rows = by_ids(conn, loja, &ids)?;
    let row = |key: &[i64; 2]| {
        let row = rows.remove(&key[1]);
        Ok((row.ok_or_else(|| StoreError::Concurrency("an order vanished".to_owned()))?, *key))
    };
    keys.iter().map(row).collect()
}

/// The first rows of the range that start in an index and end with the page.
pub(super) fn first(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
) -> Result<Vec<Keyed>, StoreError> {
    let cutoff = Cutoff::new(filter, wanted.after());
    let found: Vec<(RegistroRow, Option<i64>)> = on!(conn, c => {
        macro_rules! by {
            ($date:expr) => {{
                let q = search::filtered!(pedidos::table, loja, filter, cutoff, $date);
                let q = search::ordered!(q, filter, $date).select((columns!(), $date.nullable()));
                Slice::new(q, wanted.limit(), 0).load(c)?
            }};
        }
        match filter.tipo {
            DateKind::Pedido => by!(pedidos::data),
            DateKind::Approval => by!(pedidos::data_pagamento),
            DateKind::StatusChange => by!(pedidos::status_em),
            DateKind::Alteracao => by!(pedidos::alterado_em),
            DateKind::CreateOutcome => by!(pedidos::criado_em),
        }
    });
    let keyed = |(row, date): (RegistroRow, Option<i64>)| {
        let key = [date.unwrap_or_default(), row.pedido_id];
        (row, key)
    };
    Ok(found.into_iter().map(keyed).collect())
}

/// Rows by their numbers.
fn by_ids(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<HashMap<i64, RegistroRow>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<RegistroRow> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq_any(ids))
        .select(columns!())
        .load(c))?;
    Ok(found.into_iter().map(|row| (row.pedido_id, row)).collect())
}

/// Heads and tails, as one JSON array in pieces.
pub(super) fn array<'a>(
    canais: &Rotulos,
    registros: impl Iterator<Item = (&'a RegistroRow, Tail)>,
    with: Rendering<'_>,
) -> Result<Vec<Bytes>, StoreError> {
    let (mut heads, mut ends, mut tails) = (Vec::new(), Vec::new(), Vec::new());
    for (row, tail) in registros {
        heads.push(if ends.is_empty() { b'[' } else { b',' });
        head(canais, row, with, &mut heads)?;
        ends.push(heads.len());
        tails.push(tail);
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
    row: &RegistroRow,
    with: Rendering<'_>,
    output: &mut Vec<u8>,
) -> Result<(), StoreError> {
    let canal = canais.get(&row.canal_num);
    let tipo = canal.map_or("", |canal| canal.tipo.as_str());
    let state = OrderState {
        pedido_id: PedidoId(row.pedido_id),
        standing: stored::standing(row.status)?,
        data_pagamento: row.data_pagamento.map(Instante::from_micros),
        alterado_em: Instante::from_micros(row.alterado_em),
        rastreado: row.rastreado,
        // a type that the operator has removed is still called something
        canal_nome: with.types.find(tipo).map_or(tipo, |tipo| tipo.titulo.as_str()),
        canal_origem: canal.map_or("\"\"", |canal| canal.nome.as_str()),
    };
    registro::head(output, &state, with.style.dates).map_err(|e| StoreError::Internal(e.to_string()))
}
