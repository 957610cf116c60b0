//! PostgreSQL: a connection pool, and transactions that are retried when they lose against another one.

mod advice;
mod commit;
mod fresh;
mod pool;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager};
use diesel::dsl::sql;
use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};
use r2d2::{Pool, PooledConnection};

use commit::{CommitOutcome, TransactionId};
use pool::Manager;

use crate::backend::Backend;
use crate::commits::CommitHealth;
use crate::config::Config;
use crate::error::DbError;
use crate::schema::{self, SchemaState};
use crate::unit::{Ending, Unit};

pub(crate) use fresh::fill;

/// Attempts of a transaction that loses against others before it fails.
pub(crate) const ATTEMPTS: u32 = 8;
/// The same for a transaction with the writes of many callers.
pub(crate) const BATCH_ATTEMPTS: u32 = 2;

/// Key of the advisory lock of a migration, the same in every server.
const MIGRATION_LOCK: i64 = 0x454e_5452_4550;

const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const BEGIN_WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

/// Tables with more than twice the pages of their last ANALYZE.
const GROWN: &str = "SELECT quote_ident(relname) FROM pg_class \
     WHERE relkind = 'r' AND relnamespace = CAST(current_schema() AS regnamespace) \
     AND pg_relation_size(oid) > 2 * relpages * CAST(current_setting('block_size') AS bigint) \
     ORDER BY relname";

/// An open database.
pub(crate) struct Postgres<U: Unit> {
    pool: Pool<Manager>,
    pub commits: CommitHealth,
    shared: Arc<U::Shared>,
}

impl<U: Unit> Postgres<U> {
    pub fn open(config: &Config, shared: Arc<U::Shared>) -> Result<Self, DbError> {
        Ok(Self { pool: pool::open(config)?, commits: CommitHealth::default(), shared })
    }

    pub fn migrate(&self, migrations: &impl MigrationSource<Pg>) -> Result<Vec<String>, DbError> {
        let mut connection = self.connection()?;
        if schema(&mut connection.pg, migrations)?.refuse_newer()?.pending.is_empty() {
            return Ok(Vec::new());
        }
        connection.pg.transaction(|pg| {
            // no limits for a migration, nor for the wait for another server
            pg.batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")?;
            sql_query(format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")).execute(pg)?;
            schema(pg, migrations)?.refuse_newer()?;
            schema::apply(pg, migrations).map_err(advice::with_remedy)
        })
    }

    pub fn schema(&self, migrations: &impl MigrationSource<Pg>) -> Result<SchemaState, DbError> {
        schema(&mut self.connection()?.pg, migrations)
    }

    pub fn read<T, E: From<DbError>>(&self, f: impl FnOnce(Backend<'_>) -> Result<T, E>) -> Result<T, E> {
        let mut f = Some(f);
        let tried = self.in_transaction(BEGIN_READ, &mut |pg| match f.take() {
            Some(f) => f(Backend::Postgres(pg)),
            None => Err(DbError::Internal("a read was started twice".to_owned()).into()),
        })?;
        tried.result.map_err(Interruption::into_inner)
    }

    /// Runs `f` without a transaction, which saves two round trips. That a connection is dead shows only in
    /// `f`, which then runs again.
    pub fn read_one<T, E: From<DbError>>(
        &self,
        mut f: impl FnMut(Backend<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        for _ in 0..self.pool.max_size() {
            let mut connection = self.connection()?;
            connection.clear_errors();
            let result = f(Backend::Postgres(&mut connection.pg));
            if result.is_ok() || !connection.check_lost() {
                return result;
            }
        }
        // the last attempt
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
                unit.before_commit(Backend::Postgres(pg), &self.shared)?;
                to_commit = Some((value, commit::current_id(pg)?));
                Ok(())
            })?;
            let tried = self.resolve(tried, to_commit);
            unit.after_commit(&self.shared, tried.ending());
            self.note(&tried);
            if tried.result.is_ok() || !tried.lost_race || attempt >= attempts {
                return tried.result.map_err(Interruption::into_inner);
            }
            // with jitter, so that the two transactions do not meet again
            let wait = u64::from(rand::random::<u8>() % 16) + 4 * u64::from(attempt);
            thread::sleep(Duration::from_millis(wait));
            attempt += 1;
        }
    }

    /// Records whether commits succeed; errors of the job itself are no sign of that.
    fn note<T, E>(&self, tried: &Tried<T, E>) {
        match (&tried.result, &tried.connection_error) {
            (Ok(_), _) if self.commits.are_failing() => self.probe(),
            (Err(_), Some(reason)) => self.note_failure(reason),
            _ => {}
        }
    }

    /// Commits a tiny write, to find out whether writes succeed again.
    fn probe(&self) {
        let probed = self.in_transaction(BEGIN_WRITE, &mut |pg| probe(pg));
        match probed.and_then(|tried| tried.result.map_err(Interruption::into_inner)) {
            Ok(()) => self.commits.probe_succeeded(),
            Err(error) => self.note_failure(&error.to_string()),
        }
    }

    fn note_failure(&self, reason: &str) {
        if let Some(unlogged) = self.commits.failed(reason) {
            tracing::error!(error = %reason, unlogged, "a write could not be committed");
        }
    }

