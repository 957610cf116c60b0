//! What has changed of the orders of a transaction, as far as they are counted.

use domain::values::ids::{LojaId, PedidoId};

use super::TreeKind;
use super::levels::Position;
use super::rows;
use crate::base::{CountedChange, CountedState, OverLists, Pending, Tx};

/// Where an order stands in a tree, if it does.
pub(super) fn position(state: &CountedState, kind: TreeKind, id: i64) -> Option<Position> {
    let data = match kind {
        TreeKind::Pedido => state.data,
        TreeKind::Approval => state.data_pagamento?,
        TreeKind::StatusChange => state.status_em,
        TreeKind::Alteracao => state.alterado_em,
        TreeKind::CreatedAt => state.criado_em,
        TreeKind::Pending => return state.pendente.then_some(Position { data: 0, id }),
    };
    Some(Position { data, id })
}

/// What is left of changes when those that undo each other are taken away, by store.
pub(super) fn net(mut all: Vec<CountedChange>) -> Vec<CountedChange> {
    all.sort_unstable();
    let mut net: Vec<CountedChange> = Vec::with_capacity(all.len());
    for change in all {
        match net.last_mut() {
            Some(last) if (last.loja, last.id, last.estado) == (change.loja, change.id, change.estado) => {
                last.quantos += change.quantos;
            }
            _ => net.push(change),
        }
    }
    net.retain(|change| change.quantos != 0);
    net
}

/// Notes that an order is no longer counted as it was and is now counted as it is: `None` before it came in,
/// and after it has gone.
pub(crate) fn changed(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    before: Option<CountedState>,
    after: Option<CountedState>,
) {
    let changes = &mut tx.pending.changes;
    changes.extend(before.map(|estado| CountedChange { loja, id: id.0, estado, quantos: -1 }));
    changes.extend(after.map(|estado| CountedChange { loja, id: id.0, estado, quantos: 1 }));
}

/// That an order is new.
pub(crate) fn new_order(loja: LojaId, id: PedidoId, estado: CountedState) -> CountedChange {
    CountedChange { loja, id: id.0, estado, quantos: 1 }
}

/// The statement that puts changes aside, for whoever writes it together with others (PostgreSQL).
pub(crate) fn put_aside<'a>(pending: &mut Pending, changes: &'a [CountedChange]) -> OverLists<'a> {
    pending.changes_written += changes.len();
    rows::put_aside(changes)
}
