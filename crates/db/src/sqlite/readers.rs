//! Readers: connections that can do nothing but read, each for one call at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};

use diesel::connection::SimpleConnection;
use diesel::r2d2::{ConnectionManager, CustomizeConnection, Error as R2d2Error, Pool};
use diesel::{RunQueryDsl, SqliteConnection};

use super::in_time;
use crate::backend::Backend;
use crate::config::Config;
use crate::error::DbError;
use crate::statement::Statement;

type Manager = ConnectionManager<SqliteConnection>;

/// The pool.
pub struct Readers(Pool<Manager>);

/// What the answers of one read have in common.
#[derive(Debug, Clone, Copy)]
pub enum Moment {
    /// All are of one moment: a transaction.
    One,
    /// Each is of its own.
    Each,
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

    /// Runs `f` on a connection, after waiting for one.
    pub fn read<T, E: From<DbError>>(
        &self,
        moment: Moment,
        f: impl FnOnce(Backend<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = self.0.get().map_err(|_| DbError::Overload)?;
        read(&mut connection, moment, f)
    }

    /// Runs `f` if a connection is idle; gives it back otherwise. A panic of `f` is an error.
    pub fn try_read<T, E, F>(&self, moment: Moment, f: F) -> Result<Result<T, E>, F>
    where
        E: From<DbError>,
        F: FnOnce(Backend<'_>) -> Result<T, E>,
    {
        let Some(mut connection) = self.0.try_get() else { return Err(f) };
        Ok(read(&mut connection, moment, |backend| {
            catch_unwind(AssertUnwindSafe(|| f(backend)))
                .unwrap_or_else(|_| Err(DbError::Internal("a read panicked".to_owned()).into()))
        }))
    }
}

fn read<T, E: From<DbError>>(
    connection: &mut SqliteConnection,
    moment: Moment,
    f: impl FnOnce(Backend<'_>) -> Result<T, E>,
) -> Result<T, E> {
    match moment {
        Moment::Each => f(Backend::Sqlite(connection)),
        Moment::One => in_transaction(connection, |c| f(Backend::Sqlite(c))),
    }
}

/// So that the count and the rows of a page are of the same moment. The transaction's own statements are kept
/// like others: Diesel's would be compiled for each call.
fn in_transaction<T, E: From<DbError>>(
    connection: &mut SqliteConnection,
    f: impl FnOnce(&mut SqliteConnection) -> Result<T, E>,
) -> Result<T, E> {
    if let Err(error) = execute("BEGIN", connection) {
        // the one before could not end its own; if that is not why, `error` says why
        execute("ROLLBACK", connection).map_err(|_| error)?;
        execute("BEGIN", connection)?;
    }
    let read = f(connection);
    let end = match execute("COMMIT", connection) {
        // said again of a page that could not be read, of which `f` has heard; there is nothing to write
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

/// What a reader may do: nothing but read.
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
