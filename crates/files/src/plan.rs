//! How a whole table is read.

use crate::mapping::Mapping;
use crate::values::Reading;

/// What the columns of a table are, and how the cells of each are read.
#[derive(Debug)]
pub struct Plan {
    pub mapping: Mapping,
    /// By column of the file.
    pub readings: Vec<Reading>,
    /// All cells stand between apostrophes, which are none of theirs.
    pub quoted: bool,
    /// Columns that look like members that nothing else is, and are not taken.
    pub suspicious: Vec<(String, &'static str)>,
}
