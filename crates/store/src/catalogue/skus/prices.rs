//! Prices of SKUs, changed by themselves.

use domain::sku_canal::Preco;
use domain::values::ids::{LojaId, SkuId};

use super::changing::change_each;
use crate::base::{StoreError, Tx};

/// Sets the prices of a SKU; false when there is no such SKU. Setting what is already there changes nothing.
pub fn set_preco(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId, preco: Preco) -> Result<bool, StoreError> {
    Ok(set_precos(tx, loja, &[(sku, preco)])?.contains(&true))
}

/// [`set_preco`] for many, no two of the same SKU; returns for each, in order, whether it is there.
pub fn set_precos(tx: &mut Tx<'_>, loja: LojaId, lote: &[(&SkuId, Preco)]) -> Result<Vec<bool>, StoreError> {
    let codes: Vec<&str> = lote.iter().map(|(sku, _)| sku.as_str()).collect();
    change_each(tx, loja, &codes, |place, row| {
        if let Some((_, preco)) = lote.get(place) {
            row.preco_de = preco.preco_de.ten_thousandths();
            row.preco_por = preco.preco_por.ten_thousandths();
        }
    })
}
