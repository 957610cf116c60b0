//! Which failures of the database have a transaction run again: those that another transaction may have caused.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use db::diesel::{self, RunQueryDsl};
use db::{Config, Database as Ground, DbError, NoUnit, on};

use crate::support::{Database, TestDatabase};

const TABLE: &str = "CREATE TABLE counted (n INTEGER NOT NULL CHECK (n > 0) UNIQUE)";

/// How often a write runs that fails with this statement, each time.
fn runs(database: &TestDatabase, statement: &'static str) -> (u32, DbError) {
    let ground: Ground<NoUnit> = Ground::open(&Config::new(database.url.as_str()), Arc::default()).unwrap();
    let counted = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&counted);
    let failed = ground.write_blocking(move |mut backend, _| -> Result<(), DbError> {
        counter.fetch_add(1, Ordering::Relaxed);
        // whatever the caller makes of the error, the connection has heard it
        let outcome = on!(backend, c => diesel::sql_query(statement).execute(c));
        outcome.map(drop).map_err(DbError::from)
    });
    (counted.load(Ordering::Relaxed), failed.unwrap_err())
}

fn with_a_row(kind: Database) -> Option<TestDatabase> {
    let database = TestDatabase::new(kind)?;
    let ground: Ground<NoUnit> = Ground::open(&Config::new(database.url.as_str()), Arc::default()).unwrap();
    let made = ground.write_blocking(|mut backend, _| -> Result<(), DbError> {
        on!(backend, c => {
            diesel::sql_query(TABLE).execute(c)?;
            diesel::sql_query("INSERT INTO counted VALUES (7)").execute(c)?;
        });
        Ok(())
    });
    made.unwrap();
    Some(database)
}

#[test]
fn what_the_schema_never_takes_is_not_tried_again() {
    for kind in [Database::Sqlite, Database::Postgres] {
        let Some(database) = with_a_row(kind) else { continue };
        // SQLite's writer undoes the group and runs it once more with savepoints; nothing is tried after that
        let once = if kind == Database::Sqlite { 2 } else { 1 };
        for statement in ["INSERT INTO counted VALUES (NULL)", "INSERT INTO counted VALUES (0)"] {
            let (runs, error) = runs(&database, statement);
            assert_eq!(runs, once, "{statement}: {error}");
        }
    }
}

#[test]
fn a_key_that_another_transaction_may_have_taken_is_looked_at_again() {
    let Some(database) = with_a_row(Database::Postgres) else { return };
    let (runs, error) = runs(&database, "INSERT INTO counted VALUES (7)");
    assert_eq!(runs, 8, "{error}");
}
