//! The file of an SQLite database: its path and permissions, and connections that may write.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};

use crate::config::Durability;
use crate::error::DbError;
use crate::in_time;

/// Pages in the write-ahead log at which SQLite itself makes a checkpoint in the writer, should
/// [`super::checkpoint`] not keep up: 128 MB.
const LOG_PAGES_MAX: u32 = 32_000;
/// Size to which a longer log is truncated when it restarts, bytes: twice what [`super::checkpoint`] aims at.
pub const LOG_KEPT: i64 = 32 * 1024 * 1024;

/// `sqlite://./data/x.db`, `sqlite:///var/x.db`, `sqlite:x.db` → the path.
pub fn path(url: &str) -> Result<String, DbError> {
    let rest = url.strip_prefix("sqlite:").unwrap_or(url);
    let path = rest.strip_prefix("//").unwrap_or(rest);
    if path.is_empty() || path.contains(":memory:") || path.contains('?') {
        return Err(DbError::Url(format!("`{url}` does not name a file; write sqlite://PATH")));
    }
    Ok(path.to_owned())
}

/// A connection that may write.
pub fn connect(path: &str, durability: Durability) -> Result<SqliteConnection, DbError> {
    let mut connection = open(path)?;
    let synchronous = match durability {
        Durability::Full => "FULL",
        Durability::Normal => "NORMAL",
    };
    // temp_store: otherwise the undo journal of savepoints is a file, to which more is written than to the log
    connection.batch_execute(&format!(
        "PRAGMA synchronous = {synchronous}; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000; \
         PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = {LOG_PAGES_MAX}; \
         PRAGMA journal_size_limit = {LOG_KEPT};"
    ))?;
    in_time::register(&connection)?;
    Ok(connection)
}

/// Refuses a read-only file, which SQLite opens without an error.
pub fn check_writable(connection: &mut SqliteConnection, path: &str) -> Result<(), DbError> {
    // BEGIN alone succeeds on a read-only file
    let tried = connection.batch_execute("BEGIN IMMEDIATE; PRAGMA user_version = 1");
    // fails where BEGIN failed
    let _ = connection.batch_execute("ROLLBACK");
    match tried {
        Err(error) if is_read_only(&error) => Err(read_only(path)),
        // other errors, as when another process has locked it: it can be written
        Err(error) => unusable(path, &error.to_string()).map_or(Ok(()), Err),
        Ok(()) => Ok(()),
    }
}

fn is_read_only(error: &diesel::result::Error) -> bool {
    error.to_string().contains("readonly database")
}

/// Opens a connection in WAL mode. When several connections switch a new file to WAL mode at the same time,
/// all but one fail at once, whatever `busy_timeout` says.
fn open(path: &str) -> Result<SqliteConnection, DbError> {
    let mut connection = SqliteConnection::establish(path).map_err(|e| {
        DbError::Unavailable(format!("cannot open {path}: {e}; may its folder be written to?"))
    })?;
    let mut attempts = 0;
    while let Err(error) = connection.batch_execute("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL;")
    {
        if is_read_only(&error) {
            return Err(read_only(path));
        }
        if let Some(refused) = unusable(path, &error.to_string()) {
            return Err(refused);
        }
        if attempts == 50 {
            return Err(error.into());
        }
        attempts += 1;
        thread::sleep(Duration::from_millis(20));
    }
    Ok(connection)
}

/// Creates the folder and an empty file, both readable by their owner alone, where there are none: SQLite
/// would let others read them. SQLite gives its log the permissions of the file.
pub fn prepare(path: &str) -> Result<(), DbError> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(is_a_folder(path)),
        Ok(_) => Ok(()),
        Err(e) if e.kind() == ErrorKind::NotFound => create(path),
        Err(e) => Err(path_error(path, "cannot be reached", &e)),
    }
}

/// What tells a file from another at the same path.
pub type Identity = (u64, u64);

/// The identity of the file at a path; `None` when there is none.
#[cfg(unix)]
pub fn identity(path: &str) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}

/// The identity of the file at a path.
#[cfg(not(unix))]
pub fn identity(_: &str) -> Option<Identity> {
    None
}

/// Whether there is a file that a new database would replace.
pub fn is_taken(path: &str) -> Result<bool, DbError> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(is_a_folder(path)),
        found => Ok(found.is_ok_and(|found| found.len() > 0)),
    }
}

fn is_a_folder(path: &str) -> DbError {
    let inside = path.trim_end_matches('/');
    DbError::Url(format!("{path} is a folder: name a file in it, e.g. {inside}/entreposto.db"))
}

