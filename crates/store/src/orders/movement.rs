//! Moves of orders: their status, the status of their items, invoices and parcels.

mod step;

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::pedido::{Content, IllegalMovement, Lines, MudancaStatus, Standing, Transition};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::{canais, pedido_documentos, pedidos};
use crate::base::stored;
use crate::base::{Conn, CountedState, Packed, StoreError, Tx, load_by_key};
use crate::channels;
use crate::events::{self, NewEvento};
use crate::orders::counts;
use crate::orders::estoque;
use crate::orders::history::Progress;
use crate::orders::order::PedidoRow;
use crate::orders::rows::{MovableColumns, MovedRow};
use crate::orders::sql;
use step::{Step, apply};

/// The result of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MovePedidoOutcome {
    /// The order moved, or was in that status already and its details were merged; the order after the move.
    Done(PedidoRow),
    /// The order does not exist.
    Missing,
    /// The state machine does not allow the move.
    Illegal(IllegalMovement),
}

/// Moves an order. If it is in that status already, its invoice and parcel are merged.
pub fn move_on(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    change: &MudancaStatus,
) -> Result<MovePedidoOutcome, StoreError> {
    transition(tx, loja, id, change.clone().into())
}

/// [`move_on`] with all options, such as moving only some of the order's items.
pub fn transition(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    transition: Transition,
) -> Result<MovePedidoOutcome, StoreError> {
    let outcomes = transitions(tx, loja, &[(id, vec![transition])])?;
    outcomes.into_iter().next().ok_or_else(|| StoreError::Internal("a move was lost".to_owned()))
}

/// [`move_on`] for many distinct orders, each with one or more moves. Returns per order the result of its last
/// move, or of the first one that was refused; moves after a refused one are skipped.
pub fn move_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(PedidoId, &[MudancaStatus])],
) -> Result<Vec<MovePedidoOutcome>, StoreError> {
    let to_transitions = |changes: &[MudancaStatus]| changes.iter().cloned().map(Transition::from).collect();
    let lote: Vec<(PedidoId, Vec<Transition>)> =
        lote.iter().map(|(id, changes)| (*id, to_transitions(changes))).collect();
    transitions(tx, loja, &lote)
}

fn transitions(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(PedidoId, Vec<Transition>)],
) -> Result<Vec<MovePedidoOutcome>, StoreError> {
    let ids: BTreeSet<i64> = lote.iter().map(|(id, _)| id.0).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    sql::lock(tx, loja, &ids)?;
    let mut current_rows = current_orders(tx, loja, &ids)?;
    // not the start of the transaction: it may have waited for the lock, and other moves came first
    let mut last = Instante::now();
    let mut outcomes = Vec::with_capacity(lote.len());
    let (mut changed_rows, mut steps) = (Vec::with_capacity(lote.len()), Vec::new());
    let mut moves = Vec::new();
    for (id, changes) in lote {
        let Some(mut current) = current_rows.remove(&id.0) else {
            outcomes.push(MovePedidoOutcome::Missing);
            continue;
        };
        let counted = current.counted;
        // greater for each change of an order: the cache of records uses it as version
        let now = Instante::now_after(current.pedido.alterado_em);
        last = last.max(now);
        let mut order_steps = Vec::with_capacity(changes.len());
        let mut done = Ok(());
        for change in changes {
            let (before, steps_before) = (current.statuses(), order_steps.len());
            done = apply(&mut current, change, now, &mut order_steps)?;
            if done.is_err() {
                break;
            }
            if order_steps.len() > steps_before {
                let Transition { by_store, give_back, .. } = *change;
                let after = current.statuses();
                moves.push(estoque::StatusMove { id: id.0, before, after, by_store, give_back });
            }
        }
        outcomes.push(match done {
            Ok(()) => MovePedidoOutcome::Done(current.pedido.clone()),
            Err(illegal) => MovePedidoOutcome::Illegal(illegal),
        });
        if !order_steps.is_empty() {
            counts::changed(tx, loja, *id, Some(counted), Some(current.counted));
            changed_rows.push(current);
            steps.append(&mut order_steps);
        }
    }
    write(tx, loja, &changed_rows)?;
    let documents = changed_rows.iter().map(|one| (one.pedido.pedido_id.0, one.pedido.documento.as_str()));
    estoque::apply_moves(tx, loja, &moves, &documents.collect())?;
    let moved: Vec<i64> = changed_rows.iter().map(|one| one.pedido.pedido_id.0).collect();
    channels::mark_moved(tx, loja, &moved)?;
    emit(tx, loja, last, steps)?;
    Ok(outcomes)
}

