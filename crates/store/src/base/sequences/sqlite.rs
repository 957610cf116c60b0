//! A counter row: with one writer as good as a sequence, and written once per commit.

use diesel::sql_types::{BigInt, Text};
use diesel::{RunQueryDsl, SqliteConnection};

use super::Sequence;
use crate::base::{BindValue, Pending, Statement, StoreError};

/// The next `n` numbers, in ascending order.
pub(super) fn draw(
    c: &mut SqliteConnection,
    pending: &mut Pending,
    seq: Sequence,
    n: i64,
) -> Result<Vec<i64>, StoreError> {
    let given = match pending.sequences.get(&seq) {
        Some(given) => *given,
        None => Statement::<BigInt, 1>::new(
            "SELECT valor FROM sequencias WHERE nome = ?",
            [BindValue::Str(seq.name())],
        )
        .get_result(c)?,
    };
    pending.sequences.insert(seq, given + n);
    Ok((given + 1..=given + n).collect())
}

/// Writes the last numbers that were given out.
pub(super) fn write(c: &mut SqliteConnection, pending: &mut Pending) -> Result<(), StoreError> {
    for (seq, value) in &pending.sequences {
        Statement::<(), 2>::new(
            "UPDATE sequencias SET valor = ? WHERE nome = ?",
            [BindValue::I64(*value), BindValue::Str(seq.name())],
        )
        .execute(c)?;
    }
    Ok(())
}

/// The counter rows.
pub(super) fn all(c: &mut SqliteConnection) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(Statement::<(Text, BigInt), 0>::new("SELECT nome, valor FROM sequencias", []).load(c)?)
}

/// The counter row of a sequence.
pub(super) fn set(c: &mut SqliteConnection, name: &str, last: i64) -> Result<(), StoreError> {
    Statement::<(), 2>::new(
        "UPDATE sequencias SET valor = ? WHERE nome = ?",
        [BindValue::I64(last), BindValue::Str(name)],
    )
    .execute(c)?;
    Ok(())
}
