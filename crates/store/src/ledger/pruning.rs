//! Deleting the oldest entries.

use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::old::{OldLedger, Reached};
use super::reading::{ends, entries};
use crate::base::{Conn, StoreError, Tx, dialect};

/// Of the next `most` ledgers, or entries, those ledgers that begin with entries written before an instant;
/// with where to go on, where there may be more.
pub fn old_ledgers(
    conn: &mut Conn<'_>,
    after: Reached,
    before: Instante,
    most: usize,
) -> Result<(Vec<OldLedger>, Option<Reached>), StoreError> {
    dialect!(conn => old_ledgers(after, before, most))
}

/// Deletes the first entries of ledgers, at most `most` of them, that were written before an instant; answers
/// how many.
pub fn prune_ledgers(
    tx: &mut Tx<'_>,
    ledgers: &[OldLedger],
    before: Instante,
    most: usize,
) -> Result<usize, StoreError> {
    let mut gone = 0;
    for ledger in ledgers {
        gone += prune(tx, ledger, before, most - gone)?;
    }
    Ok(gone)
}

/// What follows an entry that is kept is kept, and so is the last: what there is now follows from it.
fn prune(tx: &mut Tx<'_>, ledger: &OldLedger, before: Instante, most: usize) -> Result<usize, StoreError> {
    let loja = LojaId { aplicacao: AplicacaoId(ledger.aplicacao), loja: ledger.loja };
    let Some((first, last)) = ends(tx, loja, ledger.account)? else { return Ok(0) };
    // in their order, so that no more is read than what goes
    let most = first.saturating_add(i64::try_from(most).unwrap_or(i64::MAX)).saturating_sub(1);
    let mut some = entries(tx, loja, ledger.account, first..=most.min(last - 1))?;
    some.reverse();
    let old = some.iter().take_while(|entry| entry.data < before.micros());
    let Some(until) = old.last().map(|entry| entry.seq) else { return Ok(0) };
    dialect!(tx => cut(loja, ledger.account, until))
}
