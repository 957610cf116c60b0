//! Inventory: stock levels, reservations and the ledger (`docs/estoque.md`).
//!
//! A change of stock or reservations locks the SKUs (`lock`, `lock_codes`), changes them in memory
//! (`LockedStock`) and writes them at once.

mod batch;
pub mod centros;
mod change;
mod checks;
mod conversion;
mod holdings;
pub(crate) mod ledger;
mod level;
mod locked;
mod open_orders;
#[cfg(test)]
mod plans;
pub(crate) mod reservations;
mod rows;
mod settings;
mod sql;

use diesel::prelude::*;
use domain::values::ids::LojaId;

use crate::base::schema::{estoque_centros, skus};
use crate::base::{Conn, StoreError, Tx, load_by_key};

pub(crate) use batch::change_requested;
pub use centros::{RemoveCentroOutcome, remove_centro};
pub(crate) use change::set_with_skus;
pub use change::{StockOutcome, change_stock, change_stock_because, change_stocks};
pub use checks::{Check, Checks, check};
pub use conversion::{convert, converting};
pub use holdings::list as movimentos;
pub use holdings::{Falta, Saldo, count_faltas, faltas, faltas_counted_to, in_centro, saldo};
pub use ledger::{Ledger, old_ledgers, prune_ledgers};
pub(crate) use level::StockLevel;
pub(crate) use locked::{LockedStock, Sold};
pub(crate) use open_orders::{
    OpenOrder, control_of_new, exclusive_registration, open_orders, reserve_for_open_orders,
    somebody_controls,
};
pub(crate) use rows::{StockRequest, StockRows};
pub(crate) use settings::take_over_of;
pub use settings::{
    find, of_sku, read_takes_over, set, set_centros_of_canal, set_of_canal, set_of_sku, take_over,
};
pub(crate) use sql::{statements, write};

/// Locks SKUs, in the order of their codes.
pub(crate) fn lock(tx: &mut Tx<'_>, loja: LojaId, numbers: &[i64]) -> Result<LockedStock, StoreError> {
    let locked = sql::lock(tx, loja, numbers)?;
    of_locked(tx, loja, locked)
}

/// [`lock`] by the codes, which are distinct.
pub(crate) fn lock_codes(tx: &mut Tx<'_>, loja: LojaId, codes: &[&str]) -> Result<LockedStock, StoreError> {
    let locked = sql::lock_codes(tx, loja, codes)?;
    of_locked(tx, loja, locked)
}

/// Of SKUs that this transaction has locked and read since.
pub(crate) fn of_locked(
    tx: &mut Tx<'_>,
    loja: LojaId,
    locked: Vec<StockLevel>,
) -> Result<LockedStock, StoreError> {
    let elsewhere = elsewhere(tx, loja, &locked)?;
    Ok(LockedStock::new(loja, tx.now(), locked, elsewhere))
}

/// Levels of SKUs in centres besides the main one; the lock of a SKU covers them.
pub(crate) fn elsewhere(
    conn: &mut Conn<'_>,
    loja: LojaId,
    levels: &[StockLevel],
) -> Result<Vec<(i32, StockLevel)>, StoreError> {
    let several = levels.iter().filter(|level| level.centros > 0).map(|level| level.sku_num);
    let several: Vec<i64> = several.collect();
    if several.is_empty() {
        return Ok(Vec::new());
    }
    Ok(load_by_key!(conn, estoque_centros::sku_num, &several, |of_them| estoque_centros::table
        .inner_join(
            skus::table.on(skus::aplicacao_id
                .eq(estoque_centros::aplicacao_id)
                .and(skus::loja_id.eq(estoque_centros::loja_id))
                .and(skus::sku_num.eq(estoque_centros::sku_num))),
        )
        .filter(estoque_centros::aplicacao_id.eq(loja.aplicacao.0))
        .filter(estoque_centros::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((
            estoque_centros::centro_num,
            (
                skus::sku_num,
                skus::sku,
                estoque_centros::estoque,
                estoque_centros::reservado,
                estoque_centros::movimentos,
                skus::controle,
                skus::centros,
            ),
        ))))
}
