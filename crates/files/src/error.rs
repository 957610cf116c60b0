//! Why a file cannot be read or written.

use crate::kind::Kind;

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The disk, or whatever the file comes from.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// No table.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// A thing that is no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Columns that a table of this kind cannot do without.
    #[error(
        "line 1: the column(s) {} are missing. The first line names the columns, with commas or semicolons \
         between: {}", .0.join(", "), .1.names().join(", ")
    )]
    Missing(Vec<&'static str>, Kind),
    /// A column that stands there twice.
    #[error("line 1: the column {0} is there twice: delete one of the two")]
    Twice(&'static str),
}
