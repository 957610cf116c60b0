//! The database's own sequences.

use diesel::sql_types::BigInt;
use diesel::{PgConnection, RunQueryDsl};

use super::Sequencia;
use crate::base::{Comando, Pending, StoreError, Valor};

/// The next `n` numbers, in ascending order.
pub(super) fn draw(
    c: &mut PgConnection,
    _: &mut Pending,
    seq: Sequencia,
    n: i64,
) -> Result<Vec<i64>, StoreError> {
    let mut numbers: Vec<i64> = Comando::<BigInt, 2>::novo(
        "SELECT nextval('seq_' || ?) FROM generate_series(1, ?)",
        [Valor::Texto(seq.nome()), Valor::Longo(n)],
    )
    .load(c)?;
    numbers.sort_unstable();
    Ok(numbers)
}

/// Nothing was put off.
pub(super) fn write(_: &mut PgConnection, _: &mut Pending) -> Result<(), StoreError> {
    Ok(())
}
