//! Statements of PostgreSQL's that are sent as one: each is a round trip.

use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::{QueryResult, RunQueryDsl};

/// Statements that are sent as one: all but the last stand in its WITH. None of them sees what another
/// writes; what refers to a row is checked when all are done.
pub(crate) struct Together<'a>(pub(crate) Vec<&'a dyn QueryFragment<Pg>>);

impl QueryFragment<Pg> for Together<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Some((last, others)) = self.0.split_last() else { return Ok(()) };
        for (n, statement) in others.iter().enumerate() {
            out.push_sql(if n == 0 { "WITH " } else { ", " });
            out.push_identifier(&format!("c{n}"))?;
            out.push_sql(" AS (");
            statement.walk_ast(out.reborrow())?;
            out.push_sql(") ");
        }
        last.walk_ast(out.reborrow())
    }
}

impl QueryId for Together<'_> {
    type QueryId = ();
    // found again by its text
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Conn> RunQueryDsl<Conn> for Together<'_> {}
