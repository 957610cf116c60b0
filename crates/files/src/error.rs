//! Why a file cannot be read or written.

use crate::kind::Kind;

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The disk, or whatever the file comes from.
    #[error("it cannot be read or written")]
    Io(#[from] std::io::Error),
    /// The table, or what should be one.
    #[error(transparent)]
    Sheet(sheets::SheetError),
    /// A workbook that cannot be written.
    #[error(transparent)]
    Workbook(#[from] sheets::WriteError),
    /// A table that cannot be written.
    #[error(transparent)]
    Csv(csv::Error),
    /// A thing that is no JSON.
    #[error(transparent)]
    Json(serde_json::Error),
    /// Columns that a table of this kind cannot do without, beside those that it has.
    #[error(
        "line {line}: the column(s) {} are missing. The file has: {}. The columns of {} are: {}. --map says \
         which of the file's columns is which, --set gives one value to all rows",
        .missing.join(", "), .headings.join(", "), .kind.name(), .kind.names().join(", ")
    )]
    Missing {
        /// Where the headings were looked for.
        line: u64,
        /// What is missing.
        missing: Vec<&'static str>,
        /// What there is.
        headings: Vec<String>,
        /// What the file should hold.
        kind: Kind,
    },
    /// A file of a known form that is not what is asked for; in Portuguese.
    #[error("{0}")]
    Refused(String),
    /// A channel that nothing names, and that the store has none or several of.
    #[error(
        "the orders are of {0}, and the store has not exactly one active channel of this type: \
         --set canalId=… names it"
    )]
    NoChannel(String),
    /// A profile that there is not.
    #[error("there is no profile {0} for such files: `server import --profiles` lists them")]
    NoProfile(String),
    /// A member that there is not, or a unit.
    #[error("{0} is no column of such files, or not with this unit")]
    NoMember(String),
    /// A heading that the file has not.
    #[error("the file has no column {heading}; it has: {}", .headings.join(", "))]
    NoColumn {
        /// The heading that was named.
        heading: String,
        /// What there is.
        headings: Vec<String>,
    },
    /// A heading, and nothing below it.
    #[error("line {0} names the columns, and there is no row below it")]
    NoRows(u64),
    /// More orders than are kept in mind.
    #[error("it has more than two million orders: divide it")]
    Large,
    /// Nothing at all.
    #[error("it is empty: its first line has to name the columns, or it has to have JSON line by line")]
    Empty,
    /// A line of JSON, or an object of a list, that is longer than any, or has no end.
    #[error("the row or line that begins at line {0} has more than 8 MiB: is a quote (\") open there?")]
    Endless(u64),
    /// A column that stands there twice.
    #[error("line {1}: the column {0} is there twice: delete one of the two, or --ignore it")]
    Twice(&'static str, u64),
}

impl From<sheets::SheetError> for FileError {
    fn from(error: sheets::SheetError) -> Self {
        match error {
            sheets::SheetError::Io(error) => Self::Io(error),
            sheets::SheetError::Empty => Self::Empty,
            other => Self::Sheet(other),
        }
    }
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
