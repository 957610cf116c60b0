//! Some SKUs by their codes, in a statement that is planned once.

use diesel::QueryResult;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Array, Bool, Text};

/// Up to so many codes are named one by one.
const NAMED: usize = 8;

/// One of some codes. A few are named: of a list PostgreSQL does not know in advance how long it is, takes it
/// for ten, and so plans the statement anew each time it runs.
#[derive(Debug)]
pub(super) struct OneOf<'a>(pub(super) &'a [&'a str]);

impl QueryFragment<Pg> for OneOf<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        if (1..=NAMED).contains(&self.0.len()) {
            out.push_sql("skus.sku IN (");
            for (n, code) in self.0.iter().enumerate() {
                out.push_sql(if n == 0 { "" } else { ", " });
                out.push_bind_param::<Text, str>(code)?;
            }
        } else {
            out.push_sql("skus.sku = ANY(");
            out.push_bind_param::<Array<Text>, _>(&self.0)?;
        }
        out.push_sql(")");
        Ok(())
    }
}

impl QueryId for OneOf<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Expression for OneOf<'_> {
    type SqlType = Bool;
}

impl<QS> AppearsOnTable<QS> for OneOf<'_> {}

impl<QS> SelectableExpression<QS> for OneOf<'_> {}

impl<GB> ValidGrouping<GB> for OneOf<'_> {
    type IsAggregate = is_aggregate::Never;
}
