//! A new SQLite file, filled under a temporary name and renamed when it is complete.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::migration::MigrationSource;
use diesel::sqlite::Sqlite;
use diesel::{Connection, SqliteConnection};

use super::{checkpoint, file};
use crate::backend::Backend;
use crate::claim::Claim;
use crate::config::Durability;
use crate::error::DbError;
use crate::schema::{Chosen, SchemaState, apply};
use crate::tables;

/// How long other processes may delay the checkpoint of the file that is replaced.
const PATIENCE: Duration = Duration::from_secs(5);

/// See [`crate::fill`].
pub fn fill<T, E: From<DbError>>(
    url: &str,
    replace: bool,
    versions: &[String],
    migrations: &impl MigrationSource<Sqlite>,
    fill: impl FnOnce(Backend<'_>) -> Result<T, E>,
) -> Result<T, E> {
    SchemaState::of(versions.to_vec(), migrations)?.refuse_newer()?;
    let path = file::path(url)?;
    let exists = file::is_taken(&path)?;
    if exists && !replace {
        return Err(DbError::Url(format!(
            "there is a database at {path}: name another place with --database-url, or add --replace, which \
             keeps it as {path}.before-restore"
        ))
        .into());
    }
    if exists {
        refuse_a_second(&path)?;
        file::prepare(&path)?;
    } else {
        // an empty file at the path would look like a database without migrations
        file::prepare_folder(&path)?;
    }
    let _claim = Claim::of_file(&path)?;
    let new = format!("{path}.restoring");
    for left_over in [new.clone(), format!("{new}-wal"), format!("{new}-shm"), format!("{new}-journal")] {
        remove(&left_over)?;
    }
    file::prepare(&new)?;
    let filled = fill_file(&new, versions, migrations, fill);
    if filled.is_err() {
        // the first error is reported, not that of the removal
        let _ = remove(&new);
    }
    let value = filled?;
    put_in_place(&new, &path, exists)?;
    Ok(value)
}

/// Fills the file without durability: an unfinished one is deleted.
fn fill_file<T, E: From<DbError>>(
    path: &str,
    versions: &[String],
    migrations: &impl MigrationSource<Sqlite>,
    fill: impl FnOnce(Backend<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let mut c = SqliteConnection::establish(path)
        .map_err(|e| DbError::Unavailable(format!("cannot open {path}: {e}")))?;
    let pragmas = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; \
                    PRAGMA cache_size = -64000";
    c.batch_execute(pragmas).map_err(DbError::from)?;
    apply(&mut c, &Chosen { all: migrations, versions })?;
    c.batch_execute("BEGIN").map_err(DbError::from)?;
    let value = fill(Backend::Sqlite(&mut c))?;
    c.batch_execute("COMMIT").map_err(DbError::from)?;
    apply(&mut c, migrations)?;
    if let Some(wrong) = tables::integrity_problems(Backend::Sqlite(&mut c))?.first() {
        return Err(DbError::Corrupt(wrong.clone()).into());
    }
    c.batch_execute("PRAGMA journal_mode = WAL").map_err(DbError::from)?;
    Ok(value)
}

fn put_in_place(new: &str, path: &str, exists: bool) -> Result<(), DbError> {
    let failed = |e: io::Error| DbError::Unavailable(format!("{new} cannot take the place of {path}: {e}"));
    File::open(new).and_then(|file| file.sync_all()).map_err(failed)?;
    if exists {
        let before = before_restore(path);
        // another name of this very file, of a restore that was killed
        remove(&before)?;
        put_log_away(path, &before)?;
        fs::hard_link(path, &before).map_err(failed)?;
    }
    fs::rename(new, path).map_err(failed)?;
    let folder = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty());
    // not every file system can sync a folder
    let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
    Ok(())
}

fn before_restore(path: &str) -> String {
    format!("{path}.before-restore")
}

/// What an earlier restore has kept may be the only copy of the newest data.
fn refuse_a_second(path: &str) -> Result<(), DbError> {
    let before = before_restore(path);
    let same = file::identity(path).is_some_and(|own| file::identity(&before) == Some(own));
    let log = format!("{before}-wal");
    let kept = if fs::exists(&before).unwrap_or(true) && !same { &before } else { &log };
    if *kept == log && !fs::exists(&log).unwrap_or(true) {
        return Ok(());
    }
    Err(DbError::Url(format!(
        "{kept} is there, what an earlier restore replaced, and another one would replace it: see whether it holds \
         what you need (--database-url sqlite://{before}), then move it away or delete it"
    )))
}

/// Moves the log out of the way: it belongs to the old file and must not be applied to the new one.
fn put_log_away(path: &str, before: &str) -> Result<(), DbError> {
    let log = format!("{path}-wal");
    let emptied = file::connect(path, Durability::Full).and_then(|mut c| checkpoint::empty(&mut c, PATIENCE));
    match emptied.map_err(|e| file::unusable(path, &e.to_string()).unwrap_or(e)) {
        Ok(_) if fs::metadata(&log).is_ok_and(|log| log.len() > 0) => {
            Err(DbError::Claimed(format!("others use {path}: end them, then restore again")))
        }
        Ok(_) => Ok(()),
        // the log of a damaged file cannot be checkpointed: it stays beside that file
        Err(DbError::Corrupt(_)) => match fs::rename(&log, format!("{before}-wal")) {
            Err(e) if e.kind() != ErrorKind::NotFound => Err(file::refused(&log, &e)),
            _ => remove(&format!("{path}-shm")),
        },
        Err(error) => Err(error),
    }
}

fn remove(path: &str) -> Result<(), DbError> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(file::refused(path, &e)),
        _ => Ok(()),
    }
}
