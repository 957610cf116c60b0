//! The schema of the database, embedded: once for SQLite, once for PostgreSQL, under the same names.
//!
//! `entreposto-store` applies what is pending when it is told to migrate, so most programs never name this
//! package. It is for those that run migrations by themselves, ahead of a deployment or in a test:
//!
//! ```
//! use diesel::{Connection, SqliteConnection};
//! use diesel_migrations::MigrationHarness;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
//! let mut connection = SqliteConnection::establish(":memory:")?;
//! connection.run_pending_migrations(entreposto_migrations::SQLITE)?;
//! assert!(!connection.has_pending_migration(entreposto_migrations::SQLITE)?);
//! # Ok(())
//! # }
//! ```
#![deny(missing_docs)]

use diesel_migrations::{EmbeddedMigrations, embed_migrations};

/// The migrations of SQLite, in the order in which they are applied.
pub const SQLITE: EmbeddedMigrations = embed_migrations!("sqlite");

/// The migrations of PostgreSQL, in the order in which they are applied.
pub const POSTGRES: EmbeddedMigrations = embed_migrations!("postgres");
