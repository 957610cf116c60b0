//! The database's own sequences.

use diesel::sql_types::{BigInt, Text};
use diesel::{PgConnection, RunQueryDsl};

use super::Sequence;
use crate::base::{BindValue, Pending, Statement, StoreError};

/// The next `n` numbers, in ascending order.
pub(super) fn draw(
    c: &mut PgConnection,
    _: &mut Pending,
    seq: Sequence,
    n: i64,
) -> Result<Vec<i64>, StoreError> {
    let mut numbers: Vec<i64> = Statement::<BigInt, 2>::new(
        "SELECT nextval('seq_' || ?) FROM generate_series(1, ?)",
        [BindValue::Str(seq.name()), BindValue::I64(n)],
    )
    .load(c)?;
    numbers.sort_unstable();
    Ok(numbers)
}

/// Nothing was put off.
pub(super) fn write(_: &mut PgConnection, _: &mut Pending) -> Result<(), StoreError> {
    Ok(())
}

/// From the server's catalogue, which knows none of a sequence that has given no number.
pub(super) fn all(c: &mut PgConnection) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(Statement::<(Text, BigInt), 0>::new(
        "SELECT substr(sequencename::text, 5), coalesce(last_value, 0) FROM pg_sequences \
         WHERE schemaname = current_schema() AND starts_with(sequencename, 'seq_')",
        [],
    )
    .load(c)?)
}

/// A sequence that has given no number stands before its first one.
pub(super) fn set(c: &mut PgConnection, name: &str, last: i64) -> Result<(), StoreError> {
    Statement::<BigInt, 3>::new(
        "SELECT setval('seq_' || ?, ?, ?)",
        [BindValue::Str(name), BindValue::I64(last.max(1)), BindValue::Boolean(last > 0)],
    )
    .load::<i64>(c)?;
    Ok(())
}
