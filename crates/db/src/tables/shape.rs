//! A table as the database's own catalogue describes it.

use crate::error::DbError;

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its columns by name, those left out that the database computes.
    pub columns: Vec<Column>,
    /// The columns of its primary key, in order.
    pub key: Vec<String>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What its values are.
    pub kind: Kind,
}

/// What a column holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Integer,
    /// 0 and 1.
    Boolean,
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// Something that no [`super::Cell`] holds, as the database calls it.
    Other(String),
}

impl Table {
    /// The names of some columns with commas between, each in quotes.
    pub(super) fn list<'a>(names: impl Iterator<Item = &'a String>) -> String {
        names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
    }

    /// A value that does not fit its column.
    pub(super) fn misfit(&self, column: &str) -> DbError {
        DbError::Corrupt(format!("{}.{column} cannot hold a value of that type", self.name))
    }

    /// A statement that reads every row in the order of the primary key.
    pub(super) fn select(&self) -> String {
        let columns = Self::list(self.columns.iter().map(|column| &column.name));
        let order = match self.key.is_empty() {
            true => String::new(),
            false => format!(" ORDER BY {}", Self::list(self.key.iter())),
        };
        format!("SELECT {columns} FROM \"{}\"{order}", self.name)
    }
}
