//! Diesel on SQLite and PostgreSQL behind one type: pools, retried transactions, a statement cache for raw
//! SQL, and an SQLite writer that commits queued writes together.
//!
//! The crate knows no table. The side effects of a commit are a type of the caller's, a unit of work
//! ([`Unit`]):
//!
//! ```
//! use diesel::RunQueryDsl;
//! use entreposto_db::{Backend, Config, Database, DbError, NoUnit, on};
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let url = format!("sqlite://{}/notes.db", folder.path().display());
//! let database: Database<NoUnit> = Database::open(&Config::new(url), Default::default())?;
//! database.write_blocking(|mut backend: Backend<'_>, _unit| -> Result<(), DbError> {
//!     // the body is compiled once per database
//!     on!(backend, c => diesel::sql_query("CREATE TABLE notes (text TEXT NOT NULL)").execute(c))?;
//!     on!(backend, c => diesel::sql_query("INSERT INTO notes VALUES ('durable now')").execute(c))?;
//!     Ok(())
//! })?;
//! # Ok::<(), DbError>(())
//! ```
#![deny(missing_docs)]

mod address;
mod backend;
mod batcher;
mod blocking;
mod claim;
mod commits;
mod config;
mod database;
mod error;
mod fresh;
mod in_time;
mod limit;
mod macros;
mod postgres;
mod schema;
mod sqlite;
mod statement;
pub mod tables;
mod unit;

pub use address::Address;
pub use backend::{Backend, Engine};
pub use batcher::Batcher;
pub use claim::Claim;
pub use commits::{CommitState, Failing};
pub use config::{Config, Durability};
pub use database::{Database, Sizes, Stats, hold};
pub use error::DbError;
pub use fresh::fill;
pub use in_time::InTime;
pub use limit::{Limit, Permit, Tenant};
pub use macros::ROWS_PER_STATEMENT;
pub use schema::SchemaState;
pub use statement::{BindValue, Statement};
pub use unit::{Ending, NoUnit, Unit};

#[doc(hidden)]
pub use diesel;
