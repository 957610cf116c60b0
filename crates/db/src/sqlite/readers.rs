//! The pool of read-only connections to an SQLite file.

use std::panic::{AssertUnwindSafe, catch_unwind};

use diesel::connection::SimpleConnection;
use diesel::r2d2::{ConnectionManager, CustomizeConnection, Error as R2d2Error, Pool};
use diesel::{RunQueryDsl, SqliteConnection};

use crate::backend::Backend;
use crate::config::Config;
use crate::error::DbError;
use crate::in_time;
use crate::statement::Statement;

type Manager = ConnectionManager<SqliteConnection>;

/// Read-only connections.
pub struct Readers(Pool<Manager>);

/// What the statements of a read see.
#[derive(Debug, Clone, Copy)]
pub enum Snapshot {
    /// All of them the same snapshot: they run in a transaction.
    Shared,
    /// Each its own.
    PerStatement,
}

impl Readers {
    pub fn open(path: &str, config: &Config) -> Result<Self, DbError> {
        let pool = Pool::builder()
            .max_size(config.pool_size())
            .connection_timeout(config.wait)
            .test_on_check_out(false)
            .connection_customizer(Box::new(ReadOnly))
            .build(ConnectionManager::new(path))
            .map_err(|e| DbError::Unavailable(e.to_string()))?;
        Ok(Self(pool))
    }

    /// Connections, and how many of them are idle.
    pub fn state(&self) -> (u32, u32) {
        let state = self.0.state();
        (state.connections, state.idle_connections)
    }

    /// Runs `f` on a connection; waits until one is idle.
    pub fn read<T, E: From<DbError>>(
        &self,
        snapshot: Snapshot,
        f: impl FnOnce(Backend<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = self.0.get().map_err(|_| DbError::Overload)?;
        read(&mut connection, snapshot, f)
    }

    /// Runs `f` if a connection is idle, else returns `f`. A panic of `f` becomes an error.
    pub fn try_read<T, E, F>(&self, snapshot: Snapshot, f: F) -> Result<Result<T, E>, F>
    where
        E: From<DbError>,
        F: FnOnce(Backend<'_>) -> Result<T, E>,
    {
        let Some(mut connection) = self.0.try_get() else { return Err(f) };
        Ok(read(&mut connection, snapshot, |backend| {
            catch_unwind(AssertUnwindSafe(|| f(backend)))
                .unwrap_or_else(|_| Err(DbError::Internal("a read panicked".to_owned()).into()))
        }))
    }
}

fn read<T, E: From<DbError>>(
    connection: &mut SqliteConnection,
    snapshot: Snapshot,
    f: impl FnOnce(Backend<'_>) -> Result<T, E>,
) -> Result<T, E> {
    match snapshot {
        Snapshot::PerStatement => f(Backend::Sqlite(connection)),
        Snapshot::Shared => in_transaction(connection, |c| f(Backend::Sqlite(c))),
    }
}

/// Runs `f` in a transaction. BEGIN and COMMIT are cached statements here; Diesel would compile them each time.
fn in_transaction<T, E: From<DbError>>(
    connection: &mut SqliteConnection,
    f: impl FnOnce(&mut SqliteConnection) -> Result<T, E>,
) -> Result<T, E> {
    if let Err(error) = execute("BEGIN", connection) {
        // a previous transaction may be open because its COMMIT failed; otherwise report `error`
        execute("ROLLBACK", connection).map_err(|_| error)?;
        execute("BEGIN", connection)?;
    }
    let read = f(connection);
    let end = match execute("COMMIT", connection) {
        // repeats the error of a damaged page that `f` has met; there is nothing to commit
        Err(error) if error.is_damage() => Ok(()),
        end => end,
    };
    read.and_then(|value| Ok(end.map(|()| value)?))
}

fn execute(text: &'static str, connection: &mut SqliteConnection) -> Result<(), DbError> {
    let statement: Statement<'_, (), 0> = Statement::new(text, []);
    statement.execute(connection)?;
    Ok(())
}

/// Makes new connections read-only.
#[derive(Debug)]
struct ReadOnly;

impl CustomizeConnection<SqliteConnection, R2d2Error> for ReadOnly {
    fn on_acquire(&self, connection: &mut SqliteConnection) -> Result<(), R2d2Error> {
        connection
            .batch_execute("PRAGMA busy_timeout = 2000; PRAGMA query_only = ON; PRAGMA cache_size = -2000;")
            .and_then(|()| in_time::register(connection))
            .map_err(R2d2Error::QueryError)
    }
}
