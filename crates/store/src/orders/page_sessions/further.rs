//! The page after what a scan has shown: on from where it has looked, and in the end what has got past it.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::pedidos;
use crate::base::{Conn, StoreError, on};
use crate::orders::filter::RegistrosFilter;
use crate::orders::page_sessions::Standing;
use crate::orders::records::versions::{Version, versions};
use crate::orders::search::{Cutoff, Indexed, WithDates, filtered};

/// Keys that are read at once where many of them were shown before.
const KEYS: i64 = 1000;

/// Orders of a page.
pub(in crate::orders) struct Further {
    pub orders: Vec<Version>,
    /// The place in the list up to which the scan has looked now.
    pub end: [i64; 2],
    /// More is to follow behind that place.
    pub behind: bool,
    /// More is to follow, wherever.
    pub more: bool,
}

/// Up to `size` orders that a scan has not shown: those behind the place where it stands; behind the last of
/// them, those that stand before it now and did not when it passed there; and then those that it owes.
pub(in crate::orders) fn further(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    standing: &Standing,
    size: usize,
) -> Result<Further, StoreError> {
    let mut page = behind(conn, loja, filter, standing, size)?;
    if page.behind {
        return Ok(page);
    }
    let mut shown: HashSet<i64> = page.orders.iter().map(Version::pedido_id).collect();
    let here = Standing { end: page.end, ..standing.clone() };
    // what was there from the beginning goes first: a program that counts pages may not come for the rest
    for old in [true, false] {
        let room = (size + 1).saturating_sub(page.orders.len());
        let missed = missed(conn, loja, filter, &here, (old, room), &mut shown)?;
        page.orders.extend(missed);
    }
    let owed: Vec<i64> = standing.owed.iter().copied().filter(|id| !shown.contains(id)).collect();
    for part in owed.chunks(KEYS as usize) {
        if page.orders.len() <= size {
            page.orders.extend(still(conn, loja, filter, part)?);
        }
    }
    page.more = page.orders.len() > size;
    page.orders.truncate(size);
    Ok(page)
}

/// The orders behind the place where a scan stands.
fn behind(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    standing: &Standing,
    size: usize,
) -> Result<Further, StoreError> {
    let mut page = Further { orders: Vec::new(), end: standing.end, behind: false, more: false };
    let mut wanted = i64::try_from(size).unwrap_or(KEYS).saturating_add(1);
    loop {
        let cutoff = Cutoff::new(filter, Some(page.end));
        let part = versions(conn, loja, filter, cutoff, wanted)?;
        let ended = (part.len() as i64) < wanted;
        for order in part {
            let new = !standing.shown.contains(&order.pedido_id());
            if new && page.orders.len() == size {
                return Ok(Further { behind: true, more: true, ..page });
            }
            page.end = order.key;
            if new {
                page.orders.push(order);
            }
        }
        if ended {
            return Ok(page);
        }
        wanted = KEYS;
    }
}

/// Up to `room` orders before the place where a scan stands that it has not shown. Whatever got there since
/// it began has changed since. `old`: those that there were when it began, else the others.
fn missed(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    standing: &Standing,
    (old, room): (bool, usize),
    shown: &mut HashSet<i64>,
) -> Result<Vec<Version>, StoreError> {
    let mut found = Vec::new();
    let mut after = [standing.since, i64::MIN];
    while found.len() < room {
        let part = changed(conn, loja, filter, standing, old, after)?;
        let Some((_, id, last)) = part.last() else { break };
        after = [*last, *id];
        let ended = (part.len() as i64) < KEYS;
        for (date, id, alterado_em) in part {
            if found.len() < room && !standing.shown.contains(&id) && shown.insert(id) {
                found.push(Version { key: [date.unwrap_or_default(), id], alterado_em });
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

/// A date, a number, and when the order last changed.
type Changed = (Option<i64>, i64, i64);

/// The next orders before a place that have changed since, in the order of these changes.
fn changed(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    standing: &Standing,
    old: bool,
    [instant, id]: [i64; 2],
) -> Result<Vec<Changed>, StoreError> {
    // seen from the other end, what was passed is what lies behind
    let back = RegistrosFilter { ascending: !filter.ascending, ..filter.clone() };
    let cutoff = Cutoff::new(&back, Some(standing.end));
    let found = on!(conn, c => {
        let date = || c.date(filter.tipo, Indexed::No);
        let base = pedidos::table
            .filter(pedidos::alterado_em.gt(instant).or(pedidos::pedido_id.gt(id)));
        let mut q = filtered!(base, loja, &back, cutoff, date());
        q = match filter.selective() {
            // nor may the order be had from an index that holds all orders
            true => q.filter((pedidos::alterado_em + 0).ge(instant)).order((pedidos::alterado_em + 0).asc()),
            false => q.filter(pedidos::alterado_em.ge(instant)).order(pedidos::alterado_em.asc()),
        };
        q = match old {
            true => q.filter((pedidos::criado_em + 0).lt(standing.begun)),
            false => q.filter((pedidos::criado_em + 0).ge(standing.begun)),
        };
        q.then_order_by(pedidos::pedido_id.asc())
            .select((date(), pedidos::pedido_id, pedidos::alterado_em))
            .limit(KEYS)
            .load(c)?
    });
    Ok(found)
}

/// Of some orders, those that a filter lets through now, in the list's order.
pub(in crate::orders) fn still(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    ids: &[i64],
) -> Result<Vec<Version>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<PedidoId> = ids.iter().copied().map(PedidoId).collect();
    let limit = ids.len() as i64;
    let of_these = RegistrosFilter { ids, ..filter.clone() };
    versions(conn, loja, &of_these, Cutoff::new(filter, None), limit)
}
