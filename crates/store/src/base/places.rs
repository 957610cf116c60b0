//! Rows beyond a place in a list that goes by a date and then by a number.

use diesel::backend::Backend;
use diesel::dsl::AsExprOf;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Nullable};
use diesel::{IntoSql, QueryResult};

use super::Opaque;

/// `(date, number) < (?, ?)`, or `>`: both databases begin there in an index of the two. Of `date <= ?` and
/// `(date < ? OR number < ?)` they would use the first alone, and go through all rows of the place's instant
/// for each page: thousands, where dates have no time.
#[derive(Debug)]
pub(crate) struct Beyond<D, N> {
    date: D,
    number: N,
    place: [Opaque<AsExprOf<i64, BigInt>>; 2],
    ascending: bool,
}

impl<D, N> Beyond<D, N> {
    /// Those that follow it, in a list that ascends or descends.
    pub fn new(date: D, number: N, place: [i64; 2], ascending: bool) -> Self {
        Self { date, number, place: place.map(|end| Opaque(end.into_sql::<BigInt>())), ascending }
    }
}

impl<DB: Backend, D: QueryFragment<DB>, N: QueryFragment<DB>> QueryFragment<DB> for Beyond<D, N>
where
    Opaque<AsExprOf<i64, BigInt>>: QueryFragment<DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        let [date, number] = &self.place;
        out.push_sql("(");
        self.date.walk_ast(out.reborrow())?;
        out.push_sql(", ");
        self.number.walk_ast(out.reborrow())?;
        out.push_sql(if self.ascending { ") > (" } else { ") < (" });
        date.walk_ast(out.reborrow())?;
        out.push_sql(", ");
        number.walk_ast(out.reborrow())?;
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
