//! Transactions on PostgreSQL.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::dsl::sql;
use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};
use diesel_migrations::MigrationHarness;
use r2d2::{Pool, PooledConnection};

use super::advice;
use super::commit::{self, Fate, Trace};
use super::pool::{self, Manager};
use crate::backend::Backend;
use crate::commits::Commits;
use crate::config::Config;
use crate::error::DbError;
use crate::schema_state::{self, Borrowed, SchemaState};
use crate::unit::{Ending, Unit};

/// How often a transaction that lost against another one is tried before the caller hears of it.
pub const ATTEMPTS: u32 = 8;
/// The same of many callers' in one.
pub const GROUP_ATTEMPTS: u32 = 2;

/// Key of the advisory lock of a migration, the same in every server.
const MIGRATION_LOCK: i64 = 0x454e_5452_4550;

const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const BEGIN_WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

/// Tables that hold more than twice the pages that the planner knows of.
const GROWN: &str = "SELECT quote_ident(relname) FROM pg_class \
     WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace) \
     AND pg_relation_size(oid) > 2 * relpages * CAST(current_setting('block_size') AS bigint) \
     ORDER BY relname";

/// A pool of connections, all of which may write.
pub struct Postgres<U: Unit> {
    pool: Pool<Manager>,
    pub commits: Commits,
    lasting: Arc<U::Lasting>,
}

impl<U: Unit> Postgres<U> {
    pub fn open(config: &Config, lasting: Arc<U::Lasting>) -> Result<Self, DbError> {
        Ok(Self { pool: pool::open(config)?, commits: Commits::default(), lasting })
    }

