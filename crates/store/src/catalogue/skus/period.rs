//! Finding SKUs that have changed, by an index that a change of stock leaves alone.
//!
//! On PostgreSQL a row that changes goes into every index anew if one indexed column has changed.
//! `skus.alterado_em` does with each change, so the index there holds the stretch of time that it falls into
//! (`alterado_periodo`, which the database makes). A list asks for the stretch and the instant: the one
//! finds, the other decides.

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::QueryId;
use diesel::sql_types::Bool;

/// Microseconds of a stretch, as in the definition of the column.
const PERIOD: i64 = 600_000_000;

/// Lets through whatever changed in the stretches that a range of instants touches (on SQLite: everything,
/// its index holds the instant). Beside the condition on `alterado_em`, not in its place.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct InPeriods {
    pub(super) first: i64,
    pub(super) last: i64,
}

impl InPeriods {
    /// From the first to the last of some microseconds.
    pub fn of(first: i64, last: i64) -> Self {
        Self { first: first / PERIOD, last: last / PERIOD }
    }
}

impl Expression for InPeriods {
    type SqlType = Bool;
}

impl<QS> AppearsOnTable<QS> for InPeriods {}

impl<QS> SelectableExpression<QS> for InPeriods {}

impl<GB> ValidGrouping<GB> for InPeriods {
    type IsAggregate = is_aggregate::Never;
}
