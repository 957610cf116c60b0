//! Why a file cannot be read or written.

use crate::kind::Kind;

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The disk, or whatever the file comes from.
    #[error("it cannot be read or written")]
    Io(#[from] std::io::Error),
    /// No table.
    #[error(transparent)]
    Csv(csv::Error),
    /// A thing that is no JSON.
    #[error(transparent)]
    Json(serde_json::Error),
    /// Columns that a table of this kind cannot do without.
    #[error(
        "line 1: the column(s) {} are missing. The first line names the columns, with commas or semicolons \
         between: {}", .0.join(", "), .1.names().join(", ")
    )]
    Missing(Vec<&'static str>, Kind),
    /// More columns than anybody has.
    #[error("line 1 has {0} columns: it has to name them, with commas or semicolons between")]
    Wide(usize),
    /// Nothing at all.
    #[error("it is empty: its first line has to name the columns, or it has to have JSON line by line")]
    Empty,
    /// No text in letters of one byte or UTF-8.
    #[error(
        "it is no text, so no table (a workbook, a picture, something packed?): save it as CSV, with commas \
         or semicolons, or as JSON line by line, in UTF-8 or Latin-1"
    )]
    NoText,
    /// A JSON list.
    #[error("it is a JSON list: write its objects one per line, without brackets and commas around them")]
    List,
    /// A text in quotes that has no end.
    #[error(
        "line {0}: a quote (\") opens a text there that nothing closes: close it, or write the quote twice \
         where it belongs to the text"
    )]
    OpenQuote(u64),
    /// A row, or a line of JSON, that is longer than any.
    #[error("the row or line that begins at line {0} has more than 8 MiB: is a quote (\") open there?")]
    Endless(u64),
    /// A column that stands there twice.
    #[error("line 1: the column {0} is there twice: delete one of the two")]
    Twice(&'static str),
}

// What comes of the disk or the pipe stays that: the errors of both libraries do not hand on where they come
// from.

impl From<serde_json::Error> for FileError {
    fn from(error: serde_json::Error) -> Self {
        if error.is_io() { Self::Io(error.into()) } else { Self::Json(error) }
    }
}

impl From<csv::Error> for FileError {
    fn from(error: csv::Error) -> Self {
        if !error.is_io_error() {
            return Self::Csv(error);
        }
        match error.into_kind() {
            csv::ErrorKind::Io(error) => Self::Io(error),
            other => Self::Io(std::io::Error::other(format!("{other:?}"))),
        }
    }
}
