//! The lock file that lets one server at a time serve an SQLite file. The operating system releases it with the
//! process.

use std::fs::{self, File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::error::DbError;

/// The lock of a database, held until this value is dropped. PostgreSQL has none: servers share it.
#[derive(Debug)]
#[must_use = "the claim ends with this value"]
pub struct Claim {
    _file: Option<File>,
}

impl Claim {
    /// For a database that servers share.
    pub(crate) fn shared() -> Self {
        Self { _file: None }
    }

    /// Locks `<file>-lock` beside the file; the locks of the file itself are SQLite's.
    pub(crate) fn of_file(database: &str) -> Result<Self, DbError> {
        let path = lock_of(database);
        let database = canonical(Path::new(database));
        let unusable = |e: std::io::Error| {
            DbError::Url(format!(
                "the lock file {path} cannot be used: {e}; the user that this program runs as must be able \
                 to write the database and its folder: change their owner or rights"
            ))
        };
        let mut file = open(&path).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {
                // for people and the message below; the lock does not depend on it
                let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
                Ok(Self { _file: Some(file) })
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                let process = match holder.trim() {
                    "" => String::new(),
                    number => format!(" (process {number})"),
                };
                Err(DbError::Claimed(format!(
                    "another server{process} serves the database {} and holds {path} until it ends: \
                     stop it first, or give this one a file of its own; commands work beside it",
                    database.display()
                )))
            }
            Err(TryLockError::Error(e)) => Err(unusable(e)),
        }
    }
}

/// The lock file of a database.
pub(crate) fn lock_of(database: &str) -> String {
    format!("{}-lock", canonical(Path::new(database)).display())
}

/// The canonical path, so that a file has one lock by whatever path it is named, also before it exists.
fn canonical(database: &Path) -> PathBuf {
    if let Ok(found) = fs::canonicalize(database) {
        return found;
    }
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
    match (fs::canonicalize(folder.unwrap_or(Path::new("."))), database.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => database.to_owned(),
    }
}

fn open(path: &str) -> std::io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_server_until_that_ends() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        fs::write(&file, "").unwrap();
        let path = file.to_str().unwrap();
        let first = Claim::of_file(path).unwrap();
        let refused = Claim::of_file(&format!("{}/./a.db", folder.path().display())).unwrap_err().to_string();
        for part in [format!("process {}", std::process::id()), "a.db-lock".into(), "stop it".into()] {
            assert!(refused.contains(&part), "{part}: {refused}");
        }
        drop(first);
        fs::remove_file(&file).unwrap();
        let before = Claim::of_file(path).unwrap();
        assert!(Claim::of_file(&format!("{}/./a.db", folder.path().display())).is_err());
        drop(before);
        drop(Claim::of_file(path).unwrap());
    }
}
