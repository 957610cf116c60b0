//! Giving committed events their positions in the log.

use domain::ids::{AplicacaoId, LojaId};

use crate::Store;
use crate::base::{Conn, StoreError, Tx, dialect};

/// Events that one transaction moves.
const BATCH: i64 = 5000;

/// Brings the log up to date: whatever was committed before this call has its position when it returns. Every reader
/// of the log calls it first, but for one that comes back anyway ([`avancar`]). On SQLite there is nothing to do.
pub async fn em_dia(store: &Store) -> Result<(), StoreError> {
    while avancar(store).await? {}
    Ok(())
}

/// A part of [`em_dia`] that is short whatever waits; true when there is more.
pub async fn avancar(store: &Store) -> Result<bool, StoreError> {
    if store.engine() == db::Engine::Sqlite {
        return Ok(false);
    }
    // a look first: nearly always there is nothing new, and a reader should not wait for a lock
    if !store.read_one(any_unplaced).await? {
        return Ok(false);
    }
    let _turn = store.turn_to_move().await;
    if !store.read_one(any_unplaced).await? {
        return Ok(false);
    }
    Ok(store.write(place).await? == BATCH)
}

/// [`em_dia`], waiting on this thread.
pub fn em_dia_blocking(store: &Store) -> Result<(), StoreError> {
    while store.write_blocking(place)? == BATCH {}
    Ok(())
}

fn any_unplaced(conn: &mut Conn<'_>) -> Result<bool, StoreError> {
    dialect!(conn => any_unplaced())
}

/// Moves the next batch; answers how many.
fn place(tx: &mut Tx<'_>) -> Result<i64, StoreError> {
    tx.exclusivo("eventos", LojaId { aplicacao: AplicacaoId(0), loja: 0 }, "")?;
    dialect!(tx => place(BATCH))
}
