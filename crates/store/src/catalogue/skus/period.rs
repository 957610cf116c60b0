//! Finding SKUs that have changed, by an index that a change of stock leaves alone.
//!
//! `skus.alterado_em` changes with each change of stock, and an index that holds it is written each time: on
//! PostgreSQL the row goes into every index anew, on SQLite an entry moves from one page to another. So the
//! index holds the stretch of time that the instant falls into (`alterado_periodo`, which the database
//! keeps). A list asks for the stretch and the instant: the one finds, the other decides.

use diesel::backend::Backend;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, Bool, HasSqlType};

/// Microseconds of a stretch, as in the definition of the column.
const PERIOD: i64 = 600_000_000;

/// Lets through whatever changed in the stretches that a range of instants touches. Beside the condition on
/// `alterado_em`, not in its place.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct InPeriods {
    first: i64,
    last: i64,
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

impl<DB> QueryFragment<DB> for InPeriods
where
    DB: Backend + HasSqlType<BigInt>,
    i64: ToSql<BigInt, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql("skus.alterado_periodo BETWEEN ");
        out.push_bind_param::<BigInt, _>(&self.first)?;
        out.push_sql(" AND ");
        out.push_bind_param::<BigInt, _>(&self.last)
    }
}
