//! The stock of a SKU in a distribution centre is told by its owner, or varied.

use std::collections::BTreeSet;

use domain::estoque::{CausaMovimento, SaldoEmCentro};
use domain::sku::{AjusteDatado, AjusteEstoque, EstoqueTooLow};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::shelf::{self, Balance, Shelf};
use crate::base::{StoreError, Tx};
use crate::catalogue::centros;
use crate::ledger::{self, Account};

/// A change of a SKU's stock in a centre.
pub(super) type Adjustment = (Account, AjusteDatado);

/// With what the owners of the stocks had taken over before: a number that is told contains it.
pub(super) fn with_taken_over(tx: &mut Tx<'_>, shelf: Shelf, as_of: Instante) -> Result<Shelf, StoreError> {
    let holding: Vec<i64> = shelf.holding().into_iter().collect();
    if holding.is_empty() {
        return Ok(shelf);
    }
    let loja = shelf.loja();
    shelf.with(shelf::taken_over(tx, loja, &holding, as_of)?)
}

/// What became of a change of a SKU's stock in a centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InCentroOutcome {
    /// Done; what is there now.
    Done(SaldoEmCentro),
    /// It would leave the lawful range (below zero, or above a 32-bit integer); the stock as it is.
    Refused(i32),
}

/// Sets or varies the stock of a SKU in a centre, which is there.
pub fn adjust_in_centro(
    tx: &mut Tx<'_>,
    loja: LojaId,
    account: (i64, i32),
    ajuste: AjusteDatado,
) -> Result<InCentroOutcome, StoreError> {
    let now = tx.now();
    let mut shelf = shelf::lock(tx, loja, &[account.0])?;
    if let AjusteEstoque::Absolute(_) = ajuste.ajuste {
        shelf = with_taken_over(tx, shelf, ajuste.as_of(now))?;
    }
    if shelf.balance(account).is_none() {
        centros::keep(tx, loja, account.1)?;
    }
    open(tx, &mut shelf, &[(account, ajuste)])?;
    if let Err(EstoqueTooLow { atual, .. }) =
        adjust_on(&mut shelf, (account, ajuste), CausaMovimento::Saldo, now)?
    {
        return Ok(InCentroOutcome::Refused(atual));
    }
    let now = shelf.balance(account).map_or((0, 0), |now| (now.estoque, now.reservado));
    shelf.put_back(tx)?;
    Ok(InCentroOutcome::Done(SaldoEmCentro::new(account.1, now.0, now.1)))
}

/// SKUs come into the centres that changes set or raise their stock in, where they do not lie there already.
/// The centres are kept.
pub(super) fn open(tx: &mut Tx<'_>, shelf: &mut Shelf, changes: &[Adjustment]) -> Result<(), StoreError> {
    let raises = |ajuste: &AjusteDatado| !matches!(ajuste.ajuste, AjusteEstoque::Variacao(..0));
    let new = changes.iter().filter(|(account, ajuste)| shelf.balance(*account).is_none() && raises(ajuste));
    let new: BTreeSet<Account> = new.map(|(account, _)| *account).collect();
    let new = Vec::from_iter(new);
    // they may have been there before, and the centre removed since
    let last = ledger::last(tx, shelf.loja(), &new)?;
    for account in new {
        let last = last.get(&account);
        shelf.open(account, last.map_or(0, |entry| entry.seq));
        if let Some(last) = last.filter(|_| shelf.balance(account).is_some_and(Balance::kept)) {
            shelf.resume(account, last.estoque);
        }
    }
    Ok(())
}

/// Sets or varies the stock of a locked SKU in a centre that it lies in; or says why not. A number is entered
/// for `causa`.
pub(super) fn adjust_on(
    shelf: &mut Shelf,
    (account, ajuste): Adjustment,
    causa: CausaMovimento,
    now: Instante,
) -> Result<Result<(), EstoqueTooLow>, StoreError> {
    let current = shelf.balance(account).map_or(0, |now| now.estoque);
    match (ajuste.ajuste.apply(current), ajuste.ajuste) {
        (Err(refused), _) => return Ok(Err(refused)),
        (Ok(stock), AjusteEstoque::Absolute(_)) => shelf.tell(account, stock, ajuste.as_of(now), causa)?,
        (Ok(_), AjusteEstoque::Variacao(by)) => shelf.vary(account, by),
    }
    Ok(Ok(()))
}
