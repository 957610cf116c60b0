//! Versions of orders: which orders a page holds, and when each last changed.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::values::ids::LojaId;

use crate::base::schema::pedidos;
use crate::base::{Conn, Slice, StoreError, of_store, on};
use crate::orders::pages;
use crate::orders::search::{Cutoff, RegistrosFilter, WithDates, filtered, ordered};

/// An order of a page, and its version: the key of its record in the cache.
#[derive(Debug, Clone, Copy)]
pub(in crate::orders) struct OrderVersion {
    /// Sort key in the list: date and number.
    pub key: [i64; 2],
    /// When the order last changed.
    pub alterado_em: i64,
}

impl OrderVersion {
    pub fn pedido_id(&self) -> i64 {
        let [_, pedido_id] = self.key;
        pedido_id
    }
}

/// The first orders of a list after a cutoff.
pub(in crate::orders) fn versions(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    cutoff: Cutoff,
    limit: i64,
) -> Result<Vec<OrderVersion>, StoreError> {
    let version = |(date, id, alterado_em): (Option<i64>, i64, i64)| OrderVersion {
        key: [date.unwrap_or_default(), id],
        alterado_em,
    };
    pages::rows(conn, loja, filter, cutoff, [0, limit], |conn, cutoff, [skipped, limit]| {
        let rows: Vec<(Option<i64>, i64, i64)> = on!(conn, c => {
            let q = filtered!(pedidos::table, loja, filter, cutoff, c.date_of(filter));
            let columns = (c.date_of(filter), pedidos::pedido_id, pedidos::alterado_em);
            Slice::new(ordered!(q, filter, c.date_of(filter)).select(columns), limit, skipped).load(c)
        })?;
        Ok(rows.into_iter().map(version).collect())
    })
}

/// Orders by their sort keys, in the same order.
pub(in crate::orders) fn versions_of(
    conn: &mut Conn<'_>,
    loja: LojaId,
    keys: &[[i64; 2]],
) -> Result<Vec<OrderVersion>, StoreError> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let changes: Vec<(i64, i64)> = on!(conn, c => of_store!(pedidos, loja)
        .filter(pedidos::pedido_id.eq_any(keys.iter().map(|[_, id]| *id)))
        .select((pedidos::pedido_id, pedidos::alterado_em))
        .load(c))?;
    let changes: HashMap<i64, i64> = changes.into_iter().collect();
    let version = |key: &[i64; 2]| {
        let alterado_em = changes.get(&key[1]).copied();
        let vanished = || StoreError::Concurrency("an order vanished".to_owned());
        Ok(OrderVersion { key: *key, alterado_em: alterado_em.ok_or_else(vanished)? })
    };
    keys.iter().map(version).collect()
}