/// Creates the file's folder where there is none.
pub fn prepare_folder(path: &str) -> Result<(), DbError> {
    if let Some(folder) = Path::new(path).parent().filter(|p| !p.as_os_str().is_empty()) {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).map_err(|e| refused(&folder.display().to_string(), &e))?;
    }
    Ok(())
}

fn create(path: &str) -> Result<(), DbError> {
    prepare_folder(path)?;
    let mut options = fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        // never closed: closing any handle of a file releases SQLite's locks on it in this process
        Ok(file) => {
            std::mem::forget(file);
            Ok(())
        }
        Err(e) if e.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(e) => Err(refused(path, &e)),
    }
}

/// The error of a path that cannot be created, with a remedy.
pub fn refused(path: &str, error: &io::Error) -> DbError {
    path_error(path, "cannot be created", error)
}

fn path_error(path: &str, what: &str, error: &io::Error) -> DbError {
    let advice = match error.kind() {
        ErrorKind::PermissionDenied => {
            "the user that this program runs as may not write there: change the owner or the rights of the \
             folder, or name another place"
        }
        ErrorKind::ReadOnlyFilesystem => "that disk is mounted for reading alone: name another place",
        ErrorKind::NotADirectory => "a part of that path is a file and no folder: name another place",
        ErrorKind::StorageFull => "the disk is full: make room or name another place",
        _ => "name another place, or see to it that the folder is there and can be written to",
    };
    DbError::Url(format!("{path} {what}: {error}; {advice}"))
}

/// The error of a file that can be read but not written.
pub fn read_only(path: &str) -> DbError {
    DbError::Url(format!(
        "the database {path} can be read but not written to: see that the user that this program runs as \
         owns it, {path}-wal, {path}-shm and their folder, and that the disk is not mounted for reading alone"
    ))
}

/// The error of a file that is not SQLite's or is damaged, with a remedy; `None` for other messages of SQLite.
pub fn unusable(path: &str, error: &str) -> Option<DbError> {
    if error.contains("file is not a database") {
        return Some(DbError::Corrupt(format!(
            "{path} is no SQLite database: name another file with database_url; if it was one, restore a \
             backup over it with `server restore --replace`"
        )));
    }
    error.contains("malformed").then(|| {
        DbError::Corrupt(format!(
            "the database {path} is damaged or cut off: restore a backup (`server restore --replace` keeps \
             this file beside the new one)"
        ))
    })
}

/// Warns when other users than its owner can read the file.
#[cfg(unix)]
pub fn warn_if_others_can_read(path: &str) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = fs::metadata(path) else { return };
    let mode = found.permissions().mode() & 0o777;
    if mode & 0o077 != 0 {
        tracing::warn!(
            "the database {path} can be read by other users of this machine (mode {mode:o}): \
             chmod 600 {path}*"
        );
    }
}

#[cfg(not(unix))]
pub fn warn_if_others_can_read(_: &str) {}

/// Bytes of the file, of its log, and of the free space of the disk.
pub fn sizes(path: &str) -> (Option<u64>, Option<u64>, Option<u64>) {
    let size = |path: &str| fs::metadata(path).ok().map(|found| found.len());
    // no log is an empty log
    (size(path), Some(size(&format!("{path}-wal")).unwrap_or(0)), free(path))
}

/// Free bytes of the disk.
#[cfg(unix)]
pub fn free(path: &str) -> Option<u64> {
    let found = rustix::fs::statvfs(path).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

/// Free bytes of the disk.
#[cfg(not(unix))]
pub fn free(_: &str) -> Option<u64> {
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn new_files_and_folders_are_readable_by_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let made = folder.path().join("a/b");
        prepare(made.join("x.db").to_str().unwrap()).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&made.join("x.db")), 0o600);
        assert_eq!((mode(&made), mode(&folder.path().join("a"))), (0o700, 0o700));
    }

    #[test]
    fn errors_name_a_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| format!("{}/{name}", folder.path().display());
        fs::write(at("file"), "").unwrap();
        let refusal = |path: &str| prepare(path).unwrap_err().to_string();
        assert!(refusal(&at("")).contains("is a folder: name a file in it"), "{}", refusal(&at("")));
        assert!(refusal(&at("file/x.db")).contains("is a file and no folder"));
        for (kind, part) in [
            (ErrorKind::PermissionDenied, "change the owner or the rights"),
            (ErrorKind::ReadOnlyFilesystem, "mounted for reading alone"),
            (ErrorKind::StorageFull, "make room"),
        ] {
            assert!(refused("x.db", &kind.into()).to_string().contains(part), "{kind}");
        }
    }
}
