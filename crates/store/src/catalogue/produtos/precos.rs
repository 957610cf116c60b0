//! Prices of products.

use domain::interface_b::produto::{PrecoChange, PrecoOutcome};
use domain::sku_canal::{FromBelowSelling, Preco};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::{StoreError, Tx};
use crate::catalogue::skus::rows::SkuRow;
use crate::catalogue::skus::{change, change_each};

/// What became of a change of prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrecoWriteOutcome {
    /// Done, and what else that did.
    Done(PrecoOutcome),
    /// There is no such SKU.
    Missing,
    /// The "from" price would be below the selling price.
    Refused(FromBelowSelling),
}

/// Changes the prices of a SKU. What is already there changes nothing.
pub fn set_preco(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    new: PrecoChange,
) -> Result<PrecoWriteOutcome, StoreError> {
    let mut outcome = PrecoWriteOutcome::Missing;
    change(tx, loja, variante, |row| outcome = reprice(row, new))?;
    Ok(outcome)
}

/// [`set_preco`] for SKUs by their codes, in this order; answers for each.
pub fn set_precos(
    tx: &mut Tx<'_>,
    loja: LojaId,
    changes: &[(&str, PrecoChange)],
) -> Result<Vec<PrecoWriteOutcome>, StoreError> {
    let codes: Vec<&str> = changes.iter().map(|(sku, _)| *sku).collect();
    let mut outcomes = vec![PrecoWriteOutcome::Missing; changes.len()];
    change_each(tx, loja, &codes, |place, row| {
        if let (Some((_, new)), Some(outcome)) = (changes.get(place), outcomes.get_mut(place)) {
            *outcome = reprice(row, *new);
        }
    })?;
    Ok(outcomes)
}

/// Changes the prices of a row, unless they do not go together.
fn reprice(row: &mut SkuRow, new: PrecoChange) -> PrecoWriteOutcome {
    let before = Preco {
        preco_de: Dinheiro::from_ten_thousandths(row.preco_de),
        preco_por: Dinheiro::from_ten_thousandths(row.preco_por),
    };
    match new.over(before) {
        Ok((after, outcome)) => {
            row.preco_custo = new.cost.map_or(row.preco_custo, Dinheiro::ten_thousandths);
            row.preco_de = after.preco_de.ten_thousandths();
            row.preco_por = after.preco_por.ten_thousandths();
            PrecoWriteOutcome::Done(outcome)
        }
        Err(refusal) => PrecoWriteOutcome::Refused(refusal),
    }
}
