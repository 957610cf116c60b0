//! What is asked of the rows.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::ahead::{Loaded, Stretches};
use super::row::ContagemRow;
use crate::base::schema::contagens;
use crate::base::{Conn, CountedChange, StoreError, Tx, dialect, on};
use crate::sales::contagens::kinds::Tree;
use crate::sales::contagens::levels::Position;

/// Writes buckets: some are new, some were there.
pub(crate) fn save(
    conn: &mut Conn<'_>,
    new: &[ContagemRow],
    changed: &[ContagemRow],
) -> Result<(), StoreError> {
    dialect!(conn => save(new, changed))
}

/// Removes a bucket.
pub(crate) fn delete(
    conn: &mut Conn<'_>,
    tree: Tree,
    (level, position): (i16, Position),
) -> Result<(), StoreError> {
    let Tree { loja, tipo } = tree;
    let key = (loja.aplicacao.0, loja.loja, tipo.code(), level, position.data, position.id);
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

/// The buckets of some stretches, with their totals (`whole`) or parts; and, as of the same moment, what is
/// still to be folded in with a date in [from, until).
pub(crate) fn ahead(
    conn: &mut Conn<'_>,
    tree: Tree,
    stretches: Stretches,
    between: (i64, i64),
    whole: bool,
) -> Result<Loaded, StoreError> {
    dialect!(conn => ahead(tree, stretches, between, whole))
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
