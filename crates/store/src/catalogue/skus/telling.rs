//! The stock of a SKU in a distribution centre is told by its owner, or varied.

use domain::estoque::{CausaMovimento, SaldoEmCentro};
use domain::sku::{AjusteDatado, AjusteEstoque, EstoqueTooLow};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::shelf::{self, Balance, Shelf};
use crate::base::{StoreError, Tx};
use crate::catalogue::centros;
use crate::ledger::{self, Account};

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
    keep(tx, &shelf, account)?;
    if let Err(EstoqueTooLow { atual, .. }) =
        adjust_on(tx, &mut shelf, (account, ajuste), CausaMovimento::Saldo)?
    {
        return Ok(InCentroOutcome::Refused(atual));
    }
    let now = shelf.balance(account).map_or((0, 0), |now| (now.estoque, now.reservado));
    shelf.put_back(tx)?;
    Ok(InCentroOutcome::Done(SaldoEmCentro::new(account.1, now.0, now.1)))
}

/// Sets or varies the stock of a locked SKU in a centre that is kept; or says why not. A number is entered
/// for `causa`.
pub(super) fn adjust_on(
    tx: &mut Tx<'_>,
    shelf: &mut Shelf,
    (account, ajuste): (Account, AjusteDatado),
    causa: CausaMovimento,
) -> Result<Result<(), EstoqueTooLow>, StoreError> {
    let current = shelf.balance(account).map_or(0, |now| now.estoque);
    match (ajuste.ajuste.apply(current), ajuste.ajuste) {
        (Err(refused), _) => return Ok(Err(refused)),
        (Ok(stock), AjusteEstoque::Absolute(_)) => {
            open(tx, shelf, account)?;
            shelf.tell(account, stock, ajuste.as_of(tx.now()), causa)?;
        }
        (Ok(_), AjusteEstoque::Variacao(by)) => {
            open(tx, shelf, account)?;
            shelf.vary(account, by);
        }
    }
    Ok(Ok(()))
}

/// Keeps the centre from being removed before this transaction ends, where the SKU is yet to come into it.
fn keep(tx: &mut Tx<'_>, shelf: &Shelf, account: Account) -> Result<(), StoreError> {
    if shelf.balance(account).is_some() { Ok(()) } else { centros::keep(tx, shelf.loja(), account.1) }
}

/// A SKU comes into a centre that is kept, unless it lies there already.
fn open(tx: &mut Tx<'_>, shelf: &mut Shelf, account: Account) -> Result<(), StoreError> {
    if shelf.balance(account).is_some() {
        return Ok(());
    }
    // it may have been there before, and its centre removed since
    let last = ledger::last(tx, shelf.loja(), account)?;
    shelf.open(account, last.map_or(0, |entry| entry.seq));
    if let Some(last) = last.filter(|_| shelf.balance(account).is_some_and(Balance::kept)) {
        shelf.resume(account, last.estoque);
    }
    Ok(())
}
