//! The end of the time that somebody waits for a read, known inside its statements.
//!
//! PostgreSQL ends a statement by itself (`statement_timeout`). For SQLite a statement asks, at each row
//! that it looks at, whether anybody still waits (`docs/decisions/0080-reads-that-end-in-time.md`).

use std::cell::Cell;
use std::time::Instant;

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::QueryId;
use diesel::sql_types::Bool;

/// Rows between two looks at the clock.
const ROWS: u32 = 64;

thread_local! {
    static END: Cell<Option<Instant>> = const { Cell::new(None) };
    static ASKED: Cell<u32> = const { Cell::new(0) };
}

/// A condition that every row fulfils while somebody waits for the answer, and that ends the statement after
/// that. For statements that may look at all rows of a tenant; it costs about as much as comparing a text.
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

/// Does some work on this thread for somebody who waits until then.
pub(crate) fn until<T>(end: Instant, work: impl FnOnce() -> T) -> T {
    /// Puts back what was there, also when the work panics.
    struct Before(Option<Instant>);
    impl Drop for Before {
        fn drop(&mut self) {
            END.set(self.0);
        }
    }
    let _before = Before(END.replace(Some(end)));
    work()
}

/// Whether somebody still waits for what this thread does; looks at the clock now and then.
pub(crate) fn in_time() -> bool {
    let asked = ASKED.replace(ASKED.get().wrapping_add(1));
    !asked.is_multiple_of(ROWS) || END.get().is_none_or(|end| Instant::now() < end)
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
    async fn a_question_that_takes_sqlite_too_long_ends_and_frees_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/numbers.db", folder.path().display());
        let config = Config { deadline: Duration::from_millis(300), ..Config::new(url) };
        let database: Database<NoUnit> = Database::open(&config, Default::default()).unwrap();
        let view = "CREATE VIEW numbers AS WITH RECURSIVE some(n) AS \
                    (SELECT 1 UNION ALL SELECT n + 1 FROM some LIMIT 100000000) SELECT n FROM some";
        database
            .write(move |mut backend, _| -> Result<(), DbError> {
                on!(backend, c => diesel::sql_query(view).execute(c))?;
                Ok(())
            })
            .await
            .unwrap();
        let free = database.stats().slots;
        let begin = Instant::now();
        let slow = database.read(|mut backend| -> Result<i64, DbError> {
            let none = numbers::table.filter(InTime).filter(numbers::n.lt(0));
            Ok(on!(backend, c => none.count().get_result(c))?)
        });
        assert!(matches!(slow.await, Err(DbError::TooSlow(_))));
        while database.stats().slots < free {
            assert!(begin.elapsed() < Duration::from_secs(3), "it goes on");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // the end of one is not the end of the next
        let quick = database.read(|mut backend| -> Result<i64, DbError> {
            Ok(on!(backend, c => numbers::table.filter(InTime).select(numbers::n).first(c))?)
        });
        assert_eq!(quick.await.unwrap(), 1);
    }

    #[test]
    fn without_anybody_who_waits_there_is_no_end() {
        let ended = || (0..ROWS).any(|_| !in_time());
        assert!(!ended());
        let past = Instant::now() - Duration::from_millis(1);
        assert!(until(past, ended));
        assert!(!until(past, || until(Instant::now() + Duration::from_secs(60), ended)));
        assert!(!ended());
    }
}
