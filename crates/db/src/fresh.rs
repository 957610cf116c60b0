//! A new database, filled from a backup.

use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::sqlite::Sqlite;

use crate::backend::Backend;
use crate::error::DbError;
use crate::{postgres, sqlite};

/// Creates the database of `url`: first the schema as of the migrations `versions`, then what `fill` inserts,
/// then all other migrations. Foreign keys are checked once it is full.
///
/// An SQLite file is created beside its path and renamed at the end; with `replace` an existing one is kept
/// as `<file>.before-restore`, which must not be there yet. A PostgreSQL database must be empty; it is filled in
/// one transaction, without the other migrations.
///
/// # Errors
/// [`DbError::Newer`] when a version is not known, [`DbError::Claimed`] while a server has the file,
/// [`DbError::Url`] when there is a database already, or what an earlier one has kept.
pub fn fill<T, E: From<DbError>>(
    url: &str,
    replace: bool,
    versions: &[String],
    on_sqlite: impl MigrationSource<Sqlite>,
    on_postgres: impl MigrationSource<Pg>,
    fill: impl FnOnce(Backend<'_>) -> Result<T, E>,
) -> Result<T, E> {
    match url.split_once(':').map_or("", |(scheme, _)| scheme) {
        "sqlite" => sqlite::fill(url, replace, versions, &on_sqlite, fill),
        "postgres" | "postgresql" => postgres::fill(url, versions, &on_postgres, fill),
        _ => Err(DbError::Url(
            "the address of the new database must be sqlite://PATH or postgres://USER@HOST/DATABASE"
                .to_owned(),
        )
        .into()),
    }
}
