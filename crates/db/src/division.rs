//! How the rows of a table are spread over tables of their own, its partitions. PostgreSQL can.

/// What the rows of a table are divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Division {
    /// Nothing: one table.
    Whole,
    /// A hash of columns that every unique index of the table holds, into so many parts.
    Hash {
        /// The columns, as a list of SQL.
        columns: &'static str,
        /// How many parts.
        parts: u32,
    },
    /// Ranges of a column whose values grow.
    Ranges {
        /// The column.
        column: &'static str,
        /// Values of a range.
        size: i64,
    },
}

/// A table, and how it is to be divided.
pub type Divided = (&'static str, Division);

/// Partitions of a table that has some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partitions {
    /// The table.
    pub table: String,
    /// What it is divided by, as PostgreSQL says it: `HASH (a, b)`.
    pub by: String,
    /// How many there are.
    pub count: i64,
}
