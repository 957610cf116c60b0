//! A connection to either database, and the macros that reach into it.

use std::fmt::Display;
use std::time::Duration;

use crate::error::DbError;
use crate::locks;

/// Which database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// A file, with one writer.
    Sqlite,
    /// A server, with many.
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

/// A connection that somebody holds.
pub enum Backend<'a> {
    /// To SQLite.
    Sqlite(&'a mut diesel::SqliteConnection),
    /// To PostgreSQL.
    Postgres(&'a mut diesel::PgConnection),
}

impl Backend<'_> {
    /// Which database it is.
    pub const fn engine(&self) -> Engine {
        match self {
            Self::Sqlite(_) => Engine::Sqlite,
            Self::Postgres(_) => Engine::Postgres,
        }
    }

    /// Itself: what [`on!`](crate::on) and [`dialect!`](crate::dialect) ask of a connection.
    pub fn either(&mut self) -> &mut Self {
        self
    }

    /// The same connection, for a while.
    pub fn reborrow(&mut self) -> Backend<'_> {
        match self {
            Self::Sqlite(c) => Backend::Sqlite(c),
            Self::Postgres(c) => Backend::Postgres(c),
        }
    }

    /// Keeps every other transaction that asks for the same name waiting until this one ends, so that what is
    /// read here stays true until it is changed here. SQLite's one writer needs no such thing: there it does
    /// nothing.
    pub fn lock(&mut self, name: impl Display) -> Result<(), DbError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(c) => locks::lock(c, &name.to_string()),
        }
    }

    /// Keeps transactions that [`Backend::lock`] the same name waiting, and nobody else.
    pub fn lock_shared(&mut self, name: impl Display) -> Result<(), DbError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(c) => locks::lock_shared(c, &name.to_string()),
        }
    }

    /// [`Backend::lock`] without waiting; false when another transaction has it.
    pub fn try_lock(&mut self, name: impl Display) -> Result<bool, DbError> {
        match self {
            Self::Sqlite(_) => Ok(true),
            Self::Postgres(c) => locks::try_lock(c, &name.to_string()),
        }
    }

    /// Has this transaction fail where it would wait longer for what another one has.
    pub fn wait_at_most(&mut self, time: Duration) -> Result<(), DbError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(c) => locks::wait_at_most(c, time),
        }
    }

    /// [`Backend::try_lock`] of several names in one round trip; which of them this transaction has now.
    pub fn try_locks(&mut self, names: &[String]) -> Result<Vec<bool>, DbError> {
        match self {
            Self::Sqlite(_) => Ok(vec![true; names.len()]),
            Self::Postgres(c) => locks::try_locks(c, names),
        }
    }
}

/// Runs an expression on the connection of whichever database is behind `$conn`: a [`Backend`], or anything
/// with a method `either` that lends one.
///
/// The body is compiled once per database, so that each gets its own statements, prepared and cached by
/// Diesel, and everything that its dialect has (`docs/decisions/0002-two-arm-macro.md`).
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

/// Calls the function of this name in the `sqlite.rs` or the `postgres.rs` beside the caller's file.
///
/// `dialect!(conn => find(a, b))` hands it the connection and the arguments. In
/// `dialect!(tx, unit => insert(unit, a))` the arguments may name what the commit will leave behind, which a
/// method `split` of `tx` lends.
#[macro_export]
macro_rules! dialect {
    ($conn:expr => $f:ident ( $($arg:expr),* $(,)? )) => {
        match $conn.either() {
            $crate::Backend::Sqlite(c) => super::sqlite::$f(c, $($arg),*),
            $crate::Backend::Postgres(c) => super::postgres::$f(c, $($arg),*),
        }
    };
    ($tx:expr, $unit:ident => $f:ident ( $($arg:expr),* $(,)? )) => {
        match $tx.split() {
            ($crate::Backend::Sqlite(c), $unit) => super::sqlite::$f(c, $($arg),*),
            ($crate::Backend::Postgres(c), $unit) => super::postgres::$f(c, $($arg),*),
        }
    };
}
