//! A counter row: with one writer as good as a sequence, and written once per commit.

use diesel::sql_types::BigInt;
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
