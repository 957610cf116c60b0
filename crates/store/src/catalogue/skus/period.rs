//! Finding SKUs that have changed, by an index that a change of stock leaves alone.
//!
//! `skus.alterado_em` changes with each change of a row, and an index that held it would be written each
//! time: by PostgreSQL with all others of the row, by SQLite in two places. So the index holds the stretch of
//! ten minutes that the instant falls into: a column that PostgreSQL makes (`alterado_periodo`), on SQLite a
//! table that triggers keep (`sku_periodos`). A list asks for the stretch and the instant: the one finds, the
//! other decides.

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::QueryId;
use diesel::sql_types::Bool;
use domain::values::ids::LojaId;

/// Microseconds of a stretch, as in the definition of the column and in the triggers.
const PERIOD: i64 = 600_000_000;

/// Lets through the SKUs of a store that changed in the stretches that a range of instants touches. Beside
/// the condition on `alterado_em`, not in its place.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct InPeriods {
    pub(super) loja: LojaId,
    pub(super) first: i64,
    pub(super) last: i64,
}

impl InPeriods {
    /// From the first to the last of some microseconds.
    pub fn of(loja: LojaId, first: i64, last: i64) -> Self {
        Self { loja, first: first / PERIOD, last: last / PERIOD }
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
