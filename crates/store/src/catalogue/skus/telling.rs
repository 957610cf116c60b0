//! Stocks are told by their owners: each is put on the shelf with what the owner had taken over before.

use domain::estoque::{CENTRO_PADRAO, CausaMovimento, SaldoEmCentro};
use domain::sku::{AjusteDatado, AjusteEstoque};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::shelf::{self, Balance, Shelf};
use crate::base::{StoreError, Tx};
use crate::catalogue::centros;
use crate::ledger::{self, Account};

/// Stocks in a centre are told, by the SKUs' numbers.
pub(crate) fn tell(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (told, centro): (&[(i64, i32)], i32),
    as_of: Instante,
    causa: CausaMovimento,
) -> Result<(), StoreError> {
    shelf_with(tx, loja, (told, centro), as_of, causa)?.put_back(tx)
}

/// Stocks have been told with their SKUs, which has been written into the event log.
pub(super) fn told(
    tx: &mut Tx<'_>,
    loja: LojaId,
    told: &[(i64, i32)],
    as_of: Instante,
) -> Result<(), StoreError> {
    if told.is_empty() {
        return Ok(());
    }
    let shelf = shelf_with(tx, loja, (told, CENTRO_PADRAO), as_of, CausaMovimento::Cadastro)?;
    shelf.without_telling().put_back(tx)
}

fn shelf_with(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (told, centro): (&[(i64, i32)], i32),
    as_of: Instante,
    causa: CausaMovimento,
) -> Result<Shelf, StoreError> {
    let numbers: Vec<i64> = told.iter().map(|(num, _)| *num).collect();
    let shelf = shelf::lock(tx, loja, &numbers)?;
    let holding: Vec<i64> = shelf.holding().into_iter().collect();
    let mut shelf = match holding.is_empty() {
        true => shelf,
        false => shelf.with(shelf::taken_over(tx, loja, &holding, as_of)?)?,
    };
    for (num, stock) in told {
        open(tx, &mut shelf, (*num, centro))?;
        shelf.tell((*num, centro), *stock, as_of, causa)?;
    }
    Ok(shelf)
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
    let shelf = match ajuste.ajuste {
        AjusteEstoque::Absolute(stock) => {
            let told = [(account.0, stock)];
            shelf_with(tx, loja, (&told, account.1), ajuste.as_of(now), CausaMovimento::Saldo)?
        }
        AjusteEstoque::Variacao(by) => {
            let mut shelf = shelf::lock(tx, loja, &[account.0])?;
            open(tx, &mut shelf, account)?;
            let stock = shelf.balance(account).map_or(0, |now| now.estoque);
            if stock.checked_add(by).is_none_or(|after| after < 0) {
                return Ok(InCentroOutcome::Refused(stock));
            }
            shelf.vary(account, by);
            shelf
        }
    };
    let now = shelf.balance(account).map_or((0, 0), |now| (now.estoque, now.reservado));
    shelf.put_back(tx)?;
    Ok(InCentroOutcome::Done(SaldoEmCentro::new(account.1, now.0, now.1)))
}

/// A SKU comes into a centre, unless it lies there already. The centre stays until this transaction ends.
fn open(tx: &mut Tx<'_>, shelf: &mut Shelf, account: Account) -> Result<(), StoreError> {
    if shelf.balance(account).is_some() {
        return Ok(());
    }
    let loja = shelf.loja();
    centros::keep(tx, loja, account.1)?;
    // it may have been there before, and its centre removed since
    let last = ledger::last(tx, loja, account)?;
    shelf.open(account, last.map_or(0, |entry| entry.seq));
    if let Some(last) = last.filter(|_| shelf.balance(account).is_some_and(Balance::kept)) {
        shelf.resume(account, last.estoque);
    }
    Ok(())
}
