//! Orders move: their status, their items, their details, and the documents rewritten accordingly.

mod reading;
mod step;
mod writing;

use std::collections::BTreeSet;

use domain::pedido::{IllegalMovement, MudancaStatus, Transition};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::StoreError;
use crate::base::Tx;
use crate::events::{self, NewEvento};
use crate::orders::counts;
use crate::orders::estoque;
use crate::orders::order::PedidoRow;
use crate::orders::statements;
use step::{Step, move_one};

pub use reading::exclusive;

/// What became of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MovePedidoOutcome {
    /// Moved, or already there with its details merged; the order as it is now.
    Done(PedidoRow),
    /// There is no such order.
    Missing,
    /// The machine refuses the move.
    Illegal(IllegalMovement),
}

/// Moves an order, or merges new details into one that is already there.
pub fn move_on(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    change: &MudancaStatus,
) -> Result<MovePedidoOutcome, StoreError> {
    transition(tx, loja, id, change.clone().into())
}

/// [`move_on`] in whatever way, some of the order's items only included.
pub fn transition(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    transition: Transition,
) -> Result<MovePedidoOutcome, StoreError> {
    let outcomes = transitions(tx, loja, &[(id, vec![transition])])?;
    outcomes.into_iter().next().ok_or_else(|| StoreError::Internal("a move was lost".to_owned()))
}

/// [`move_on`] for many orders, each of them once with its moves in turn; answers for each what became of its
/// last move, or of the first that was refused: those behind it are left out.
pub fn move_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(PedidoId, &[MudancaStatus])],
) -> Result<Vec<MovePedidoOutcome>, StoreError> {
    let own = |changes: &[MudancaStatus]| changes.iter().cloned().map(Transition::from).collect();
    let lote: Vec<(PedidoId, Vec<Transition>)> =
        lote.iter().map(|(id, changes)| (*id, own(changes))).collect();
    transitions(tx, loja, &lote)
}

fn transitions(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(PedidoId, Vec<Transition>)],
) -> Result<Vec<MovePedidoOutcome>, StoreError> {
    let ids: BTreeSet<i64> = lote.iter().map(|(id, _)| id.0).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    statements::lock(tx, loja, &ids)?;
    let mut current_rows = reading::current_orders(tx, loja, &ids)?;
    // not when the transaction began: it may have waited here for other moves, which then came first
    let mut last = Instante::now();
    let mut outcomes = Vec::with_capacity(lote.len());
    let (mut changed_rows, mut steps) = (Vec::with_capacity(lote.len()), Vec::new());
    let mut moves = Vec::new();
    for (id, changes) in lote {
        let Some(mut current) = current_rows.remove(&id.0) else {
            outcomes.push(MovePedidoOutcome::Missing);
            continue;
        };
        let counted = current.estado;
        // of its own: `records` knows what is read of an order by this instant
        let now = Instante::now_after(current.pedido.alterado_em);
        last = last.max(now);
        let mut its = Vec::with_capacity(changes.len());
        let mut done = Ok(());
        for change in changes {
            let (before, so_far) = (current.stands(), its.len());
            done = move_one(&mut current, change, now, &mut its)?;
            if done.is_err() {
                break;
            }
            if its.len() > so_far {
                let Transition { by_store, give_back, .. } = *change;
                let after = current.stands();
                moves.push(estoque::Moved { id: id.0, before, after, by_store, give_back });
            }
        }
        outcomes.push(match done {
            Ok(()) => MovePedidoOutcome::Done(current.pedido.clone()),
            Err(illegal) => MovePedidoOutcome::Illegal(illegal),
        });
        if !its.is_empty() {
            counts::changed(tx, loja, *id, Some(counted), Some(current.estado));
            changed_rows.push(current);
            steps.append(&mut its);
        }
    }
    writing::write(tx, loja, &changed_rows)?;
    let documents = changed_rows.iter().map(|one| (one.pedido.pedido_id.0, one.pedido.documento.as_str()));
    estoque::follow(tx, loja, &moves, &documents.collect())?;
    tell(tx, loja, last, steps)?;
    Ok(outcomes)
}

/// Writes moves into the event log.
fn tell(tx: &mut Tx<'_>, loja: LojaId, now: Instante, steps: Vec<Step>) -> Result<(), StoreError> {
    let eventos = steps.iter().map(|step| NewEvento {
        assunto: step.id.0,
        canal: Some(&step.canal_id),
        sku: None,
        change: step.evento.clone(),
    });
    events::record(tx, loja, now, eventos)
}
