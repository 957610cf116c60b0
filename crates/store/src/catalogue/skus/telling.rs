//! Stocks are told by their owners: each is put on the shelf with what the owner had taken over before.

use domain::estoque::CausaMovimento;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::shelf::{self, Shelf};
use crate::base::{StoreError, Tx};

/// Stocks are told, by the SKUs' numbers.
pub(crate) fn tell(
    tx: &mut Tx<'_>,
    loja: LojaId,
    told: &[(i64, i32)],
    as_of: Instante,
    causa: CausaMovimento,
) -> Result<(), StoreError> {
    shelf_with(tx, loja, told, as_of, causa)?.put_back(tx)
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
    shelf_with(tx, loja, told, as_of, CausaMovimento::Cadastro)?.without_telling().put_back(tx)
}

fn shelf_with(
    tx: &mut Tx<'_>,
    loja: LojaId,
    told: &[(i64, i32)],
    as_of: Instante,
    causa: CausaMovimento,
) -> Result<Shelf, StoreError> {
    let numbers: Vec<i64> = told.iter().map(|(num, _)| *num).collect();
    let shelf = shelf::lock(tx, loja, &numbers)?;
    let mut shelf = match shelf.holding() {
        holding if holding.is_empty() => shelf,
        holding => shelf.with(shelf::taken_over(tx, loja, &holding, as_of)?),
    };
    for (num, stock) in told {
        shelf.tell(*num, *stock, as_of, causa)?;
    }
    Ok(shelf)
}
