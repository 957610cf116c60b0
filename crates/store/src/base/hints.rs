//! Hints for query planners in conditions.

use diesel::backend::Backend;
use diesel::dsl::AsExprOf;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, BoolOrNullableBool, Nullable, SingleValue};
use diesel::sqlite::Sqlite;
use diesel::{IntoSql, QueryResult};

/// A condition on one table of a join that follows from what is said of another: `b.n > 7` where `a.n = b.n`
/// and `a.n > 7`. PostgreSQL carries equalities over to the other table and no inequalities: of two tables
/// that it walks side by side it would begin the other one at its first row, and a page far back in a list
/// would cost all rows before it. SQLite looks each row of the other table up and gets no hint.
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

/// A condition that few rows of a store fulfil, as that on a SKU: `likelihood(…, 0.00001)` on SQLite. Without
/// statistics its query planner takes a table's own key for as good with two columns as another index with
/// three, since that index leads to the table only by one more look-up, and goes through all rows of the
/// store (`docs/decisions/0005-prepared-statements-and-planner-hints.md`). Apply it to the equality that the
/// index is to be searched by; SQLite ignores it in the WHERE clause of a partial index.
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

/// A value that PostgreSQL's query planner does not see: `(SELECT $1)`. A prepared statement is planned anew
/// each time that it runs as long as that promises to read less than one plan for any values. Where only one
/// plan can be right all it has to say is how many rows it expects, and planning takes longer than reading
/// them (`docs/decisions/0005-prepared-statements-and-planner-hints.md`). SQLite plans without looking at
/// values.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct Opaque<E>(pub E);

impl<E: QueryFragment<Pg>> QueryFragment<Pg> for Opaque<E> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("(SELECT ");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(")");
        Ok(())
    }
}

impl<E: QueryFragment<Sqlite>> QueryFragment<Sqlite> for Opaque<E> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }
}

/// Some rows of a query, in its order: `LIMIT` and `OFFSET` with numbers that are [`Opaque`].
#[derive(Debug)]
pub(crate) struct Slice<Q> {
    query: Q,
    rows: Opaque<AsExprOf<i64, BigInt>>,
    /// None where nothing is skipped, which is most often.
    skipped: Option<Opaque<AsExprOf<i64, BigInt>>>,
}

impl<Q> Slice<Q> {
    /// `limit` rows after `offset`.
    pub fn new(query: Q, rows: i64, skipped: i64) -> Self {
        let opaque = |number: i64| Opaque(number.into_sql::<BigInt>());
        Self { query, rows: opaque(rows), skipped: (skipped != 0).then(|| opaque(skipped)) }
    }
}

impl<DB: Backend, Q: QueryFragment<DB>> QueryFragment<DB> for Slice<Q>
where
    Opaque<AsExprOf<i64, BigInt>>: QueryFragment<DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.query.walk_ast(out.reborrow())?;
        out.push_sql(" LIMIT ");
        self.rows.walk_ast(out.reborrow())?;
        if let Some(skipped) = &self.skipped {
            out.push_sql(" OFFSET ");
            skipped.walk_ast(out)?;
        }
        Ok(())
    }
}

impl<Q> QueryId for Slice<Q> {
    type QueryId = ();
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: Query> Query for Slice<Q> {
    type SqlType = Q::SqlType;
}

impl<Q, Conn> diesel::RunQueryDsl<Conn> for Slice<Q> {}

/// Each is what it holds: a condition, a value.
macro_rules! transparent {
    ($($hint:ident: $kind:ident),+) => {$(
        impl<C: Expression> Expression for $hint<C>
        where
            C::SqlType: $kind,
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

transparent!(Implied: BoolOrNullableBool, Rare: BoolOrNullableBool, Opaque: SingleValue);

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
    // NULL for rows without a date
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
