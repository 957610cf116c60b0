//! Pages of records without a transaction, which on PostgreSQL would be two round trips of five.
//!
//! Each statement then sees a moment of its own. Which orders are on the page is said by one statement. A
//! total may be older than the page by what happens between two statements, which is what it is anyway by the
//! time that somebody asks for the next page; but it is never put together of counters before a fold and
//! after it. A record goes with a row only if it is of the same change.

use domain::values::ids::LojaId;

use super::filter::RegistrosFilter;
use super::records::records_at_once;
use super::registros::{Registros, Rendering, array, first, seen};
use super::scans::{Seen, Standing, Start, Turn};
use super::search;
use super::versions::Version;
use crate::base::paging::{CHUNK, Cursor, PAGE_BYTES, Page, PageRequest, PageStart};
use crate::base::{Conn, StoreError};
use crate::catalogue::canais::rotulos;
use crate::sales::contagens::is_read_ahead;

/// Whether a page can be read so, as far as it says itself: no row is skipped, and it is not long.
pub fn fits(wanted: PageRequest, turn: &Turn) -> bool {
    let skips = match turn.0 {
        Start::Counted => wanted.offset() > 0,
        Start::After(_) => false,
        Start::Again(..) => true,
    };
    !skips && wanted.size as usize <= CHUNK
}

/// [`list_in_turn`](super::list_in_turn) for the first page, and those after a cursor or in the middle of a
/// scan; `None` where a transaction is needed.
pub fn list_at_once(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
    turn: &Turn,
    with: Rendering<'_>,
) -> Result<Option<(Registros, Option<Seen>)>, StoreError> {
    if !fits(wanted, turn) || filter.status.as_ref().is_some_and(Vec::is_empty) || filter.selective() {
        return Ok(None);
    }
    let page = match &turn.0 {
        Start::After(standing) => following(conn, loja, filter, wanted, standing)?,
        Start::Counted | Start::Again(..) => page(conn, loja, filter, wanted)?,
    };
    let Some(page) = page else { return Ok(None) };
    let records = records_at_once(conn, loja, &page.rows, with.style, with.memory)?;
    let Some(records) = records else { return Ok(None) };
    if records.iter().map(|record| record.tail.len()).sum::<usize>() > PAGE_BYTES {
        return Ok(None);
    }
    let canais = rotulos(conn, loja, records.iter().map(|record| record.canal_num))?;
    let corpo = array(&canais, &page.rows, records, with)?;
    let seen = seen(&page);
    Ok(Some((Registros { corpo, total: page.total, next: page.next, cut: false }, seen)))
}

fn page(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
) -> Result<Option<Page<Version>>, StoreError> {
    // a range without a match would be walked to its end, and a page in vain whose total may take more than
    // one look: where it may come to that, it is counted first
    let ready = is_read_ahead(filter.faixa.start_micros(), filter.faixa.end_micros());
    let counted = match filter.selector().everything() && ready && !wanted.follows() {
        true => None,
        false => match search::total_at_once(conn, loja, filter)? {
            Some(0) => return Ok(Some(wanted.empty())),
            Some(total) => Some(total),
            None => return Ok(None),
        },
    };
    let rows = first(conn, loja, filter, wanted)?;
    let shown = rows.len().min(wanted.size as usize) as i64;
    let total = match counted {
        Some(total) => total,
        None if rows.len() == shown as usize => shown,
        None => match search::total_at_once(conn, loja, filter)? {
            Some(total) => total,
            None => return Ok(None),
        },
    };
    Ok(Some(wanted.page(rows, total.max(shown), |order| order.key, Ok)?))
}

/// A page in the middle of a scan: more follows behind it in the list, and none of it was shown before. Else
/// what has got past the scan may have to be looked for.
fn following(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
    standing: &Standing,
) -> Result<Option<Page<Version>>, StoreError> {
    let Some(total) = search::total_at_once(conn, loja, filter)? else { return Ok(None) };
    let place = Cursor { chave: standing.end, pagina: wanted.page_of() };
    let on = PageRequest { start: PageStart::After(place), size: wanted.size };
    let rows = first(conn, loja, filter, on)?;
    let ends = rows.len() <= wanted.size as usize;
    if ends || rows.iter().any(|order| standing.shown.contains(&order.pedido_id())) {
        return Ok(None);
    }
    Ok(Some(on.page(rows, total, |order| order.key, Ok)?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use domain::loja_config::RecordStyle;

    use crate::sales::pedidos::RegistrosCache;
    use crate::sales::pedidos::plans::{LOJA, plans};
    use crate::sales::pedidos::records::records_at_once;
    use crate::sales::pedidos::versions::Version;

    #[test]
    fn a_record_of_another_change_than_the_page_is_not_shown() {
        let memory = RegistrosCache::default();
        plans(|conn| {
            let mut is_there = |pedido_id, alterado_em| {
                let order = Version { key: [0, pedido_id], alterado_em };
                records_at_once(conn, LOJA, &[order], RecordStyle::default(), &memory).unwrap().is_some()
            };
            // the order changed since, is as it was, has gone
            assert!(!is_there(1, 7));
            assert!(!is_there(1, 7));
            assert!(is_there(1, 0));
            assert!(!is_there(2, 0));
        });
    }
}
