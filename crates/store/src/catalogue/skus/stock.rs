//! Stock and prices of a SKU, changed by themselves: the changes that come thousands of times a second.

use diesel::prelude::*;
use domain::estoque::CENTRO_PADRAO;
use domain::sku::{AjusteDatado, AjusteEstoque};
use domain::sku_canal::Preco;
use domain::values::ids::{LojaId, SkuId};

use super::changes;
use super::changing::change_each;
use super::parts::Changed;
use super::rows::SkuRow;
use super::telling::adjust_in_centro;
use crate::base::StoreError;
use crate::base::dialect;
use crate::base::schema::skus;
use crate::base::{Conn, Tx, on};

/// What became of a change of stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeEstoqueOutcome {
    /// Done; the stock now.
    Done(i32),
    /// There is no such SKU.
    Missing,
    /// It would leave the lawful range (below zero, or above a 32-bit integer); the stock as it is.
    Refused(i32),
}

/// Sets or varies the stock: concurrent changes add up and none goes below zero. Setting what is already
/// there changes nothing, and neither does varying by nothing. Where the owner keeps the stock, what it took
/// over before `data_referencia` (now, when not given) is contained in the number that it sets.
pub fn adjust_estoque(
    tx: &mut Tx<'_>,
    loja: LojaId,
    sku: &SkuId,
    ajuste: impl Into<AjusteDatado>,
) -> Result<ChangeEstoqueOutcome, StoreError> {
    let (dated, now) = (ajuste.into(), tx.now());
    let (ajuste, as_of) = (dated.ajuste, dated.as_of(now));
    let changed = match ajuste {
        AjusteEstoque::Absolute(n) => dialect!(tx => set_stock(loja, sku, (n, as_of), now))?,
        // of the least number there is, any stock would be below zero afterwards; and its opposite does not
        // fit
        AjusteEstoque::Variacao(0 | i32::MIN) => None,
        AjusteEstoque::Variacao(v) => {
            let lawful = if v < 0 { (-v, i32::MAX) } else { (0, i32::MAX - v) };
            dialect!(tx => vary_stock(loja, sku, (v, lawful), now))?
        }
    };
    if let Some(Changed { num, stock, holding, untold }) = changed {
        if holding {
            adjust_in_centro(tx, loja, (num, CENTRO_PADRAO), dated)?;
        }
        if let Some((num, change)) = untold {
            changes::record(tx, loja, (num, sku.as_str()), [change])?;
        }
        return Ok(ChangeEstoqueOutcome::Done(stock));
    }
    Ok(match (ajuste, stock(tx, loja, sku)?) {
        (AjusteEstoque::Absolute(_), _) | (AjusteEstoque::Variacao(_), None) => ChangeEstoqueOutcome::Missing,
        (AjusteEstoque::Variacao(0), Some(n)) => ChangeEstoqueOutcome::Done(n),
        (AjusteEstoque::Variacao(_), Some(n)) => ChangeEstoqueOutcome::Refused(n),
    })
}

fn stock(conn: &mut Conn<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<i32>, StoreError> {
    Ok(on!(conn, c => skus::table
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq(sku.as_str()))
        .select(skus::estoque)
        .first(c)
        .optional())?)
}

/// Sets the prices; false when there is no such SKU. Setting what is already there changes nothing.
pub fn set_preco(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId, preco: Preco) -> Result<bool, StoreError> {
    let there = change_each(tx, loja, &[sku.as_str()], |_, row| reprice(row, preco))?;
    Ok(there.contains(&true))
}

/// Sets the prices of a row.
pub(super) fn reprice(row: &mut SkuRow, preco: Preco) {
    row.preco_de = preco.preco_de.ten_thousandths();
    row.preco_por = preco.preco_por.ten_thousandths();
}
