//! Advice for errors of the file system.

use std::io::{Error, ErrorKind};

/// A file that is to be read.
pub fn to_read(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "name a file that is there",
        ErrorKind::PermissionDenied => {
            "let the user that this program runs as read it, or name a file that it may read"
        }
        ErrorKind::IsADirectory => "it is a folder: name a file",
        ErrorKind::InvalidData => "save it as text in UTF-8",
        _ => "see whether its disk is well, or name another file",
    }
}

/// A file or folder that is to be made or written to.
pub fn to_write(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "there is no such folder: name a folder that this user may write to",
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "a part of that path is a file and no folder: name another place"
        }
        ErrorKind::IsADirectory => "it is a folder: name a file",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "the disk is full: make room or name another place"
        }
        ErrorKind::ReadOnlyFilesystem => "that disk is mounted for reading alone: name another place",
        _ => "name a folder that this user may write to",
    }
}
