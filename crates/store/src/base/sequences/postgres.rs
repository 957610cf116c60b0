//! The database's own sequences.

use diesel::sql_types::BigInt;
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
