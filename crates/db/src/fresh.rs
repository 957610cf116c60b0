//! A new database, filled at once: it is there when all is well, and otherwise nothing is.

use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::sqlite::Sqlite;

use crate::backend::Backend;
use crate::error::DbError;
use crate::{postgres, sqlite};

/// Makes the database of `url`: its schema as of the migrations `versions`, then what `fill` puts in, then
/// all other migrations. Rules between tables are checked once it is full.
///
/// An SQLite file is made beside its place and moved there at the end; with `replace` one that is there
/// becomes `<file>.before-restore`. A PostgreSQL database must be empty, and all is one transaction, but for
/// the other migrations.
///
/// # Errors
/// [`DbError::Newer`] when a version is not known, [`DbError::Claimed`] while a server has the file,
/// [`DbError::Url`] when something is there already.
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