    pub fn refresh_statistics(&self) -> Result<(), DbError> {
        self.maintain(|pg| Ok(pg.batch_execute("ANALYZE")?))
    }

    /// The same for tables that have more than doubled since their last ANALYZE.
    pub fn refresh_grown_statistics(&self) -> Result<(), DbError> {
        self.maintain(|pg| {
            let tables: Vec<String> = sql::<Text>(GROWN).load(pg)?;
            match tables.is_empty() {
                true => Ok(()),
                false => Ok(pg.batch_execute(&format!("ANALYZE {}", tables.join(", ")))?),
            }
        })
    }

    /// Runs `f` in a transaction without a limit of time.
    fn maintain<T>(&self, mut f: impl FnMut(&mut PgConnection) -> Result<T, DbError>) -> Result<T, DbError> {
        let done = self.in_transaction(BEGIN_WRITE, &mut |pg| {
            pg.batch_execute("SET LOCAL statement_timeout = 0")?;
            f(pg)
        })?;
        done.result.map_err(Interruption::into_inner)
    }

    /// Number of connections, and of idle ones.
    pub fn state(&self) -> (u32, u32) {
        let state = self.pool.state();
        (state.connections, state.idle_connections)
    }

    /// The result of a transaction. When the connection was lost during COMMIT, asks the server on another
    /// connection whether it was committed.
    fn resolve<T, E: From<DbError>>(
        &self,
        tried: Tried<(), E>,
        to_commit: Option<(T, Option<TransactionId>)>,
    ) -> Tried<T, E> {
        let Tried { result, lost_race, connection_lost, connection_error } = tried;
        let result = match (result, to_commit) {
            (Ok(()), Some((value, _))) => Ok(value),
            (Ok(()), None) => {
                Err(Interruption::Database(DbError::Internal("a write was not run".to_owned())))
            }
            (Err(Interruption::Database(error)), Some((value, Some(id)))) if connection_lost => {
                tracing::warn!(%error, "the connection was lost during a commit: asking what came of it");
                match commit::ask_outcome(&id, || self.connection()) {
                    CommitOutcome::Committed => Ok(value),
                    CommitOutcome::RolledBack => Err(Interruption::Database(error)),
                    CommitOutcome::Unknown => {
                        Err(Interruption::Database(DbError::Unknown(error.to_string())))
                    }
                }
            }
            (Err(error), _) => Err(error),
        };
        Tried { result, lost_race, connection_lost, connection_error }
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

    /// Runs `f` in a transaction. A connection that is dead before `f` begins is replaced silently: after a
    /// restart of the server all pooled connections are.
    fn in_transaction<T, E: From<DbError>>(
        &self,
        begin: &str,
        f: &mut dyn FnMut(&mut PgConnection) -> Result<T, E>,
    ) -> Result<Tried<T, E>, DbError> {
        let mut left = self.pool.max_size() + 1;
        loop {
            let mut connection = self.connection()?;
            connection.clear_errors();
            let mut began = false;
            let result = run(&mut connection.pg, begin, |pg| {
                began = true;
                f(pg).map_err(Interruption::Own)
            });
            let connection_lost = result.is_err() && connection.check_lost();
            left -= 1;
            if !(connection_lost && !began && left > 0) {
                let connection_error = result.is_err().then(|| connection.error()).flatten();
                let lost_race = connection.lost_race();
                return Ok(Tried { result, lost_race, connection_lost, connection_error });
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
            // the first error is reported
            Ok(()) | Err(diesel::result::Error::BrokenTransactionManager) => Err(failure),
            Err(error) => Err(error.into()),
        },
    }
}

/// Reads the state of the schema; changes nothing.
fn schema(c: &mut PgConnection, migrations: &impl MigrationSource<Pg>) -> Result<SchemaState, DbError> {
    let table = "SELECT to_regclass('__diesel_schema_migrations')::text";
    let table: Option<String> = sql::<Nullable<Text>>(table).get_result(c)?;
    let applied = match table {
        None => Vec::new(),
        Some(_) => sql::<Text>("SELECT version FROM __diesel_schema_migrations").load(c)?,
    };
    SchemaState::of(applied, migrations)
}

/// Writes a message to the WAL that nobody reads.
fn probe(c: &mut PgConnection) -> Result<(), DbError> {
    let read_only: String = sql::<Text>("SELECT current_setting('transaction_read_only')").get_result(c)?;
    if read_only == "on" {
        return Err(DbError::Unavailable("PostgreSQL takes reads alone".to_owned()));
    }
    sql_query("SELECT pg_logical_emit_message(true, 'entreposto', '')").execute(c)?;
    Ok(())
}

/// Size of the database, bytes.
pub(crate) fn size(c: &mut PgConnection) -> Result<u64, DbError> {
    let bytes: i64 = sql::<BigInt>("SELECT pg_database_size(current_database())").get_result(c)?;
    Ok(bytes.unsigned_abs())
}

/// Outcome of an attempt.
struct Tried<T, E> {
    result: Result<T, Interruption<E>>,
    lost_race: bool,
    connection_lost: bool,
    /// The message of an error of the server or the connection.
    connection_error: Option<String>,
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

/// The error of a transaction: of its closure, or of the database.
enum Interruption<E> {
    /// The closure's own error.
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
