//! Drawing numbers.

use super::Sequencia;
use crate::base::{Backend, Pending, StoreError, Tx, dialect};

/// The next `quantos` numbers, in ascending order.
pub(crate) fn proximos(tx: &mut Tx<'_>, seq: Sequencia, quantos: usize) -> Result<Vec<i64>, StoreError> {
    if quantos == 0 {
        return Ok(Vec::new());
    }
    dialect!(tx, pending => draw(pending, seq, quantos as i64))
}

/// Writes what was put off.
pub(crate) fn write(mut backend: Backend<'_>, pending: &mut Pending) -> Result<(), StoreError> {
    dialect!(backend => write(pending))
}

/// The next number.
pub(crate) fn proximo(tx: &mut Tx<'_>, seq: Sequencia) -> Result<i64, StoreError> {
    let numeros = proximos(tx, seq, 1)?;
    numeros.first().copied().ok_or_else(|| StoreError::Interno("a sequence gave no number".to_owned()))
}

/// The next number of a sequence whose column is 32 bits wide.
pub(crate) fn proximo_i32(tx: &mut Tx<'_>, seq: Sequencia) -> Result<i32, StoreError> {
    i32::try_from(proximo(tx, seq)?)
        .map_err(|_| StoreError::Interno(format!("no numbers left for {}", seq.nome())))
}
