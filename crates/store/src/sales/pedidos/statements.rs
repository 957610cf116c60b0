//! What is asked of the rows of orders where the databases differ.

use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::arrival::Arrival;
use super::rows::{Moved, PedidoColumns};
use crate::base::{Conn, StoreError, Tx, dialect};

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

/// Channels, with their numbers, of those that are named.
pub(super) fn canais(
    conn: &mut Conn<'_>,
    named: &[(LojaId, &str)],
) -> Result<Vec<(LojaId, String, i32)>, StoreError> {
    Ok(with_lojas(dialect!(conn => canais(named))?))
}

/// The channels' numbers of the orders that have these `sourceId`s.
pub(super) fn of_sources(
    conn: &mut Conn<'_>,
    named: &[(LojaId, &str)],
) -> Result<Vec<(LojaId, String, i32)>, StoreError> {
    Ok(with_lojas(dialect!(conn => of_sources(named))?))
}

fn with_lojas(rows: Vec<(i32, i32, String, i32)>) -> Vec<(LojaId, String, i32)> {
    let with_loja =
        |(aplicacao, loja, text, canal)| (LojaId { aplicacao: AplicacaoId(aplicacao), loja }, text, canal);
    rows.into_iter().map(with_loja).collect()
}

/// Keeps other moves of these orders waiting until this transaction ends.
pub(super) fn lock(tx: &mut Tx<'_>, loja: LojaId, ids: &[i64]) -> Result<(), StoreError> {
    dialect!(tx => lock(loja, ids))
}

/// Writes what has changed of several orders; false where that is not done at once.
pub(super) fn update_at_once(tx: &mut Tx<'_>, loja: LojaId, moved: &[Moved<'_>]) -> Result<bool, StoreError> {
    dialect!(tx => update_at_once(loja, moved))
}
