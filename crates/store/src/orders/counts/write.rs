//! Updates of the counts: at each commit on SQLite; on PostgreSQL changes are appended at the commit and
//! folded into the counts later.

use std::collections::BTreeMap;

use diesel::RunQueryDsl;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::{Backend, Conn, CountedChange, CountedState, Pending, StoreError, Tx};
use crate::orders::counts::parts::Parts;
use crate::orders::counts::span::{self, Key, Kind};
use crate::orders::counts::sql;

/// Notes that an order changed: `before` is `None` when it is new, `after` when it is deleted.
pub(crate) fn changed(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    before: Option<CountedState>,
    after: Option<CountedState>,
) {
    let changes = &mut tx.pending.changes;
    changes.extend(before.map(|state| CountedChange { loja, id: id.0, state, count: -1 }));
    changes.extend(after.map(|state| CountedChange { loja, id: id.0, state, count: 1 }));
}

/// Writes what the jobs of a commit have changed.
pub(crate) fn write(conn: &mut Conn<'_>, pending: &mut Pending) -> Result<(), StoreError> {
    let changes = std::mem::take(&mut pending.changes);
    if changes.is_empty() {
        return Ok(());
    }
    match conn.either() {
        Backend::Sqlite(_) => add(conn, changes),
        // not added to the counts here: all writers would lock the same few rows, and wait for each other
        Backend::Postgres(c) => {
            sql::append_statement(pending, &changes).execute(*c)?;
            Ok(())
        }
    }
}

/// Folds the pending changes of a store into its counts, unless another transaction is doing so; returns how many
/// there were. Must be the first call of its transaction: changes are read after the lock is taken.
pub(crate) fn fold(tx: &mut Tx<'_>, loja: LojaId) -> Result<usize, StoreError> {
    if !tx.try_exclusive("contagens", loja, "")? {
        return Ok(0);
    }
    let changes = sql::take_pending(tx, loja)?;
    let taken = changes.len();
    add(tx, changes)?;
    Ok(taken)
}

/// Adds changes to the counts, each of which is read and written once.
fn add(conn: &mut Conn<'_>, changes: Vec<CountedChange>) -> Result<(), StoreError> {
    let mut by_span = BTreeMap::new();
    for change in changes {
        add_change(&mut by_span, &change);
    }
    // what was added and taken away again
    by_span.retain(|_, parts| !parts.is_empty());
    let mut counts = sql::load(conn, &by_span.keys().copied().collect::<Vec<_>>())?;
    for (key, parts) in &by_span {
        counts.entry(*key).or_default().add_all(parts);
    }
    sql::save(conn, &counts)
}

/// Adds a change to the spans that it falls into.
pub(super) fn add_change(by_span: &mut BTreeMap<Key, Parts>, change: &CountedChange) {
    let CountedChange { loja, id, state, count } = change;
    for kind in Kind::ALL {
        let Some(position) = kind.position(state, *id) else { continue };
        for (level, length) in kind.levels() {
            let start = span::start(position, length);
            let key = Key { loja: *loja, kind: kind.code(), level, start };
            by_span.entry(key).or_default().add(state.status, state.forma, *count);
        }
    }
}
