//! Databases with something of everything in them, and the program's own word on what they hold.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::program::Program;
use crate::support::{Database, TestDatabase};

/// From which database into which, those left out that are not to be had here.
pub fn pairs() -> impl Iterator<Item = (TestDatabase, TestDatabase)> {
    let kinds = [Database::Sqlite, Database::Postgres];
    let pairs = kinds.into_iter().flat_map(move |from| kinds.into_iter().map(move |to| (from, to)));
    pairs.filter_map(|(from, to)| Some((TestDatabase::empty(from)?, TestDatabase::empty(to)?)))
}

/// The program with made-up data in a database.
pub fn seeded(database: &TestDatabase) -> Program {
    let p = Program::new().env("DATABASE_URL", &database.url).env("ENTREPOSTO_LOG", "error");
    p.ok(&["seed", "--orders", "400", "--skus", "150", "--users", "2"]);
    p
}

/// What `server check` says of a database, which must be good: its tables with rows and checksums.
#[track_caller]
pub fn sums(p: &Program, url: &str) -> Value {
    let said = p.ok(&["check", "--sums", "--json", "--database-url", url]);
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(said["good"], true, "{said}");
    assert!(said["tables"].as_array().unwrap().len() > 25, "{said}");
    said["tables"].clone()
}

/// The path of an SQLite database.
pub fn path_of(database: &TestDatabase) -> &Path {
    Path::new(database.url.strip_prefix("sqlite://").unwrap())
}

/// The names of the files in a folder, but for locks, which stay.
pub fn files(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
    names.retain(|name| !name.ends_with("-lock"));
    names.sort();
    names
}

/// A backup as text.
pub fn text_of(backup: &Path) -> String {
    String::from_utf8(zstd::decode_all(fs::File::open(backup).unwrap()).unwrap()).unwrap()
}

/// A text as a backup, not compressed.
pub fn written(p: &Program, text: &str) -> PathBuf {
    let path = p.folder.path().join("changed.jsonl");
    fs::write(&path, text).unwrap();
    path
}
