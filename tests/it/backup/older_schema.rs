//! A database filled under an older schema: the migrations that came later are applied to its rows.

use std::fmt;

use db::diesel::backend::Backend;
use db::diesel::connection::BoxableConnection;
use db::diesel::migration::{
    Migration, MigrationMetadata, MigrationName, MigrationSource, MigrationVersion, Result,
};
use db::diesel::sql_types::BigInt;
use db::diesel::{self, QueryableByName, RunQueryDsl};
use db::{Backend as Connection, DbError};

use crate::support::{Database, TestDatabase};

/// A migration: its version and its SQL.
#[derive(Clone, Copy)]
struct Step(&'static str, &'static str);

/// Two migrations, of which the second changes the rows of the first.
struct Steps;

const STEPS: [Step; 2] = [
    Step(
        "1",
        "CREATE TABLE donos (id INTEGER NOT NULL PRIMARY KEY); \
         CREATE TABLE coisas (numero BIGINT NOT NULL, dono INTEGER REFERENCES donos (id))",
    ),
    Step("2", "ALTER TABLE coisas ADD COLUMN dobro BIGINT; UPDATE coisas SET dobro = 2 * numero"),
];

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl MigrationName for Step {
    fn version(&self) -> MigrationVersion<'_> {
        self.0.into()
    }
}

impl MigrationMetadata for Step {}

impl<DB: Backend> Migration<DB> for Step {
    fn run(&self, c: &mut dyn BoxableConnection<DB>) -> Result<()> {
        Ok(c.batch_execute(self.1)?)
    }

    fn revert(&self, _: &mut dyn BoxableConnection<DB>) -> Result<()> {
        Err("not reverted".into())
    }

    fn metadata(&self) -> &dyn MigrationMetadata {
        self
    }

    fn name(&self) -> &dyn MigrationName {
        self
    }
}

impl<DB: Backend> MigrationSource<DB> for Steps {
    fn migrations(&self) -> Result<Vec<Box<dyn Migration<DB>>>> {
        Ok(STEPS.into_iter().map(|step| Box::new(step) as Box<dyn Migration<DB>>).collect())
    }
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

fn execute(backend: Connection<'_>, sql: &str) -> std::result::Result<(), DbError> {
    match backend {
        Connection::Sqlite(c) => diesel::sql_query(sql).execute(c)?,
        Connection::Postgres(c) => diesel::sql_query(sql).execute(c)?,
    };
    Ok(())
}

#[test]
fn rows_of_an_older_schema_are_migrated() {
    for kind in [Database::Sqlite, Database::Postgres] {
        let Some(to) = TestDatabase::empty(kind) else { continue };
        let fill = |backend: Connection<'_>| execute(backend, "INSERT INTO coisas (numero) VALUES (21)");
        db::fill::<(), DbError>(&to.url, false, &["1".to_owned()], Steps, Steps, fill).unwrap();
        let opened: db::Database<db::NoUnit> =
            db::Database::open(&db::Config::new(to.url.as_str()), std::sync::Arc::default()).unwrap();
        let read = |backend: Connection<'_>| -> std::result::Result<Vec<Number>, DbError> {
            let sql = "SELECT dobro AS n FROM coisas";
            Ok(match backend {
                Connection::Sqlite(c) => diesel::sql_query(sql).load(c)?,
                Connection::Postgres(c) => diesel::sql_query(sql).load(c)?,
            })
        };
        let doubled: Vec<i64> = opened.read_blocking(read).unwrap().into_iter().map(|row| row.n).collect();
        assert_eq!(doubled, [42]);
        let unknown = ["1".to_owned(), "3".to_owned()];
        let other = TestDatabase::empty(kind).unwrap();
        let refused = db::fill::<(), DbError>(&other.url, false, &unknown, Steps, Steps, fill);
        assert!(matches!(refused, Err(DbError::Newer(_))));
    }
}
