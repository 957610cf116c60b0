//! Drawing numbers.

use super::Sequence;
use crate::base::{Backend, Pending, StoreError, Tx, dialect};

/// The next `quantos` numbers, in ascending order.
pub(crate) fn next_many(tx: &mut Tx<'_>, seq: Sequence, count: usize) -> Result<Vec<i64>, StoreError> {
    if count == 0 {
        return Ok(Vec::new());
    }
    dialect!(tx, pending => draw(pending, seq, count as i64))
}

/// Writes what was put off.
pub(crate) fn write(mut backend: Backend<'_>, pending: &mut Pending) -> Result<(), StoreError> {
    dialect!(backend => write(pending))
}

/// The next number.
pub(crate) fn next_number(tx: &mut Tx<'_>, seq: Sequence) -> Result<i64, StoreError> {
    let numbers = next_many(tx, seq, 1)?;
    numbers.first().copied().ok_or_else(|| StoreError::Internal("a sequence gave no number".to_owned()))
}

/// The next number of a sequence whose column is 32 bits wide.
pub(crate) fn next_i32(tx: &mut Tx<'_>, seq: Sequence) -> Result<i32, StoreError> {
    i32::try_from(next_number(tx, seq)?)
        .map_err(|_| StoreError::Internal(format!("no numbers left for {}", seq.name())))
}
