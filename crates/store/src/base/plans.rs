//! Tests of SQLite's query plans of repositories' statements, without statistics.
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

/// The plans of all statements that `f` runs on the latest schema, after some SQL. None of them scans a table, or
/// reads rows of more than one application, except by its number.
pub(crate) struct Plans(Vec<Plan>);

/// A statement and the steps of its plan.
struct Plan {
    sql: String,
    steps: Vec<String>,
}

impl Plans {
    pub fn of(before: &str, f: impl FnOnce(&mut Conn<'_>)) -> Self {
        let mut c = SqliteConnection::establish(":memory:").unwrap();
        c.run_pending_migrations(migrations::SQLITE).unwrap();
        c.batch_execute(before).unwrap();
        let listener = Listener::default();
        c.set_instrumentation(listener.clone());
        f(&mut Conn::new(Backend::Sqlite(&mut c)));
        let statements: Vec<String> = listener.0.lock().unwrap().drain(..).collect();
        let plan = |sql: String| {
            // the values that were bound follow in a comment
            let steps: Vec<Step> =
                diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}")).load(&mut c).unwrap();
            Plan { sql, steps: steps.into_iter().map(|step| step.detail).collect() }
        };
        let read = |sql: &String| sql.contains("FROM ") || sql.contains("UPDATE ");
        let plans = Self(statements.into_iter().filter(read).map(plan).collect());
        assert!(!plans.0.is_empty(), "no statement reads anything");
        plans.never(|plan, step| step.strip_prefix("SCAN ").is_some_and(|of| !is_list(of, &plan.steps)));
        plans.never(|_, step| step.contains('(') && !BY_TENANT.iter().any(|key| step.contains(key)));
        plans
    }

    /// No statement reads all rows of a store or of an application, but for a store's few channels.
    pub fn narrow(&self) -> &Self {
        let whole = |step: &str| {
            ["(aplicacao_id=?)", "(aplicacao_id=? AND loja_id=?)"].iter().any(|w| step.ends_with(w))
        };
        self.never(|_, step| whole(step) && !step.starts_with("SEARCH canais "));
        self
    }

    /// No statement sorts what it reads.
    pub fn unsorted(&self) -> &Self {
        self.without("TEMP B-TREE FOR ORDER BY").without("TEMP B-TREE FOR LAST")
    }

    /// No step of a plan has this text: a condition that it must not read by, say.
    pub fn without(&self, text: &str) -> &Self {
        self.never(|_, step| step.contains(text));
        self
    }

    fn never(&self, wrong: impl Fn(&Plan, &str) -> bool) {
        let plan = self.0.iter().find(|plan| plan.steps.iter().any(|step| wrong(plan, step)));
        assert!(plan.is_none(), "{:#?}", plan.map(|plan| (&plan.sql, &plan.steps)));
    }
}

/// True for a source that is no table: bound values, or rows already read.
fn is_list(scanned: &str, steps: &[String]) -> bool {
    let name = scanned.split(' ').next().unwrap();
    let made = [format!("CO-ROUTINE {name}"), format!("MATERIALIZE {name}")];
    let values = ["json_each", "CONSTANT ROW", "VIRTUAL TABLE", "SUBQUERY"];
    steps.iter().any(|step| made.contains(step)) || values.iter().any(|list| scanned.contains(list))
}

/// How a search begins that stays with one tenant, or finds one row.
const BY_TENANT: &[&str] = &["(aplicacao_id=?", "(rowid", "INTEGER PRIMARY KEY", "SUBQUERY", "json_each"];
