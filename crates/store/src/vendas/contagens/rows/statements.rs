//! What is asked of the rows.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::row::Linha;
use crate::base::schema::contagens;
use crate::base::{Conn, CountedChange, StoreError, Tx, dialect, on};
use crate::vendas::contagens::kinds::Arvore;
use crate::vendas::contagens::niveis::Lugar;

/// Writes buckets: some are new, some were there.
pub(crate) fn save(conn: &mut Conn<'_>, new: &[Linha], changed: &[Linha]) -> Result<(), StoreError> {
    dialect!(conn => save(new, changed))
}

/// Removes a bucket.
pub(crate) fn delete(
    conn: &mut Conn<'_>,
    arvore: Arvore,
    (nivel, lugar): (i16, Lugar),
) -> Result<(), StoreError> {
    let Arvore { loja, tipo } = arvore;
    let key = (loja.aplicacao.0, loja.loja, tipo.codigo(), nivel, lugar.data, lugar.id);
    on!(conn, c => diesel::delete(contagens::table.find(key)).execute(c))?;
    Ok(())
}

/// Puts changes aside, to be folded in later; answers how many rows it took. On SQLite none.
pub(crate) fn append(conn: &mut Conn<'_>, changes: &[CountedChange]) -> Result<usize, StoreError> {
    dialect!(conn => append(changes))
}

/// What is still to be folded in of a store.
pub(crate) fn unfolded(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<CountedChange>, StoreError> {
    dialect!(conn => unfolded(loja))
}

/// The stores of which something is still to be folded in.
pub(crate) fn stores_to_fold(conn: &mut Conn<'_>) -> Result<Vec<LojaId>, StoreError> {
    dialect!(conn => stores_to_fold())
}

/// Takes away what is still to be folded in of a store.
pub(crate) fn take(tx: &mut Tx<'_>, loja: LojaId) -> Result<Vec<CountedChange>, StoreError> {
    dialect!(tx => take(loja))
}

/// Makes the rest of the transaction see one moment. Must come first.
pub(crate) fn fresh_snapshot(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    dialect!(tx => fresh_snapshot())
}
