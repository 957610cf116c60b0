//! Ledgers that go with what they are of, or stay without it.

use domain::values::ids::LojaId;

use crate::base::{StoreError, Tx, dialect};

/// Deletes the ledgers of a SKU, in all centres. Before the SKU.
pub(crate) fn delete_of_sku(tx: &mut Tx<'_>, loja: LojaId, sku_num: i64) -> Result<(), StoreError> {
    dialect!(tx => delete_of_sku(loja, sku_num))
}

/// Deletes all ledgers of a store. Before its SKUs.
pub(crate) fn delete_of_store(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    dialect!(tx => delete_of_store(loja))
}

/// A centre is about to be removed: the ledgers of what lay there stay, and go on should its number come
/// back.
pub(crate) fn leave(tx: &mut Tx<'_>, loja: LojaId, centro: i32) -> Result<(), StoreError> {
    dialect!(tx => leave(loja, centro))
}
