//! Stocks and prices of many SKUs at once: their number costs no round trip more.

use std::collections::BTreeSet;

use domain::estoque::{CENTRO_PADRAO, CausaMovimento};
use domain::sku::{AjusteEmCentro, AjusteEstoque};
use domain::sku_canal::Preco;
use domain::values::ids::{LojaId, SkuId};

use super::adjusting::adjust_all;
use super::changing::change_each;
use super::shelf;
use super::stock::reprice;
use super::telling::Adjustment;
use crate::base::{StoreError, Tx};
use crate::catalogue::centros;

/// What became of one change of stock among many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdjustOutcome {
    /// Done.
    Done,
    /// There is no such SKU.
    Missing,
    /// There is no such centre.
    CentroMissing,
    /// It would leave the lawful range (below zero, or above a 32-bit integer); the stock as it is.
    Refused(i32),
}

/// [`super::adjust_estoque`] for many, no two of the same SKU in the same centre; answers for each, in order.
pub fn adjust_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(&SkuId, AjusteEmCentro)],
) -> Result<Vec<AdjustOutcome>, StoreError> {
    if lote.is_empty() {
        return Ok(Vec::new());
    }
    let centros = lote.iter().map(|(_, in_centro)| in_centro.centro());
    if centros.clone().any(|centro| centro != CENTRO_PADRAO) {
        // before any SKU is locked
        centros::hold(tx, loja)?;
    }
    let there = centros::there(tx, loja, centros)?;
    let codes: BTreeSet<&str> = lote.iter().map(|(sku, _)| sku.as_str()).collect();
    let shelf = shelf::lock_codes(tx, loja, &Vec::from_iter(codes))?;
    let (mut outcomes, mut changes) = (Vec::with_capacity(lote.len()), Vec::with_capacity(lote.len()));
    for (sku, in_centro) in lote {
        let centro = in_centro.centro();
        outcomes.push(match shelf.number(sku.as_str()) {
            None => AdjustOutcome::Missing,
            Some(_) if !there.contains(&centro) => AdjustOutcome::CentroMissing,
            Some(num) => {
                changes.push(((num, centro), in_centro.ajuste));
                AdjustOutcome::Done
            }
        });
    }
    let made = adjust_all(tx, shelf, &changes, CausaMovimento::Saldo)?;
    let tried = outcomes.iter_mut().filter(|outcome| **outcome == AdjustOutcome::Done);
    for (outcome, made) in tried.zip(made) {
        if let Err(refused) = made {
            *outcome = AdjustOutcome::Refused(refused.atual);
        }
    }
    Ok(outcomes)
}

/// Sets stocks of SKUs by their codes, in this order and in centres that are kept. SKUs that are not there
/// are left out.
pub(crate) fn tell_each(
    tx: &mut Tx<'_>,
    loja: LojaId,
    stocks: &[(&str, i32, i32)],
) -> Result<(), StoreError> {
    if stocks.is_empty() {
        return Ok(());
    }
    let codes: BTreeSet<&str> = stocks.iter().map(|(sku, ..)| *sku).collect();
    let shelf = shelf::lock_codes(tx, loja, &Vec::from_iter(codes))?;
    let told = stocks.iter().filter_map(|(sku, centro, stock)| {
        Some(((shelf.number(sku)?, *centro), AjusteEstoque::Absolute(*stock).into()))
    });
    let changes: Vec<Adjustment> = told.collect();
    adjust_all(tx, shelf, &changes, CausaMovimento::Saldo).map(drop)
}

/// [`super::set_preco`] for many, no two of the same SKU; answers for each, in order.
pub fn set_precos(tx: &mut Tx<'_>, loja: LojaId, lote: &[(&SkuId, Preco)]) -> Result<Vec<bool>, StoreError> {
    let codes: Vec<&str> = lote.iter().map(|(sku, _)| sku.as_str()).collect();
    change_each(tx, loja, &codes, |place, row| {
        if let Some((_, preco)) = lote.get(place) {
            reprice(row, *preco);
        }
    })
}
