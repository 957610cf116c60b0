//! Migrations: the same for both databases, applied by one server at a time.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use db::diesel::Connection;
use db::diesel::connection::SimpleConnection;
use db::diesel::pg::PgConnection;
use server::app::Application;
use store::SchemaState;

use crate::support::app::config;
use crate::support::running::run;
use crate::support::{Database, TestApp, TestDatabase};

/// The advisory lock of the server that migrates.
const MIGRATION_LOCK: i64 = 0x454e_5452_4550;

fn names(database: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(database);
    let mut names = BTreeSet::new();
    for migration in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        for file in fs::read_dir(migration.path()).unwrap().map(Result::unwrap) {
            let (folder, file) = (migration.file_name(), file.file_name());
            names.insert(format!("{}/{}", folder.to_string_lossy(), file.to_string_lossy()));
        }
    }
    names
}

#[test]
fn both_databases_have_the_same_migrations() {
    let sqlite_names = names("sqlite");
    assert!(!sqlite_names.is_empty());
    assert_eq!(sqlite_names, names("postgres"));
}

/// Six servers on one empty database: one migrates, the others find it done.
fn start_together(database: Database) {
    let Some(database) = TestDatabase::empty(database) else { return };
    let starts: Vec<_> = (0..6)
        .map(|_| {
            let config = config(&database.url);
            thread::spawn(move || Application::build(&config).map(|app| app.store().schema()))
        })
        .collect();
    for start in starts {
        let schema = start.join().unwrap().unwrap().unwrap();
        assert_eq!(schema, SchemaState::default());
    }
}

#[test]
fn several_servers_start_at_once_on_an_empty_sqlite() {
    start_together(Database::Sqlite);
}

#[test]
fn several_servers_start_at_once_on_an_empty_postgres() {
    start_together(Database::Postgres);
}

/// A pooler that hands connections on by the transaction would leave a lock of the session with a stranger.
#[test]
fn no_lock_is_taken_when_nothing_is_pending() {
    run(Database::Postgres, async |app: TestApp| {
        let mut stranger = PgConnection::establish(&app.database.url).unwrap();
        stranger.batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})")).unwrap();
        let (store, (done, ends)) = (app.store.clone(), mpsc::channel());
        thread::spawn(move || done.send(store.migrate()));
        assert_eq!(ends.recv_timeout(Duration::from_secs(60)).unwrap().unwrap(), Vec::<String>::new());
    });
}
