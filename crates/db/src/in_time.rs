//! A condition that ends a statement of SQLite once nobody waits for its result any more.
//!
//! PostgreSQL has `statement_timeout`. A statement of SQLite calls a function that checks the deadline of the
//! thread's current work (`docs/decisions/0004-sqlite-writer-thread-and-group-commit.md`).

use std::cell::Cell;
use std::time::Instant;

use diesel::expression::functions::declare_sql_function;
use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::Bool;
use diesel::sqlite::Sqlite;
use diesel::{QueryResult, SqliteConnection};

/// Rows between two looks at the clock.
const ROWS: u32 = 64;

thread_local! {
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// A condition that is true until the deadline and fails the statement afterwards. For statements that may
/// look at all rows of a tenant; it costs about as much as the comparison of a text.
#[derive(Debug, Clone, Copy, QueryId)]
pub struct InTime;

impl Expression for InTime {
    type SqlType = Bool;
}

impl<QS> AppearsOnTable<QS> for InTime {}

impl<QS> SelectableExpression<QS> for InTime {}

impl<GB> ValidGrouping<GB> for InTime {
    type IsAggregate = is_aggregate::Never;
}

impl QueryFragment<Pg> for InTime {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("TRUE");
        Ok(())
    }
}

impl QueryFragment<Sqlite> for InTime {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("still_awaited()");
        Ok(())
    }
}

#[declare_sql_function]
extern "SQL" {
    fn still_awaited() -> Bool;
}

/// True, or an error, which ends the statement.
#[derive(Debug)]
struct StillAwaited(bool);

impl ToSql<Bool, Sqlite> for StillAwaited {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        if !self.0 {
            // in PostgreSQL's words, which `DbError` recognises
            return Err("canceling statement due to the end of the time that somebody waits for it".into());
        }
        out.set_value(1);
        Ok(IsNull::No)
    }
}

/// Registers the function on a connection.
pub(crate) fn register(connection: &SqliteConnection) -> QueryResult<()> {
    // SQLite would call a deterministic function once per statement
    still_awaited_utils::register_nondeterministic_impl(connection, || StillAwaited(in_time()))
}

/// Runs `work` on this thread with a deadline.
pub(crate) fn with_deadline<T>(deadline: Instant, work: impl FnOnce() -> T) -> T {
    /// Restores the outer deadline, also after a panic.
    struct Outer(Option<Instant>);
    impl Drop for Outer {
        fn drop(&mut self) {
            DEADLINE.set(self.0);
        }
    }
    let _outer = Outer(DEADLINE.replace(Some(deadline)));
    work()
}

/// Whether the deadline of this thread has not passed; looks at the clock every [`ROWS`] calls.
fn in_time() -> bool {
    let calls = CALLS.replace(CALLS.get().wrapping_add(1));
    !calls.is_multiple_of(ROWS) || DEADLINE.get().is_none_or(|deadline| Instant::now() < deadline)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::time::Duration;

    use diesel::prelude::*;

    use super::*;
    use crate::{Config, Database, DbError, NoUnit, on};

    diesel::table! {
        numbers (n) {
            n -> BigInt,
        }
    }

    #[tokio::test]
    async fn a_statement_that_takes_sqlite_too_long_ends_and_frees_its_permit() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/numbers.db", folder.path().display());
        let config = Config { deadline: Duration::from_secs(2), ..Config::new(url) };
        let database: Database<NoUnit> = Database::open(&config, Default::default()).unwrap();
        let view = "CREATE VIEW numbers AS WITH RECURSIVE some(n) AS \
                    (SELECT 1 UNION ALL SELECT n + 1 FROM some LIMIT 1000000000000) SELECT n FROM some";
        database
            .write(move |mut backend, _| -> Result<(), DbError> {
                on!(backend, c => diesel::sql_query(view).execute(c))?;
                Ok(())
            })
            .await
            .unwrap();
        let free = database.stats().slots;
        let slow = database.read(|mut backend| -> Result<i64, DbError> {
            let none = numbers::table.filter(InTime).filter(numbers::n.lt(0));
            Ok(on!(backend, c => none.count().get_result(c))?)
        });
        assert!(matches!(slow.await, Err(DbError::TooSlow(_))));
        let begin = Instant::now();
        while database.stats().slots < free {
            assert!(begin.elapsed() < Duration::from_secs(60), "it goes on");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // the end of one is not the end of the next
        let quick = database.read(|mut backend| -> Result<i64, DbError> {
            Ok(on!(backend, c => numbers::table.filter(InTime).select(numbers::n).first(c))?)
        });
        assert_eq!(quick.await.unwrap(), 1);
    }

    #[test]
    fn without_a_deadline_there_is_no_end() {
        let ended = || (0..ROWS).any(|_| !in_time());
        assert!(!ended());
        let past = Instant::now() - Duration::from_millis(1);
        assert!(with_deadline(past, ended));
        assert!(!with_deadline(past, || with_deadline(Instant::now() + Duration::from_secs(60), ended)));
        assert!(!ended());
    }
}
