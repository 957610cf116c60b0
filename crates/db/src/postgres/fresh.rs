//! A new PostgreSQL database, filled in one transaction.

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::migration::MigrationSource;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};

use super::{advice, pool};
use crate::backend::Backend;
use crate::error::DbError;
use crate::schema::{Chosen, SchemaState, apply};

/// See [`crate::fill`].
pub fn fill<T, E: From<DbError>>(
    url: &str,
    versions: &[String],
    migrations: &impl MigrationSource<Pg>,
    fill: impl FnOnce(Backend<'_>) -> Result<T, E>,
) -> Result<T, E> {
    SchemaState::of(versions.to_vec(), migrations)?.refuse_newer()?;
    let mut pg = pool::unpooled(url)?;
    let mut own_error = None;
    let done = pg.transaction(|pg| {
        refuse_nonempty(pg)?;
        apply(pg, &Chosen { all: migrations, versions }).map_err(advice::with_remedy)?;
        let foreign_keys = drop_foreign_keys(pg)?;
        let value = match fill(Backend::Postgres(pg)) {
            Ok(value) => value,
            Err(error) => {
                own_error = Some(error);
                return Err(Failure::Own);
            }
        };
        pg.batch_execute(&foreign_keys)?;
        Ok(value)
    });
    let value = match (done, own_error) {
        (_, Some(error)) => return Err(error),
        (Ok(value), None) => value,
        (Err(Failure::Database(error)), None) => return Err(error.into()),
        (Err(Failure::Own), None) => return Err(DbError::Internal("an error was lost".to_owned()).into()),
    };
    apply(&mut pg, migrations).map_err(advice::with_remedy)?;
    pg.batch_execute("ANALYZE").map_err(DbError::from)?;
    Ok(value)
}

/// Why the transaction was rolled back.
enum Failure {
    /// By an error of `fill`.
    Own,
    Database(DbError),
}

impl From<diesel::result::Error> for Failure {
    fn from(error: diesel::result::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

fn refuse_nonempty(pg: &mut PgConnection) -> Result<(), DbError> {
    let objects = "(SELECT count(*) FROM pg_class \
                  WHERE relkind IN ('r', 'p', 'v', 'S') AND relnamespace = current_schema()::regnamespace)";
    let objects: i64 = diesel::select(sql::<BigInt>(objects)).get_result(pg)?;
    if objects == 0 {
        return Ok(());
    }
    Err(DbError::Url(format!(
        "the PostgreSQL database is not empty ({objects} tables and sequences): make a new one with \
         `createdb`, name that one here, and give its address to the server when all is well"
    )))
}

#[derive(QueryableByName)]
struct ForeignKey {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    definition: String,
}

/// Drops the foreign keys, so that rows can come in any order; returns the statements that create and check
/// them again.
fn drop_foreign_keys(pg: &mut PgConnection) -> Result<String, DbError> {
    let foreign_keys: Vec<ForeignKey> = sql_query(
        "SELECT CAST(conrelid AS regclass)::text AS table_name, quote_ident(conname) AS name, \
                pg_get_constraintdef(oid) AS definition \
         FROM pg_constraint \
         WHERE contype = 'f' AND conparentid = 0 AND connamespace = CAST(current_schema() AS regnamespace) \
         ORDER BY conname",
    )
    .load(pg)?;
    let mut create = String::new();
    for ForeignKey { table_name, name, definition } in foreign_keys {
        pg.batch_execute(&format!("ALTER TABLE {table_name} DROP CONSTRAINT {name}"))?;
        create += &format!("ALTER TABLE {table_name} ADD CONSTRAINT {name} {definition};\n");
    }
    Ok(create)
}
