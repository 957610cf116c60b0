//! Reading of the next page of a session: the rows after its position, and at the end of the list the orders that
//! moved in front of it.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::pedidos;
use crate::base::{Conn, StoreError, on};
use crate::orders::page_sessions::PageState;
use crate::orders::records::versions::{OrderVersion, versions};
use crate::orders::search::{Cutoff, Indexed, RegistrosFilter, WithDates, filtered};

/// Batch size when many of the rows were shown before.
const BATCH: i64 = 1000;

/// The next page of a session.
pub(in crate::orders) struct NextPage {
    pub orders: Vec<OrderVersion>,
    /// Sort key of the last row that was read.
    pub end: [i64; 2],
    /// Whether more orders follow after `end`.
    pub more_after_end: bool,
    /// Whether more orders follow at all.
    pub more: bool,
}

/// Reads up to `size` orders that the session has not shown: those after its position; then those that moved in
/// front of it; and then, again, those in `redeliver`.
pub(in crate::orders) fn next_page(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    state: &PageState,
    size: usize,
) -> Result<NextPage, StoreError> {
    let mut page = after_position(conn, loja, filter, state, size)?;
    if page.more_after_end {
        return Ok(page);
    }
    let mut shown: HashSet<i64> = page.orders.iter().map(OrderVersion::pedido_id).collect();
    let here = PageState { end: page.end, ..state.clone() };
    // orders older than the session come first: a client that counts pages may not request the rest
    for old in [true, false] {
        let limit = (size + 1).saturating_sub(page.orders.len());
        let moved_in_front = moved_in_front(conn, loja, filter, &here, (old, limit), &mut shown)?;
        page.orders.extend(moved_in_front);
    }
    let redeliver: Vec<i64> = state.redeliver.iter().copied().filter(|id| !shown.contains(id)).collect();
    for part in redeliver.chunks(BATCH as usize) {
        if page.orders.len() <= size {
            page.orders.extend(still_matching(conn, loja, filter, part)?);
        }
    }
    page.more = page.orders.len() > size;
    page.orders.truncate(size);
    Ok(page)
}

/// The orders after the position of the session.
fn after_position(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    state: &PageState,
    size: usize,
) -> Result<NextPage, StoreError> {
    let mut page = NextPage { orders: Vec::new(), end: state.end, more_after_end: false, more: false };
    let mut wanted = i64::try_from(size).unwrap_or(BATCH).saturating_add(1);
    loop {
        let cutoff = Cutoff::new(filter, Some(page.end));
        let part = versions(conn, loja, filter, cutoff, wanted)?;
        let ended = (part.len() as i64) < wanted;
        for order in part {
            let new = !state.shown.contains(&order.pedido_id());
            if new && page.orders.len() == size {
                return Ok(NextPage { more_after_end: true, more: true, ..page });
            }
            page.end = order.key;
            if new {
                page.orders.push(order);
            }
        }
        if ended {
            return Ok(page);
        }
        wanted = BATCH;
    }
}

/// Up to `limit` orders that moved in front of the position after the session began, and were not shown. Such an
/// order has changed since then. With `old` those that existed when the session began, else the newer ones.
fn moved_in_front(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    state: &PageState,
    (old, limit): (bool, usize),
    shown: &mut HashSet<i64>,
) -> Result<Vec<OrderVersion>, StoreError> {
    let mut found = Vec::new();
    let mut after = [state.changed_after, i64::MIN];
    while found.len() < limit {
        let part = changed(conn, loja, filter, state, old, after)?;
        let Some((_, id, last)) = part.last() else { break };
        after = [*last, *id];
        let ended = (part.len() as i64) < BATCH;
        for (date, id, alterado_em) in part {
            if found.len() < limit && !state.shown.contains(&id) && shown.insert(id) {
                found.push(OrderVersion { key: [date.unwrap_or_default(), id], alterado_em });
            }
        }
        if ended {
            break;
        }
    }
    if filter.ascending {
        found.sort_unstable_by_key(|order| order.key);
    } else {
        found.sort_unstable_by_key(|order| std::cmp::Reverse(order.key));
    }
    Ok(found)
}

/// Date, number and last change of an order.
type Changed = (Option<i64>, i64, i64);

/// A batch of orders in front of the position that have changed since an instant, in the order of the changes.
fn changed(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    state: &PageState,
    old: bool,
    [instant, id]: [i64; 2],
) -> Result<Vec<Changed>, StoreError> {
    // in the reverse order of the list, the rows in front of the position come after it
    let reversed = RegistrosFilter { ascending: !filter.ascending, ..filter.clone() };
    let cutoff = Cutoff::new(&reversed, Some(state.end));
    let found = on!(conn, c => {
        let date = || c.date(filter.tipo, Indexed::No);
        let base = pedidos::table
            .filter(pedidos::alterado_em.gt(instant).or(pedidos::pedido_id.gt(id)));
        let mut q = filtered!(base, loja, &reversed, cutoff, date());
        q = match filter.has_selective_condition() {
            // an expression, so that no index of all orders is used for sorting
            true => q.filter((pedidos::alterado_em + 0).ge(instant)).order((pedidos::alterado_em + 0).asc()),
            false => q.filter(pedidos::alterado_em.ge(instant)).order(pedidos::alterado_em.asc()),
        };
        q = match old {
            true => q.filter((pedidos::criado_em + 0).lt(state.begun)),
            false => q.filter((pedidos::criado_em + 0).ge(state.begun)),
        };
        q.then_order_by(pedidos::pedido_id.asc())
            .select((date(), pedidos::pedido_id, pedidos::alterado_em))
            .limit(BATCH)
            .load(c)?
    });
    Ok(found)
}

/// Those of some orders that the filter still matches, in the order of the list.
pub(in crate::orders) fn still_matching(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    ids: &[i64],
) -> Result<Vec<OrderVersion>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<PedidoId> = ids.iter().copied().map(PedidoId).collect();
    let limit = ids.len() as i64;
    let of_these = RegistrosFilter { ids, ..filter.clone() };
    versions(conn, loja, &of_these, Cutoff::new(filter, None), limit)
}
