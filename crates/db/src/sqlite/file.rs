//! The file: its path, and connections to it that may write.

use std::thread;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};

use super::{in_time, place};
use crate::config::Durability;
use crate::error::DbError;

/// Pages in the write-ahead log at which the writer copies them itself, should [`super::checkpoint`] not keep
/// up: 128 MB.
const LOG_PAGES_MAX: u32 = 32_000;
/// What is left of a longer log once it begins anew, bytes: twice of what [`super::checkpoint`] lets it have.
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
    // temp_store: what a savepoint has to be able to undo would go to a file, more of it than to the log
    connection.batch_execute(&format!(
        "PRAGMA synchronous = {synchronous}; PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000; \
         PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = {LOG_PAGES_MAX}; \
         PRAGMA journal_size_limit = {LOG_KEPT};"
    ))?;
    in_time::register(&connection)?;
    Ok(connection)
}

/// Refuses a file that can only be read: SQLite opens it without a word and fails at the first write.
pub fn check_writable(connection: &mut SqliteConnection, path: &str) -> Result<(), DbError> {
    // what is to be written is taken back; to begin alone is granted to readers too
    let tried = connection.batch_execute("BEGIN IMMEDIATE; PRAGMA user_version = 1");
    // there is nothing to take back where it could not even begin
    let _ = connection.batch_execute("ROLLBACK");
    match tried {
        Err(error) if is_read_only(&error) => Err(place::read_only(path)),
        Err(error) => place::unusable(path, &error.to_string()).map_or(Ok(()), Err),
        // another process writes: then so may this one, later
        _ => Ok(()),
    }
}

fn is_read_only(error: &diesel::result::Error) -> bool {
    error.to_string().contains("readonly database")
}

/// A connection to a file that has a write-ahead log. Of several that give a new file its log at once all but
/// one are refused without waiting, whatever `busy_timeout` says.
fn open(path: &str) -> Result<SqliteConnection, DbError> {
    let mut connection = SqliteConnection::establish(path).map_err(|e| {
        DbError::Unavailable(format!("cannot open {path}: {e}; may its folder be written to?"))
    })?;
    let mut attempts = 0;
    while let Err(error) = connection.batch_execute("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL;")
    {
        if is_read_only(&error) {
            return Err(place::read_only(path));
        }
        if let Some(refused) = place::unusable(path, &error.to_string()) {
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
