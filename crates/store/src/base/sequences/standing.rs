//! Where numbers stand, for whoever carries them into another database.

use crate::base::{Backend, Conn, StoreError, dialect};

/// The last number of every sequence by its name, 0 for one that has given none.
pub(crate) fn all(conn: &mut Conn<'_>) -> Result<Vec<(String, i64)>, StoreError> {
    let mut all = dialect!(conn => all())?;
    all.sort();
    Ok(all)
}

/// Has a sequence go on from a number.
pub(crate) fn set(mut backend: Backend<'_>, name: &str, last: i64) -> Result<(), StoreError> {
    dialect!(backend => set(name, last))
}