/// Appends the moves to the event log.
fn emit(tx: &mut Tx<'_>, loja: LojaId, now: Instante, steps: Vec<Step>) -> Result<(), StoreError> {
    let eventos = steps.iter().map(|step| NewEvento {
        assunto: step.id.0,
        canal: Some(&step.canal_id),
        sku: None,
        change: step.evento.clone(),
    });
    events::record(tx, loja, now, eventos)
}

/// Locks an order until the transaction ends: other moves of it wait.
pub fn exclusive(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId) -> Result<(), StoreError> {
    sql::lock(tx, loja, &[id.0])
}

/// A locked order with all that a move may change.
pub(super) struct LockedOrder {
    pub movable: MovableColumns,
    pub canal_id: String,
    pub counted: CountedState,
    pub pedido: PedidoRow,
    pub standing: Standing,
    pub lines: Lines,
    pub progress: Progress,
}

type FixedColumns = (i64, i32, i64, i64, String);
type StoredOrder = (MovableColumns, FixedColumns, Packed, Packed);

/// Reads the orders that exist, by number.
fn current_orders(
    conn: &mut Conn<'_>,
    loja: LojaId,
    ids: &[i64],
) -> Result<HashMap<i64, LockedOrder>, StoreError> {
    let found_rows: Vec<StoredOrder> = load_by_key!(conn, pedidos::pedido_id, ids, |of_them| pedidos::table
        .inner_join(
            pedido_documentos::table.on(pedido_documentos::aplicacao_id
                .eq(pedidos::aplicacao_id)
                .and(pedido_documentos::loja_id.eq(pedidos::loja_id))
                .and(pedido_documentos::pedido_id.eq(pedidos::pedido_id))),
        )
        .inner_join(
            canais::table.on(canais::aplicacao_id
                .eq(pedidos::aplicacao_id)
                .and(canais::loja_id.eq(pedidos::loja_id))
                .and(canais::canal_num.eq(pedidos::canal_num))),
        )
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((
            MovableColumns::as_select(),
            (
                pedidos::pedido_id,
                pedidos::forma_pagamento,
                pedidos::data,
                pedidos::criado_em,
                canais::canal_id,
            ),
            pedido_documentos::documento,
            pedido_documentos::andamento,
        )));
    found_rows.into_iter().map(|found| Ok((found.1.0, LockedOrder::read(found)?))).collect()
}

impl LockedOrder {
    /// The statuses of the order and of its items.
    pub fn statuses(&self) -> (Standing, Lines) {
        (self.standing, self.lines.clone())
    }

    fn read(found: StoredOrder) -> Result<Self, StoreError> {
        let (movable, (id, forma, data, criado_em, canal_id), documento, andamento) = found;
        let standing = stored::standing(movable.status)?;
        let counted = CountedState {
            status: movable.status,
            forma,
            data,
            data_pagamento: movable.data_pagamento,
            status_em: movable.status_em,
            alterado_em: movable.alterado_em,
            criado_em,
            pendente: !movable.integrado,
        };
        let pedido = PedidoRow {
            pedido_id: PedidoId(id),
            status: standing.status,
            documento: documento.document_of(PedidoId(id))?,
            alterado_em: Instante::from_micros(movable.alterado_em),
        };
        let progress = Progress::read(&andamento)?;
        let lines = stored::lines(movable.itens.as_deref())?;
        Ok(Self { movable, canal_id, counted, pedido, standing, lines, progress })
    }
}

/// Writes the rows and documents of changed orders.
fn write(tx: &mut Tx<'_>, loja: LojaId, changed: &[LockedOrder]) -> Result<(), StoreError> {
    let moved: Vec<MovedRow<'_>> = changed
        .iter()
        .map(|current| {
            Ok(MovedRow {
                pedido_id: current.pedido.pedido_id.0,
                columns: &current.movable,
                documento: Packed::document(&Content::of_json(current.pedido.documento.clone())),
                andamento: current.progress.packed()?,
            })
        })
        .collect::<Result<_, StoreError>>()?;
    sql::update_moved(tx, loja, &moved)
}
