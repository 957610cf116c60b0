//! Conditions that say nothing new, for a planner that does not draw the conclusion itself.

use diesel::QueryResult;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::Bool;
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

impl<C: Expression<SqlType = Bool>> Expression for Implied<C> {
    type SqlType = Bool;
}

impl<C: AppearsOnTable<QS>, QS> AppearsOnTable<QS> for Implied<C> where Self: Expression {}

impl<C, QS> SelectableExpression<QS> for Implied<C>
where
    C: SelectableExpression<QS>,
    Self: AppearsOnTable<QS>,
{
}

impl<C: ValidGrouping<GB>, GB> ValidGrouping<GB> for Implied<C> {
    type IsAggregate = C::IsAggregate;
}
