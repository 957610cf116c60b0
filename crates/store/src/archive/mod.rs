//! A whole database as a stream of text that either database is made of again
//! (`docs/decisions/0033-backup-archive-and-file-import.md`).
//!
//! The first line is a [`Header`]. Then each table has a line with its name and columns, a line per row, and
//! a line with its [`Sum`]; the last line says that nothing is missing.

mod dump;
mod error;
mod format;
mod leftover;
mod load;
mod reader;
mod sum;

pub use dump::{sums, write};
pub use error::ArchiveError;
pub use format::{Header, Summary, TableSum};
pub use load::restore;
pub use reader::verify;
pub use sum::Sum;
