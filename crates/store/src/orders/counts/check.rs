//! A check of every count against the orders themselves.

use std::collections::{BTreeMap, BTreeSet};

use diesel::dsl::not;
use diesel::prelude::*;
use domain::values::ids::LojaId;

use crate::base::schema::pedidos;
use crate::base::{Conn, CountedChange, CountedState, StoreError, of_store, on};
use crate::orders::counts::parts::Parts;
use crate::orders::counts::span::Key;
use crate::orders::counts::sql;
use crate::orders::counts::write::add_change;

/// Orders that are read at a time.
const BATCH: i64 = 10_000;

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CountsCheck {
    /// Counts that were compared.
    pub counts: usize,
    /// Those that differ, each in a sentence.
    pub divergences: Vec<String>,
}

/// Compares every count of a store with its orders, all of which it reads. Call it in a transaction with one
/// snapshot.
pub fn check_counts(conn: &mut Conn<'_>, loja: LojaId) -> Result<CountsCheck, StoreError> {
    let mut counted = counted(conn, loja)?;
    for change in sql::pending(conn, loja)? {
        add_change(&mut counted, &CountedChange { count: -change.count, ..change });
    }
    counted.retain(|_, parts| !parts.is_empty());
    let stored = sql::all(conn, loja)?;
    let keys: BTreeSet<Key> = counted.keys().chain(stored.keys()).copied().collect();
    let mut check = CountsCheck { counts: keys.len(), divergences: Vec::new() };
    for key in keys {
        let (total, text) = stored.get(&key).cloned().unwrap_or((0, "[]".to_owned()));
        let parts = counted.remove(&key).unwrap_or_default();
        let (sum, parts) = (parts.total(), parts.text()?);
        if (total, &text) != (sum, &parts) {
            let Key { kind, level, start, .. } = key;
            check.divergences.push(format!(
                "kind {kind}, level {level}, from {start} holds {total} = {text}, counting gives {sum} = {parts}"
            ));
        }
    }
    Ok(check)
}

/// What the counts should be, out of the orders.
fn counted(conn: &mut Conn<'_>, loja: LojaId) -> Result<BTreeMap<Key, Parts>, StoreError> {
    let (mut counted, mut after) = (BTreeMap::new(), i64::MIN);
    loop {
        let rows: Vec<(i64, CountedState)> = on!(conn, c => of_store!(pedidos, loja)
            .filter(pedidos::pedido_id.gt(after))
            .order(pedidos::pedido_id)
            .select((
                pedidos::pedido_id,
                (
                    pedidos::status,
                    pedidos::forma_pagamento,
                    pedidos::data,
                    pedidos::data_pagamento,
                    pedidos::status_em,
                    pedidos::alterado_em,
                    pedidos::criado_em,
                    not(pedidos::integrado),
                ),
            ))
            .limit(BATCH)
            .load(c))?;
        let Some((last, _)) = rows.last() else { return Ok(counted) };
        after = *last;
        for (id, state) in rows {
            add_change(&mut counted, &CountedChange { loja, id, state, count: 1 });
        }
    }
}
