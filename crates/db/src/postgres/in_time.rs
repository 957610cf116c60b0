//! PostgreSQL ends statements by itself: a row need not ask.

use diesel::QueryResult;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment};

use crate::in_time::InTime;

impl QueryFragment<Pg> for InTime {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("TRUE");
        Ok(())
    }
}
