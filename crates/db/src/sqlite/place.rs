//! Where the file is: made for its owner alone, and refused in whole sentences.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::error::DbError;

/// Sees to it that there is a file: makes the folder and an empty file for the owner's eyes alone, before
/// SQLite would make them for everybody's. SQLite gives its log the rights of the file.
pub fn prepare(path: &str) -> Result<(), DbError> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(a_folder(path)),
        Ok(_) => Ok(()),
        Err(e) if e.kind() == ErrorKind::NotFound => create(path),
        Err(e) => Err(says(path, "cannot be reached", &e)),
    }
}

/// Whether there is something that a new database would take the place of.
pub fn is_taken(path: &str) -> Result<bool, DbError> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(a_folder(path)),
        found => Ok(found.is_ok_and(|found| found.len() > 0)),
    }
}

fn a_folder(path: &str) -> DbError {
    let inside = path.trim_end_matches('/');
    DbError::Url(format!("{path} is a folder: name a file in it, e.g. {inside}/entreposto.db"))
}

/// Sees to it that the file's folder is there.
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
        // never closed: closing any handle of a file gives up what locks SQLite holds on it in this process
        Ok(file) => {
            std::mem::forget(file);
            Ok(())
        }
        Err(e) if e.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(e) => Err(refused(path, &e)),
    }
}

/// What the system refuses, and what helps.
pub fn refused(path: &str, error: &io::Error) -> DbError {
    says(path, "cannot be created", error)
}

fn says(path: &str, what: &str, error: &io::Error) -> DbError {
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

/// A file that can be read but not written to.
pub fn read_only(path: &str) -> DbError {
    DbError::Url(format!(
        "the database {path} can be read but not written to: see that the user that this program runs as \
         owns it, {path}-wal, {path}-shm and their folder, and that the disk is not mounted for reading alone"
    ))
}

/// What SQLite says of a file that is none of its own, or no longer whole, with what helps.
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

/// Warns when others than its owner can read a file that SQLite has taken for its own.
#[cfg(unix)]
pub fn warn_of_readers(path: &str) {
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
pub fn warn_of_readers(_: &str) {}

/// Bytes of the file, of its log, and of what the disk has left.
pub fn sizes(path: &str) -> (Option<u64>, Option<u64>, Option<u64>) {
    let size = |path: &str| fs::metadata(path).ok().map(|found| found.len());
    // a log that was emptied away is an empty one
    (size(path), Some(size(&format!("{path}-wal")).unwrap_or(0)), free(path))
}

/// Bytes that the disk has left.
#[cfg(unix)]
pub fn free(path: &str) -> Option<u64> {
    let found = rustix::fs::statvfs(path).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

/// Bytes that the disk has left.
#[cfg(not(unix))]
pub fn free(_: &str) -> Option<u64> {
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let made = folder.path().join("a/b");
        prepare(made.join("x.db").to_str().unwrap()).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&made.join("x.db")), 0o600);
        assert_eq!((mode(&made), mode(&folder.path().join("a"))), (0o700, 0o700));
    }

    #[test]
    fn refusals_say_what_helps() {
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
