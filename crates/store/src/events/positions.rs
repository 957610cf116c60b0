//! Giving committed events their positions in the log.

use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::{Conn, StoreError, Tx, dialect};

/// Events that one transaction moves.
const BATCH: i64 = 5000;

/// True when there are committed events without a position.
pub(crate) fn any_unplaced(conn: &mut Conn<'_>) -> Result<bool, StoreError> {
    dialect!(conn => any_unplaced())
}

/// Moves the next batch of committed events to the end of the log; false when none is left.
pub(crate) fn place(tx: &mut Tx<'_>) -> Result<bool, StoreError> {
    tx.exclusive("eventos", LojaId { aplicacao: AplicacaoId(0), loja: 0 }, "")?;
    Ok(dialect!(tx => place(BATCH))? == BATCH)
}
