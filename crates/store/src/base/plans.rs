//! For tests: how SQLite finds what repositories ask for, without statistics to guide it.
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, Mutex};

use diesel::connection::{Instrumentation, InstrumentationEvent, SimpleConnection};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel_migrations::MigrationHarness;

use super::{Backend, Conn};

#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<String>>>);

impl Instrumentation for Listener {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            self.0.lock().unwrap().push(query.to_string());
        }
    }
}

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// The texts of the statements that `f` leaves compiled on the latest schema: the others are compiled each
/// time that they run.
pub(crate) fn kept(f: impl FnOnce(&mut Conn<'_>)) -> Vec<String> {
    #[derive(Clone, Default)]
    struct Keeping(Arc<Mutex<Vec<String>>>);
    impl Instrumentation for Keeping {
        fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
            if let InstrumentationEvent::CacheQuery { sql, .. } = event {
                self.0.lock().unwrap().push(sql.to_owned());
            }
        }
    }
    let mut c = SqliteConnection::establish(":memory:").unwrap();
    c.run_pending_migrations(migrations::SQLITE).unwrap();
    let keeping = Keeping::default();
    c.set_instrumentation(keeping.clone());
    f(&mut Conn::new(Backend::Sqlite(&mut c)));
    keeping.0.lock().unwrap().drain(..).collect()
}

/// The plans of all statements on some tables that `f` runs on the latest schema, after some SQL.
pub(crate) fn plans(tables: &[&str], before: &str, f: impl FnOnce(&mut Conn<'_>)) -> Vec<String> {
    let mut c = SqliteConnection::establish(":memory:").unwrap();
    c.run_pending_migrations(migrations::SQLITE).unwrap();
    c.batch_execute(before).unwrap();
    let listener = Listener::default();
    c.set_instrumentation(listener.clone());
    f(&mut Conn::new(Backend::Sqlite(&mut c)));
    let statements: Vec<String> = listener.0.lock().unwrap().drain(..).collect();
    // as they are written by the query builder, and by hand
    let names = |sql: &str, table: &&str| {
        [format!("`{table}`"), format!(" {table} ")].iter().any(|n| sql.contains(n))
    };
    let of_tables =
        statements.iter().filter(|sql| sql.contains("FROM ") && tables.iter().any(|table| names(sql, table)));
    let plan = |sql: &String| {
        // the values that were bound follow in a comment
        let steps: Vec<Step> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}")).load(&mut c).unwrap();
        steps.into_iter().map(|step| step.detail).collect::<Vec<_>>().join("; ")
    };
    of_tables.map(plan).collect()
}
