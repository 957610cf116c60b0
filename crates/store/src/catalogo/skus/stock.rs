//! Stock and prices of a SKU, changed by themselves: the changes that come thousands of times a second.

use diesel::prelude::*;
use domain::sku::AjusteEstoque;
use domain::sku_canal::Preco;
use domain::values::ids::{LojaId, SkuId};

use super::mudancas;
use super::parts::{Changed, Which};
use super::write::change;
use crate::base::StoreError;
use crate::base::dialect;
use crate::base::schema::skus;
use crate::base::{Conn, Tx, on};

/// What became of a change of stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MudancaEstoque {
    /// Done; the stock now.
    Feita(i32),
    /// There is no such SKU.
    Ausente,
    /// It would leave the lawful range (below zero, or above a 32-bit integer); the stock as it is.
    Recusada(i32),
}

/// Sets or varies the stock: concurrent changes add up and none goes below zero. Setting what is already
/// there changes nothing, and neither does varying by nothing.
pub fn ajustar_estoque(
    tx: &mut Tx<'_>,
    loja: LojaId,
    sku: &SkuId,
    ajuste: AjusteEstoque,
) -> Result<MudancaEstoque, StoreError> {
    let agora = tx.agora();
    let changed = match ajuste {
        AjusteEstoque::Absoluto(n) => dialect!(tx => set_stock(loja, sku, n, agora))?,
        // of the least number there is, any stock would be below zero afterwards; and its opposite does not
        // fit
        AjusteEstoque::Variacao(0 | i32::MIN) => None,
        AjusteEstoque::Variacao(v) => {
            let lawful = if v < 0 { (-v, i32::MAX) } else { (0, i32::MAX - v) };
            dialect!(tx => vary_stock(loja, sku, (v, lawful), agora))?
        }
    };
    if let Some(Changed { stock, untold }) = changed {
        if let Some((num, mudanca)) = untold {
            mudancas::registrar(tx, loja, (num, sku.as_str()), [mudanca])?;
        }
        return Ok(MudancaEstoque::Feita(stock));
    }
    Ok(match (ajuste, stock(tx, loja, sku)?) {
        (AjusteEstoque::Absoluto(_), _) | (AjusteEstoque::Variacao(_), None) => MudancaEstoque::Ausente,
        (AjusteEstoque::Variacao(0), Some(n)) => MudancaEstoque::Feita(n),
        (AjusteEstoque::Variacao(_), Some(n)) => MudancaEstoque::Recusada(n),
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
pub fn definir_preco(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId, preco: Preco) -> Result<bool, StoreError> {
    change(tx, loja, Which::Code(sku.as_str()), |linha| {
        linha.preco_de = preco.preco_de.dez_milesimos();
        linha.preco_por = preco.preco_por.dez_milesimos();
    })
}
