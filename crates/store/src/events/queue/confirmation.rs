//! Confirming events by their receipts.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::fila::Recibo;
use domain::values::ids::AplicacaoId;

use crate::base::StoreError;
use crate::base::schema::fila_itens::{self, dsl};
use crate::base::{Tx, on};
use crate::events::queue::consumidores::{self, Consumidor};
use crate::events::queue::queue::{DEAD_OR_NOT, Fila};
use crate::inventory;

/// What became of a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfirmOutcome {
    /// The event is done with, now or already before; also after the lease, as long as nobody else got it.
    Confirmed,
    /// The event has been handed out again since.
    Expired,
    /// No reader of this queue was ever given it.
    Unknown,
}

/// Confirms events. Without a user, receipts of every queue of the application are taken.
pub fn confirm(tx: &mut Tx<'_>, fila: Fila, recibos: &[Recibo]) -> Result<Vec<ConfirmOutcome>, StoreError> {
    let numbers: Vec<i32> =
        recibos.iter().map(|recibo| recibo.consumidor).collect::<BTreeSet<_>>().into_iter().collect();
    let mut outcomes = HashMap::new();
    for consumidor in consumidores::lock_all(tx, fila, &numbers)? {
        let its: Vec<Recibo> =
            recibos.iter().copied().filter(|r| r.consumidor == consumidor.consumidor_id).collect();
        outcomes.extend(confirm_of(tx, &consumidor, &its)?);
    }
    let of = |recibo: &Recibo| outcomes.get(recibo).copied().unwrap_or(ConfirmOutcome::Unknown);
    Ok(recibos.iter().map(of).collect())
}

fn confirm_of(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    recibos: &[Recibo],
) -> Result<HashMap<Recibo, ConfirmOutcome>, StoreError> {
    let (a, n) = (consumidor.aplicacao_id, consumidor.consumidor_id);
    let times: HashMap<i64, (i32, i64)> = on!(tx, c => fila_itens::table
        .filter(dsl::aplicacao_id.eq(a))
        .filter(dsl::consumidor_id.eq(n))
        .filter(dsl::morto.eq_any(DEAD_OR_NOT))
        .filter(dsl::posicao.eq_any(recibos.iter().map(|recibo| recibo.posicao)))
        .select((dsl::posicao, dsl::vez, dsl::acaso))
        .load::<(i64, i32, i64)>(c))?
    .into_iter()
    .map(|(posicao, vez, acaso)| (posicao, (vez, acaso)))
    .collect();
    let outcomes: HashMap<Recibo, ConfirmOutcome> = recibos
        .iter()
        .map(|recibo| {
            let done = match times.get(&recibo.posicao) {
                // the number drawn with the delivery must match
                Some((turn, acaso)) if *turn == recibo.vez && *acaso == recibo.acaso => {
                    ConfirmOutcome::Confirmed
                }
                Some((turn, _)) if *turn > recibo.vez => ConfirmOutcome::Expired,
                // taken over and not there any more: confirmed before
                None if recibo.posicao <= consumidor.posicao => ConfirmOutcome::Confirmed,
                _ => ConfirmOutcome::Unknown,
            };
            (*recibo, done)
        })
        .collect();
    let confirmed = outcomes.iter().filter(|(_, done)| **done == ConfirmOutcome::Confirmed);
    let posicoes: Vec<i64> = confirmed.map(|(recibo, _)| recibo.posicao).collect();
    inventory::take_over_of(tx, AplicacaoId(a), &posicoes)?;
    on!(tx, c => diesel::delete(fila_itens::table
        .filter(dsl::aplicacao_id.eq(a))
        .filter(dsl::consumidor_id.eq(n))
        .filter(dsl::morto.eq_any(DEAD_OR_NOT))
        .filter(dsl::posicao.eq_any(posicoes)))
        .execute(c))?;
    Ok(outcomes)
}
