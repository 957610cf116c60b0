//! Migrations: in pairs, applied by whoever comes first.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread;

use server::app::Application;
use store::SchemaState;

use crate::support::app::config;
use crate::support::{Database, TestDatabase};

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
