//! One thing of a file: what it says as JSON, and where in the file each part of it stood.

use std::sync::Arc;

use domain::reading::problems::{Notice, Problems};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::plan::Plan;

/// Something of a file that was refused, or taken otherwise than it was said.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Wrong {
    /// The line, from 1.
    pub line: u64,
    /// The column as the file calls it, or the member; empty for the whole line.
    pub column: String,
    /// What is wrong, in the words that a client of interface A reads. What stands before the first colon
    /// many cells have in common; what follows is about this one.
    pub what: String,
    /// What stood there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// Letters of a value that are told.
const VALUE_MAX: usize = 80;

impl Wrong {
    /// Of a whole line.
    pub fn of_line(line: u64, what: impl Into<String>) -> Self {
        Self { line, column: String::new(), what: what.into(), value: None }
    }

    /// What is wrong, without what is about this cell alone.
    pub fn cause(&self) -> &str {
        self.what.split_once(": ").map_or(&*self.what, |(cause, _)| cause)
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "linha {}", self.line)?;
        if !self.column.is_empty() {
            write!(f, ", coluna {}", self.column)?;
        }
        if let Some(value) = &self.value {
            write!(f, ", valor \"{value}\"")?;
        }
        write!(f, ": {}", self.what)
    }
}

/// A SKU, a stock, a price, an order or a category.
#[derive(Debug)]
pub struct Entry {
    /// The line that it begins on.
    pub line: u64,
    /// All lines that it stands in.
    pub lines: Vec<u64>,
    /// What it says, as far as it could be read.
    pub json: Option<Box<RawValue>>,
    /// What of it could not be read.
    pub wrong: Vec<Wrong>,
    /// What of it was read otherwise than it stands there.
    pub noticed: Vec<Wrong>,
    /// Parts of it that stand elsewhere: the path of each, the column's beginning, and the line.
    pub places: Vec<(String, &'static str, u64)>,
    /// What the columns are, of a table's.
    pub plan: Option<Arc<Plan>>,
}

impl Entry {
    /// What is wrong with it, by lines and columns of the file: its cells, and the rules that they break.
    /// What a cell that cannot be read breaks besides is not told.
    pub fn wrong(&self, problems: &Problems) -> Vec<Wrong> {
        let mut all = self.wrong.clone();
        for problem in problems.iter() {
            let (line, column) = self.locate(&problem.path);
            let told = |wrong: &Wrong| wrong.line == line && wrong.column == column;
            // what an order has in its items' rows alone is missing in the order
            if !self.wrong.iter().any(told) {
                all.push(Wrong {
                    line,
                    column,
                    what: problem.mensagem.clone(),
                    value: self.value(&problem.path),
                });
            }
        }
        all
    }

    /// What of it was taken otherwise than it was said.
    pub fn noticed(&self, notices: &[Notice]) -> Vec<Wrong> {
        let located = notices.iter().map(|notice| {
            let (line, column) = self.locate(&notice.path);
            Wrong { line, column, what: notice.to_string(), value: None }
        });
        self.noticed.iter().cloned().chain(located).collect()
    }

    /// Why it was refused, one sentence about all of it.
    pub fn refused(&self, column: &str, what: impl Into<String>) -> Vec<Wrong> {
        let value = self.value(column);
        vec![Wrong { line: self.line, column: self.heading(column), what: what.into(), value }]
    }

    /// What is called so in the file.
    pub fn heading(&self, member: &str) -> String {
        let heading = self.plan.as_ref().and_then(|plan| plan.mapping.heading_of(member));
        heading.unwrap_or(member).to_owned()
    }

    fn locate(&self, path: &str) -> (u64, String) {
        for (prefix, column, line) in &self.places {
            if let Some(rest) = path.strip_prefix(prefix.as_str()) {
                return (*line, self.heading(&format!("{column}{rest}")));
            }
        }
        if self.plan.is_none() {
            return (self.line, path.to_owned());
        }
        // a table has one column for all items of a list
        (self.line, self.heading(path.split('[').next().unwrap_or_default()))
    }

    /// What stands at a path, when it is a text or a number.
    fn value(&self, path: &str) -> Option<String> {
        let json: Value = serde_json::from_str(self.json.as_ref()?.get()).ok()?;
        let pointer: String = path
            .split(['.', '[', ']'])
            .filter(|part| !part.is_empty())
            .map(|part| format!("/{part}"))
            .collect();
        let text = match json.pointer(&pointer)? {
            Value::String(text) if !text.is_empty() => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        Some(text.chars().take(VALUE_MAX).collect())
    }
}
