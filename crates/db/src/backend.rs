//! A connection to either database, and the macros that compile an expression for both.

use std::fmt::Display;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::expression::functions::declare_sql_function;
use diesel::sql_types::{BigInt, Text};
use diesel::{PgConnection, RunQueryDsl, SqliteConnection};

use crate::error::DbError;

/// Which database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// A file with one writer.
    Sqlite,
    /// A server with many.
    Postgres,
}

impl Engine {
    /// `sqlite` or `postgres`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }
}

/// A borrowed connection.
pub enum Backend<'a> {
    /// To SQLite.
    Sqlite(&'a mut SqliteConnection),
    /// To PostgreSQL.
    Postgres(&'a mut PgConnection),
}

impl Backend<'_> {
    /// Which database it is.
    pub const fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(_) => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// Itself, for [`on!`](crate::on), which calls this method.
    pub fn either(&mut self) -> &mut Self {
        self
    }

    /// The same connection with a shorter lifetime.
    pub fn reborrow(&mut self) -> Backend<'_> {
        match self {
            Self::Sqlite(c) => Backend::Sqlite(c),
            Self::Postgres(c) => Backend::Postgres(c),
        }
    }

    /// Takes an advisory lock on a name until the end of the transaction: other transactions that lock the
    /// same name wait. Does nothing on SQLite, whose writes are serial.
    pub fn lock(&mut self, name: impl Display) -> Result<(), DbError> {
        if let Self::Postgres(c) = self {
            diesel::select(pg_advisory_xact_lock(hashtextextended(name.to_string(), 0_i64))).execute(*c)?;
        }
        Ok(())
    }

    /// A shared [`Backend::lock`]: it excludes only exclusive locks of the same name.
    pub fn lock_shared(&mut self, name: impl Display) -> Result<(), DbError> {
        if let Self::Postgres(c) = self {
            diesel::select(pg_advisory_xact_lock_shared(hashtextextended(name.to_string(), 0_i64)))
                .execute(*c)?;
        }
        Ok(())
    }

    /// Limits how long each statement of this transaction waits for a lock of another. SQLite has none.
    pub fn wait_at_most(&mut self, time: Duration) -> Result<(), DbError> {
        if let Self::Postgres(c) = self {
            c.batch_execute(&format!("SET LOCAL lock_timeout = {}", time.as_millis()))?;
        }
        Ok(())
    }

    /// [`Backend::lock`] without waiting; false when another transaction has the lock.
    pub fn try_lock(&mut self, name: impl Display) -> Result<bool, DbError> {
        match self {
            Self::Sqlite(_) => Ok(true),
            Self::Postgres(c) => {
                let lock = pg_try_advisory_xact_lock(hashtextextended(name.to_string(), 0_i64));
                Ok(diesel::select(lock).get_result(*c)?)
            }
        }
    }
}

// PostgreSQL hashes the name, so that all versions of this program agree on the key
#[declare_sql_function]
extern "SQL" {
    fn hashtextextended(name: Text, seed: BigInt) -> BigInt;
    fn pg_advisory_xact_lock(key: BigInt) -> Text;
    fn pg_advisory_xact_lock_shared(key: BigInt) -> Text;
    fn pg_try_advisory_xact_lock(key: BigInt) -> Bool;
}

/// Runs an expression on the connection behind `$conn`: a [`Backend`], or anything with a method `either`
/// that returns one.
///
/// The expression is compiled once per database, so that each has its own statements, cached by Diesel, and
/// its whole dialect (`docs/decisions/0002-sqlite-and-postgresql-in-one-source.md`).
#[macro_export]
macro_rules! on {
    ($conn:expr, $c:ident => $body:expr) => {
        match $conn.either() {
            $crate::Backend::Sqlite($c) => {
                let $c: &mut $crate::diesel::SqliteConnection = $c;
                $body
            }
            $crate::Backend::Postgres($c) => {
                let $c: &mut $crate::diesel::PgConnection = $c;
                $body
            }
        }
    };
}
