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
    #[error("the archive cannot be read or written: {0}")]
    Stream(#[from] io::Error),
    /// It is none, or of another kind.
    #[error("this is no backup of this program: {0}")]
    Foreign(String),
    /// Something in it is not as it was written.
    #[error("the backup is damaged at line {line}: {what}; use another copy of it")]
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
