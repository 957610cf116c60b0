//! What an archive can be refused for.

use std::io;

use db::DbError;

/// Why an archive could not be written, read or restored.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The database's failure.
    #[error(transparent)]
    Store(#[from] DbError),
    /// The stream's.
    #[error("the archive cannot be read or written")]
    Stream(#[from] io::Error),
    /// It is none.
    #[error("this is no backup of this program: {0}; name the file that `server backup` wrote")]
    Foreign(String),
    /// It is of a form that is not known here.
    #[error(
        "the backup has the form {version}, this program knows {known}: use the program that wrote it, \
         {program}"
    )]
    Form {
        /// Its form.
        version: u32,
        /// Ours.
        known: u32,
        /// The version of the program that wrote it.
        program: String,
    },
    /// Its end is missing.
    #[error("the backup ends too early, in line {0}: it was cut off; copy it again or take another one")]
    Cut(u64),
    /// There is nothing to write into it.
    #[error(
        "the database holds nothing of this program: name the one that a server uses, or make its tables \
         with `server migrate`"
    )]
    Nothing,
    /// Something in it is not as it was written.
    #[error("the backup is damaged at line {line}: {what}; copy it again or take another one")]
    Damaged {
        /// From 1.
        line: u64,
        /// What is wrong there.
        what: String,
    },
    /// What was restored is not what the archive holds.
    #[error("what was restored of {table} is not what the backup holds: nothing was kept")]
    Different {
        /// The table.
        table: String,
    },
}
