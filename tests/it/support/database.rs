//! A fresh database for every test, on either backend.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use db::diesel::connection::SimpleConnection;
use db::diesel::{Connection, SqliteConnection};
use store::{Secrets, Store, StoreConfig};
use tempfile::TempDir;

use super::postgres;
use super::wait::wait_until;

/// The key file of all tests, whose one key is always the same.
pub fn key_file() -> &'static Path {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("entreposto.keys");
        let own = file.with_extension(std::process::id().to_string());
        std::fs::write(&own, format!("teste:{}=\n", "A".repeat(43))).expect("the key file is written");
        std::fs::set_permissions(&own, std::fs::Permissions::from_mode(0o600)).expect("the file is ours");
        std::fs::rename(&own, &file).expect("the key file is there");
        file
    })
}

/// The keys of all tests.
pub fn secrets() -> Secrets {
    Secrets::file(key_file())
}

/// The two databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// Embedded.
    Sqlite,
    /// A server.
    Postgres,
}

/// A database that goes away with this value.
pub struct TestDatabase {
    /// Its address.
    pub url: String,
    /// Where SQLite's file is.
    _folder: TempDir,
    nome: Option<String>,
}

impl TestDatabase {
    /// With the schema in place; `None` when the backend is not to be had here.
    pub fn new(database: Database) -> Option<Self> {
        Self::with(database, true)
    }

    /// One that somebody else has, at its address.
    pub fn of(url: String) -> Self {
        Self { url, _folder: tempfile::tempdir().unwrap(), nome: None }
    }

    /// The same, with the schema put in place.
    pub fn migrated(url: String) -> Self {
        Store::open(&StoreConfig::new(url.clone()), secrets()).unwrap().migrate().expect("the schema");
        Self::of(url)
    }

    /// Without anything in it.
    pub fn empty(database: Database) -> Option<Self> {
        Self::with(database, false)
    }

    /// On which backend it is.
    pub fn kind(&self) -> Database {
        if self.url.starts_with("sqlite") { Database::Sqlite } else { Database::Postgres }
    }

    /// Runs SQL past the program.
    #[track_caller]
    pub fn execute(&self, sql: &str) {
        self.try_execute(sql).expect("SQL");
    }

    /// Runs SQL past the program that the database may refuse.
    pub fn try_execute(&self, sql: &str) -> Result<(), String> {
        match self.url.strip_prefix("sqlite://") {
            Some(path) => {
                let mut connection = SqliteConnection::establish(path).expect("SQLite opens");
                connection.batch_execute("PRAGMA busy_timeout = 5000").expect("SQL");
                connection.batch_execute(sql).map_err(|e| e.to_string())
            }
            None => postgres::server().expect("a server").try_execute(&self.url, sql),
        }
    }

    fn with(database: Database, migrated: bool) -> Option<Self> {
        let folder = tempfile::Builder::new().prefix("entreposto-").tempdir().expect("a temporary folder");
        match database {
            Database::Sqlite => {
                let file = folder.path().join("teste.db");
                if migrated {
                    std::fs::write(&file, sqlite_model()).expect("the template can be copied");
                    let own = std::fs::Permissions::from_mode(0o600);
                    std::fs::set_permissions(&file, own).expect("the file is ours");
                }
                Some(Self { url: format!("sqlite://{}", file.display()), _folder: folder, nome: None })
            }
            Database::Postgres => {
                let server = postgres::server()?;
                let name = if migrated { server.new_database() } else { server.new_empty_database() };
                Some(Self { url: server.url(&name), _folder: folder, nome: Some(name) })
            }
        }
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let (Some(name), Some(server)) = (&self.nome, postgres::server()) {
            server.remove(name);
        }
    }
}

/// The content of a migrated SQLite file, made once per process.
fn sqlite_model() -> &'static [u8] {
    static MODEL: OnceLock<Vec<u8>> = OnceLock::new();
    MODEL.get_or_init(|| {
        let folder =
            tempfile::Builder::new().prefix("entreposto-modelo-").tempdir().expect("a temporary folder");
        let file = folder.path().join("modelo.db");
        let store = Store::open(&StoreConfig::new(format!("sqlite://{}", file.display())), secrets())
            .expect("SQLite opens");
        store.migrate().expect("the template migrates");
        drop(store);
        // the last connection to close folds the log into the file; only then is the file the whole database
        let log = folder.path().join("modelo.db-wal");
        wait_until("the template is closed", || !log.exists());
        std::fs::read(file).expect("the template can be read")
    })
}