    pub fn migrate(&self, migrations: &impl MigrationSource<Pg>) -> Result<Vec<String>, DbError> {
        let mut connection = self.connection()?;
        let state = look(&mut connection.pg, migrations)?;
        schema_state::refuse_newer(&state)?;
        if state.pending.is_empty() {
            return Ok(Vec::new());
        }
        connection.pg.transaction(|pg| {
            // no limit for a migration, nor for the wait until another server has migrated
            pg.batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")?;
            sql_query(format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")).execute(pg)?;
            schema_state::refuse_newer(&look(pg, migrations)?)?;
            apply(pg, migrations)
        })
    }

    pub fn schema(&self, migrations: &impl MigrationSource<Pg>) -> Result<SchemaState, DbError> {
        look(&mut self.connection()?.pg, migrations)
    }

    pub fn read<T, E: From<DbError>>(&self, f: impl FnOnce(Backend<'_>) -> Result<T, E>) -> Result<T, E> {
        let mut f = Some(f);
        let tried = self.in_transaction(BEGIN_READ, &mut |pg| match f.take() {
            Some(f) => f(Backend::Postgres(pg)),
            None => Err(DbError::Internal("a read was started twice".to_owned()).into()),
        })?;
        tried.result.map_err(Interruption::into_inner)
    }

    /// Each statement sees its own moment: two round trips less. Nothing tells that a connection is dead
    /// before `f` begins, so that `f` begins anew.
    pub fn read_one<T, E: From<DbError>>(
        &self,
        mut f: impl FnMut(Backend<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        for _ in 0..self.pool.max_size() {
            let mut connection = self.connection()?;
            connection.begin();
            let result = f(Backend::Postgres(&mut connection.pg));
            if result.is_ok() || !connection.is_lost() {
                return result;
            }
        }
        // the last try: what fails now is told
        self.read(f)
    }

    pub fn write<T, E: From<DbError>>(
        &self,
        attempts: u32,
        mut f: impl FnMut(Backend<'_>, &mut U) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut attempt = 1;
        loop {
            let mut unit = U::default();
            let mut to_commit = None;
            let tried = self.in_transaction(BEGIN_WRITE, &mut |pg| {
                unit.job_begins();
                let value = f(Backend::Postgres(pg), &mut unit)?;
                unit.job_done(Backend::Postgres(pg), false)?;
                unit.before_commit(Backend::Postgres(pg), &self.lasting)?;
                to_commit = Some((value, commit::trace(pg)?));
                Ok(())
            })?;
            let tried = self.settle(tried, to_commit);
            unit.after_commit(&self.lasting, tried.ending());
            self.note(&tried);
            if tried.result.is_ok() || !tried.lost_race || attempt >= attempts {
                return tried.result.map_err(Interruption::into_inner);
            }
            // jitter: those that met must not meet again
            let wait = u64::from(rand::random::<u8>() % 16) + 4 * u64::from(attempt);
            thread::sleep(Duration::from_millis(wait));
            attempt += 1;
        }
    }

    /// Notes whether the database takes writes: what a job fails at by itself says nothing of that.
    fn note<T, E>(&self, tried: &Tried<T, E>) {
        match (&tried.result, &tried.loss) {
            (Ok(_), _) if self.commits.are_failing() => self.probe(),
            (Err(_), Some(reason)) => self.note_failure(reason),
            _ => {}
        }
    }

    /// Commits something that writes next to nothing, to see whether anything can be written.
    fn probe(&self) {
        let probed = self.in_transaction(BEGIN_WRITE, &mut |pg| probe(pg));
        match probed.and_then(|tried| tried.result.map_err(Interruption::into_inner)) {
            Ok(()) => self.commits.succeeded(),
            Err(error) => self.note_failure(&error.to_string()),
        }
    }

    fn note_failure(&self, reason: &str) {
        if let Some(unsaid) = self.commits.failed(reason) {
            tracing::error!(error = %reason, unsaid, "a write could not be committed");
        }
    }

    pub fn refresh_statistics(&self) -> Result<(), DbError> {
        self.maintain(|pg| Ok(pg.batch_execute("ANALYZE")?))
    }

    /// The same of tables that have more than doubled since somebody last looked: what it costs grows with
    /// the rows that are looked at, and whatever else the database holds has not changed.
    pub fn refresh_grown_statistics(&self) -> Result<(), DbError> {
        self.maintain(|pg| analyze(pg, GROWN))
    }

    /// Work on the tables themselves, in a transaction. It may take as long as it needs.
    fn maintain<T>(
        &self,
        mut f: impl FnMut(&mut PgConnection) -> Result<T, DbError>,
    ) -> Result<T, DbError> {
        let done = self.in_transaction(BEGIN_WRITE, &mut |pg| {
            pg.batch_execute("SET LOCAL statement_timeout = 0")?;
            f(pg)
        })?;
        done.result.map_err(Interruption::into_inner)
    }

    /// Connections, and how many of them are idle.
    pub fn state(&self) -> (u32, u32) {
        let state = self.pool.state();
        (state.connections, state.idle_connections)
    }

    /// What came of a transaction, also when the connection was lost on the way of its COMMIT: then the
    /// server is asked on another one.
    fn settle<T, E: From<DbError>>(
        &self,
        tried: Tried<(), E>,
        to_commit: Option<(T, Option<Trace>)>,
    ) -> Tried<T, E> {
        let Tried { result, lost_race, lost, loss } = tried;
        let result = match (result, to_commit) {
            (Ok(()), Some((value, _))) => Ok(value),
            (Ok(()), None) => {
                Err(Interruption::Database(DbError::Internal("a write was not run".to_owned())))
            }
            (Err(Interruption::Database(error)), Some((value, Some(trace)))) if lost => {
                tracing::warn!(%error, "the connection was lost during a commit: asking what came of it");
                match commit::fate(&trace, || self.connection()) {
                    Fate::Committed => Ok(value),
                    Fate::RolledBack => Err(Interruption::Database(error)),
                    Fate::Unknown => Err(Interruption::Database(DbError::Unknown(error.to_string()))),
                }
            }
            (Err(error), _) => Err(error),
        };
        Tried { result, lost_race, lost, loss }
    }

    fn connection(&self) -> Result<PooledConnection<Manager>, DbError> {
        self.pool.get().map_err(|_| {
            let (connections, idle) = self.state();
            if connections > 0 && idle == 0 {
                DbError::Overload
            } else {
                DbError::Unavailable("no connection to PostgreSQL".to_owned())
            }
        })
    }

    /// Runs `f` in a transaction. A connection found dead before `f` began is replaced without a word: after
    /// a restart of the server every pooled connection is dead once.
    fn in_transaction<T, E: From<DbError>>(
        &self,
        begin: &str,
        f: &mut dyn FnMut(&mut PgConnection) -> Result<T, E>,
    ) -> Result<Tried<T, E>, DbError> {
        let mut left = self.pool.max_size() + 1;
        loop {
            let mut connection = self.connection()?;
            connection.begin();
            let mut began = false;
            let result = run(&mut connection.pg, begin, |pg| {
                began = true;
                f(pg).map_err(Interruption::Own)
            });
            let lost = result.is_err() && connection.is_lost();
            left -= 1;
            if !(lost && !began && left > 0) {
                let loss = result.is_err().then(|| connection.loss()).flatten();
                return Ok(Tried { result, lost_race: connection.lost_race(), lost, loss });
            }
        }
    }
}

/// Runs `f` between `begin` and COMMIT or ROLLBACK.
fn run<T, E>(
    pg: &mut PgConnection,
    begin: &str,
    f: impl FnOnce(&mut PgConnection) -> Result<T, Interruption<E>>,
) -> Result<T, Interruption<E>> {
    AnsiTransactionManager::begin_transaction_sql(pg, begin)?;
    match f(pg) {
        Ok(value) => {
            AnsiTransactionManager::commit_transaction(pg)?;
            Ok(value)
        }
        Err(failure) => match AnsiTransactionManager::rollback_transaction(pg) {
            // what went wrong first is told
            Ok(()) | Err(diesel::result::Error::BrokenTransactionManager) => Err(failure),
            Err(error) => Err(error.into()),
        },
    }
}

/// Reads alone: whoever only looks changes nothing.
fn look(c: &mut PgConnection, migrations: &impl MigrationSource<Pg>) -> Result<SchemaState, DbError> {
    let table = "SELECT to_regclass('__diesel_schema_migrations')::text";
    let table: Option<String> = sql::<Nullable<Text>>(table).get_result(c)?;
    let applied = match table {
        None => Vec::new(),
        Some(_) => sql::<Text>("SELECT version FROM __diesel_schema_migrations").load(c)?,
    };
    schema_state::compare(applied, migrations)
}

/// Applies what is pending; answers which versions.
pub(super) fn apply(
    pg: &mut PgConnection,
    migrations: &impl MigrationSource<Pg>,
) -> Result<Vec<String>, DbError> {
    let applied = pg.run_pending_migrations(Borrowed(migrations));
    let applied = applied.map_err(|e| advice::with_remedy(DbError::Database(e.to_string())))?;
    Ok(applied.iter().map(ToString::to_string).collect())
}

/// Has the planner look at the tables that a question names.
fn analyze(pg: &mut PgConnection, which: &str) -> Result<(), DbError> {
    let tables: Vec<String> = sql::<Text>(which).load(pg)?;
    if tables.is_empty() { Ok(()) } else { Ok(pg.batch_execute(&format!("ANALYZE {}", tables.join(", ")))?) }
}

/// A message in the server's log that nobody reads.
fn probe(c: &mut PgConnection) -> Result<(), DbError> {
    let reads_only: String = sql::<Text>("SELECT current_setting('transaction_read_only')").get_result(c)?;
    if reads_only == "on" {
        return Err(DbError::Unavailable("PostgreSQL takes reads alone".to_owned()));
    }
    sql_query("SELECT pg_logical_emit_message(true, 'entreposto', '')").execute(c)?;
    Ok(())
}

/// Bytes of the database.
pub fn size(c: &mut PgConnection) -> Result<u64, DbError> {
    let bytes: i64 = sql::<BigInt>("SELECT pg_database_size(current_database())").get_result(c)?;
    Ok(bytes.unsigned_abs())
}

/// A transaction that was run.
struct Tried<T, E> {
    result: Result<T, Interruption<E>>,
    lost_race: bool,
    /// The connection was.
    lost: bool,
    /// What the server, or the way to it, failed with.
    loss: Option<String>,
}

impl<T, E> Tried<T, E> {
    fn ending(&self) -> Ending {
        match &self.result {
            Ok(_) => Ending::Committed,
            Err(Interruption::Own(_)) => Ending::RolledBack,
            Err(Interruption::Database(_)) => Ending::Failed,
        }
    }
}

/// The error of a closure inside a Diesel transaction: its own, or the transaction's.
enum Interruption<E> {
    Own(E),
    Database(DbError),
}

impl<E> From<diesel::result::Error> for Interruption<E> {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error.into())
    }
}

impl<E: From<DbError>> Interruption<E> {
    fn into_inner(self) -> E {
        match self {
            Self::Own(error) => error,
            Self::Database(error) => error.into(),
        }
    }
}
