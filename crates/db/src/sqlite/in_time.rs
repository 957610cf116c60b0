//! What a statement of SQLite asks: whether anybody still waits for it.

use diesel::expression::functions::declare_sql_function;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::Bool;
use diesel::sqlite::Sqlite;
use diesel::{QueryResult, SqliteConnection};

use crate::in_time::{InTime, in_time};

#[declare_sql_function]
extern "SQL" {
    fn still_awaited() -> Bool;
}

/// Yes, or an error, which ends the statement.
#[derive(Debug)]
struct Answer(bool);

impl ToSql<Bool, Sqlite> for Answer {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        if !self.0 {
            // worded as PostgreSQL does, so that it is told apart by the same words
            return Err("canceling statement due to the end of the time that somebody waits for it".into());
        }
        out.set_value(1);
        Ok(IsNull::No)
    }
}

/// Lets the statements of a connection ask.
pub fn register(connection: &SqliteConnection) -> QueryResult<()> {
    // one that always gave the same answer would be asked once
    still_awaited_utils::register_nondeterministic_impl(connection, || Answer(in_time()))
}

impl QueryFragment<Sqlite> for InTime {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("still_awaited()");
        Ok(())
    }
}
