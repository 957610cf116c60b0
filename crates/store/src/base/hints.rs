//! What query planners are told in a condition's place, where they do not see it themselves.

use diesel::QueryResult;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::BoolOrNullableBool;
use diesel::sqlite::Sqlite;

/// A condition on one table of a join that follows from what is said of another: `b.n > 7` where `a.n = b.n`
/// and `a.n > 7`. PostgreSQL carries equalities over to the other table and no inequalities: of two tables
/// that it walks side by side it would begin the other one at its first row, and a page far back in a list
/// would cost all rows before it. SQLite looks each row of the other table up: it is not told.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct Implied<C>(pub C);

impl<C: QueryFragment<Pg>> QueryFragment<Pg> for Implied<C> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }
}

impl<C> QueryFragment<Sqlite> for Implied<C> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("TRUE");
        Ok(())
    }
}

/// A condition that few rows of a store fulfil, as that on a SKU: `likelihood(…, 0.00001)` on SQLite.
/// Without statistics its query planner takes a table's own key for as good with two columns as another
/// index with three, since that index leads to the table only by one more look-up, and goes through all
/// rows of the store (`docs/decisions/0099-what-few-rows-have.md`). It has to be said of an equality that the
/// index is to be searched by; of what a partial index is made of it is not heard.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct Rare<C>(pub C);

impl<C: QueryFragment<Pg>> QueryFragment<Pg> for Rare<C> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }
}

impl<C: QueryFragment<Sqlite>> QueryFragment<Sqlite> for Rare<C> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("likelihood(");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(", 0.00001)");
        Ok(())
    }
}

/// Both are conditions wherever what they hold is one.
macro_rules! conditions {
    ($($hint:ident),+) => {$(
        impl<C: Expression> Expression for $hint<C>
        where
            C::SqlType: BoolOrNullableBool,
        {
            type SqlType = C::SqlType;
        }

        impl<C: AppearsOnTable<QS>, QS> AppearsOnTable<QS> for $hint<C> where Self: Expression {}

        impl<C, QS> SelectableExpression<QS> for $hint<C>
        where
            C: SelectableExpression<QS>,
            Self: AppearsOnTable<QS>,
        {
        }

        impl<C: ValidGrouping<GB>, GB> ValidGrouping<GB> for $hint<C> {
            type IsAggregate = C::IsAggregate;
        }
    )+};
}

conditions!(Implied, Rare);
