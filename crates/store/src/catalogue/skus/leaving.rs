//! SKUs leave a distribution centre that is removed.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use crate::base::schema::{estoque_centros, skus};
use crate::base::{StoreError, Tx, locked, on};
use crate::ledger;

/// SKUs that lie in a centre, if only as an empty shelf.
macro_rules! lying {
    ($loja:expr, $centro:expr) => {
        skus::table
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
            .filter(
                skus::sku_num.eq_any(
                    estoque_centros::table
                        .filter(estoque_centros::aplicacao_id.eq($loja.aplicacao.0))
                        .filter(estoque_centros::loja_id.eq($loja.loja))
                        .filter(estoque_centros::centro_num.eq($centro))
                        .select(estoque_centros::sku_num),
                ),
            )
    };
}

/// Locks the SKUs that lie in a centre, in the order of their codes.
pub(crate) fn lock_in_centro(tx: &mut Tx<'_>, loja: LojaId, centro: i32) -> Result<(), StoreError> {
    let lying = lying!(loja, centro).order(skus::sku).select(skus::sku_num);
    let _: Vec<i64> = locked!(tx, lying, load)?;
    Ok(())
}

/// Takes SKUs out of a centre, whose rows are locked and in which nothing lies. Their ledgers stay.
pub(crate) fn leave_centro(tx: &mut Tx<'_>, loja: LojaId, centro: i32) -> Result<(), StoreError> {
    ledger::leave(tx, loja, centro)?;
    on!(tx, c => diesel::update(lying!(loja, centro)).set(skus::centros.eq(skus::centros - 1)).execute(c))?;
    on!(tx, c => diesel::delete(estoque_centros::table
        .filter(estoque_centros::aplicacao_id.eq(loja.aplicacao.0))
        .filter(estoque_centros::loja_id.eq(loja.loja))
        .filter(estoque_centros::centro_num.eq(centro)))
        .execute(c))?;
    Ok(())
}
