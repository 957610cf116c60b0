//! Archives: a whole database as a stream of text, from which either database can be restored
//! (`docs/decisions/0033-backup-archive-and-file-import.md`).
//!
//! The first line is a [`Header`]. Then each table has a line with its name and columns, a line per row, and
//! a line with its [`Sum`]; the last line marks it as complete.

mod dump;
mod format;
mod leftover;
mod load;
mod reader;
mod sum;

pub use dump::{sums, write};
pub use format::{ArchiveError, Header, Summary, TableSum};
pub use load::restore;
pub use reader::verify;
pub use sum::Sum;
