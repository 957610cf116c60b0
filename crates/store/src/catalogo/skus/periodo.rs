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
const PERIODO: i64 = 600_000_000;

/// Lets through whatever changed in the stretches that a range of instants touches (on SQLite: everything,
/// its index holds the instant). Beside the condition on `alterado_em`, not in its place.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct NosPeriodos {
    pub(super) primeiro: i64,
    pub(super) ultimo: i64,
}

impl NosPeriodos {
    /// From the first to the last of some microseconds.
    pub fn de(primeiro: i64, ultimo: i64) -> Self {
        Self { primeiro: primeiro / PERIODO, ultimo: ultimo / PERIODO }
    }
}

impl Expression for NosPeriodos {
    type SqlType = Bool;
}

impl<QS> AppearsOnTable<QS> for NosPeriodos {}

impl<QS> SelectableExpression<QS> for NosPeriodos {}

impl<GB> ValidGrouping<GB> for NosPeriodos {
    type IsAggregate = is_aggregate::Never;
}
