//! One thing of a file: what it says as JSON, and where in the file each part of it stood.

use domain::reading::problems::{Notice, Problems};
use serde_json::value::RawValue;

/// Something of a file that was refused, or taken otherwise than it was said.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Wrong {
    /// The line, from 1.
    pub line: u64,
    /// The column, or the member; empty for the whole line.
    pub column: String,
    /// What is wrong, in the words that a client of interface A reads.
    pub what: String,
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.column.as_str() {
            "" => write!(f, "line {}: {}", self.line, self.what),
            column => write!(f, "line {}, column {column}: {}", self.line, self.what),
        }
    }
}

/// A SKU, a stock, a price, an order or a category.
#[derive(Debug)]
pub struct Entry {
    /// The line that it begins on.
    pub line: u64,
    /// What it says; or what of it could not be read.
    pub json: Result<Box<RawValue>, Vec<Wrong>>,
    /// Parts of it that stand elsewhere: the path of each, the column's beginning, and the line.
    pub places: Vec<(String, &'static str, u64)>,
}

impl Entry {
    /// What is wrong with it, by lines and columns of the file.
    pub fn wrong(&self, problems: &Problems) -> Vec<Wrong> {
        let located = problems.iter().map(|problem| {
            let (line, column) = self.locate(&problem.path);
            Wrong { line, column, what: problem.mensagem.clone() }
        });
        located.collect()
    }

    /// What of it was taken otherwise than it was said.
    pub fn noticed(&self, notices: &[Notice]) -> Vec<Wrong> {
        let located = notices.iter().map(|notice| {
            let (line, column) = self.locate(&notice.path);
            Wrong { line, column, what: notice.to_string() }
        });
        located.collect()
    }

    /// Why it was refused, one sentence about all of it.
    pub fn refused(&self, column: &str, what: impl Into<String>) -> Vec<Wrong> {
        vec![Wrong { line: self.line, column: column.to_owned(), what: what.into() }]
    }

    fn locate(&self, path: &str) -> (u64, String) {
        for (prefix, column, line) in &self.places {
            if let Some(rest) = path.strip_prefix(prefix.as_str()) {
                return (*line, format!("{column}{rest}"));
            }
        }
        if self.places.is_empty() {
            return (self.line, path.to_owned());
        }
        // a table has one column for all items of a list
        (self.line, path.split('[').next().unwrap_or_default().to_owned())
    }
}
