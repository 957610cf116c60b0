//! What is asked of the rows of orders where the databases differ.

use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::{StoreError, Tx, dialect};
use crate::orders::arrival::Arrival;
use crate::orders::rows::{Moved, PedidoColumns};

/// Stores what hangs on the rows of new orders and tells of them; false where that is not done at once.
pub(super) fn store_at_once(
    tx: &mut Tx<'_>,
    now: Instante,
    arrival: &Arrival<'_>,
) -> Result<bool, StoreError> {
    dialect!(tx, pending => store_at_once(pending, now, arrival))
}

/// Inserts orders whose natural key is free; answers which.
pub(super) fn insert_new(tx: &mut Tx<'_>, rows: &[PedidoColumns]) -> Result<Vec<i64>, StoreError> {
    dialect!(tx => insert_new(rows))
}

/// Keeps other moves of these orders waiting until this transaction ends.
pub(super) fn lock(tx: &mut Tx<'_>, loja: LojaId, ids: &[i64]) -> Result<(), StoreError> {
    dialect!(tx => lock(loja, ids))
}

/// Writes what has changed of several orders; false where that is not done at once.
pub(super) fn update_at_once(tx: &mut Tx<'_>, loja: LojaId, moved: &[Moved<'_>]) -> Result<bool, StoreError> {
    dialect!(tx => update_at_once(loja, moved))
}
