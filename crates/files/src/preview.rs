//! The first things of a file, as they would be written.

use std::collections::BTreeMap;
use std::io::{Read, Seek};

use serde_json::Value;

use crate::entry::Wrong;
use crate::error::FileError;
use crate::input;
use crate::kind::{Column, Kind};
use crate::options::Options;
use crate::output;
use crate::values::{self, Style};

/// The first things of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preview {
    /// The members that any of them has.
    pub members: Vec<&'static str>,
    /// The things; an order has a row for each item.
    pub rows: Vec<PreviewRow>,
}

/// A row of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewRow {
    /// The line that it begins on.
    pub line: u64,
    /// What it says of each of the members.
    pub values: Vec<String>,
    /// What of it cannot be read.
    pub wrong: Vec<Wrong>,
}

/// Reads the first things of a file. What their cells say is checked, not whether the store takes it.
pub fn preview<F: Read + Seek + Send>(
    file: F,
    kind: Kind,
    options: &Options,
    most: usize,
) -> Result<Preview, FileError> {
    let mut input = input::open(file, kind, options)?;
    let mut rows: Vec<(u64, BTreeMap<String, Value>, Vec<Wrong>)> = Vec::new();
    while rows.len() < most {
        let Some(entry) = input.entry()? else { break };
        let mut wrong = entry.wrong.clone();
        let json = entry.json.as_ref().and_then(|json| serde_json::from_str::<Value>(json.get()).ok());
        for row in output::rows(kind, &json.unwrap_or_default()).0 {
            rows.push((entry.line, row, std::mem::take(&mut wrong)));
        }
    }
    rows.truncate(most);
    let has = |column: &&Column| {
        rows.iter().any(|(_, row, _)| row.get(column.name).is_some_and(|value| !value.is_null()))
    };
    let columns: Vec<&Column> = kind.columns().iter().filter(has).collect();
    let shown = |(line, row, wrong): (u64, BTreeMap<String, Value>, Vec<Wrong>)| PreviewRow {
        line,
        values: columns
            .iter()
            .map(|column| row.get(column.name).map_or_else(String::new, |v| text(column, v)))
            .collect(),
        wrong,
    };
    let rows = rows.into_iter().map(shown).collect();
    Ok(Preview { members: columns.iter().map(|column| column.name).collect(), rows })
}

fn text(column: &Column, value: &Value) -> String {
    match column.form.is_number() {
        true => values::write(column.form, value, Style { comma: true }),
        false => values::in_workbook(column.form, value),
    }
}
