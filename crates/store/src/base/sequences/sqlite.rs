//! A counter row: with one writer as good as a sequence, and written once per commit.

use diesel::sql_types::BigInt;
use diesel::{RunQueryDsl, SqliteConnection};

use super::Sequencia;
use crate::base::{Comando, Pending, StoreError, Valor};

/// The next `n` numbers, in ascending order.
pub(super) fn draw(
    c: &mut SqliteConnection,
    pending: &mut Pending,
    seq: Sequencia,
    n: i64,
) -> Result<Vec<i64>, StoreError> {
    let given = match pending.sequences.get(&seq) {
        Some(given) => *given,
        None => Comando::<BigInt, 1>::novo(
            "SELECT valor FROM sequencias WHERE nome = ?",
            [Valor::Texto(seq.nome())],
        )
        .get_result(c)?,
    };
    pending.sequences.insert(seq, given + n);
    Ok((given + 1..=given + n).collect())
}

/// Writes the last numbers that were given out.
pub(super) fn write(c: &mut SqliteConnection, pending: &mut Pending) -> Result<(), StoreError> {
    for (seq, value) in &pending.sequences {
        Comando::<(), 2>::novo(
            "UPDATE sequencias SET valor = ? WHERE nome = ?",
            [Valor::Longo(*value), Valor::Texto(seq.nome())],
        )
        .execute(c)?;
    }
    Ok(())
}
