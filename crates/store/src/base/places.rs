//! Rows beyond a place in a list that goes by a date and then by a number.

use diesel::QueryResult;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Nullable};
use diesel::sqlite::Sqlite;

/// `(date, number) < (?, ?)`, or `>`: both databases begin there in an index of the two. Of `date <= ?` and
/// `(date < ? OR number < ?)` they would use the first alone, and go through all rows of the place's instant
/// for each page: thousands, where dates have no time. PostgreSQL does not see the place
/// ([`Opaque`](super::Opaque)).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beyond<D, N> {
    date: D,
    number: N,
    place: [i64; 2],
    ascending: bool,
}

impl<D, N> Beyond<D, N> {
    /// Those that follow it, in a list that ascends or descends.
    pub const fn new(date: D, number: N, place: [i64; 2], ascending: bool) -> Self {
        Self { date, number, place, ascending }
    }

    const fn comparison(&self) -> &'static str {
        if self.ascending { ") > (" } else { ") < (" }
    }
}

impl<D: QueryFragment<Pg>, N: QueryFragment<Pg>> QueryFragment<Pg> for Beyond<D, N> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let [date, number] = &self.place;
        out.push_sql("(");
        self.date.walk_ast(out.reborrow())?;
        out.push_sql(", ");
        self.number.walk_ast(out.reborrow())?;
        out.push_sql(self.comparison());
        out.push_sql("(SELECT ");
        out.push_bind_param::<BigInt, _>(date)?;
        out.push_sql("), (SELECT ");
        out.push_bind_param::<BigInt, _>(number)?;
        out.push_sql("))");
        Ok(())
    }
}

impl<D: QueryFragment<Sqlite>, N: QueryFragment<Sqlite>> QueryFragment<Sqlite> for Beyond<D, N> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        let [date, number] = &self.place;
        out.push_sql("(");
        self.date.walk_ast(out.reborrow())?;
        out.push_sql(", ");
        self.number.walk_ast(out.reborrow())?;
        out.push_sql(self.comparison());
        out.push_bind_param::<BigInt, _>(date)?;
        out.push_sql(", ");
        out.push_bind_param::<BigInt, _>(number)?;
        out.push_sql(")");
        Ok(())
    }
}

impl<D, N> QueryId for Beyond<D, N> {
    type QueryId = ();
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<D: Expression, N: Expression> Expression for Beyond<D, N> {
    // a row whose date is NULL lies nowhere
    type SqlType = Nullable<Bool>;
}

impl<D: AppearsOnTable<QS>, N: AppearsOnTable<QS>, QS> AppearsOnTable<QS> for Beyond<D, N> {}

impl<D, N, QS> SelectableExpression<QS> for Beyond<D, N>
where
    D: SelectableExpression<QS>,
    N: SelectableExpression<QS>,
{
}

impl<D: ValidGrouping<GB>, N: Expression, GB> ValidGrouping<GB> for Beyond<D, N> {
    type IsAggregate = D::IsAggregate;
}
