//! What came of a file.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::entry::Wrong;

/// Refusals that are kept with their reasons: a file of rubbish must not fill the memory.
const WRONG_MAX: usize = 100_000;
/// Causes that are told apart.
const CAUSES_MAX: usize = 1000;

/// What came of a file.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Things that are new.
    pub created: u64,
    /// Things that were there, and are as the file says.
    pub stored: u64,
    /// Things that were refused.
    pub refused: u64,
    /// The profile that the file was read with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The line that names the columns of a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading_line: Option<u64>,
    /// The time zone of dates that name no offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// Columns of the file, or members of its JSON, that mean nothing here.
    pub ignored: Vec<String>,
    /// What is to be known of the whole file, in the words that shop people read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// Why each was refused; of very many the first.
    pub wrong: Vec<Wrong>,
    /// The same by cause, with how many there are of each.
    pub causes: Vec<Cause>,
    /// How many there were.
    #[serde(skip)]
    pub wrong_things: u64,
    /// What was taken otherwise than the file says; of very much the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub noticed: Vec<Wrong>,
    /// The same by cause.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Cause>,
    /// The line up to which all is written, when the rest was not reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_to_line: Option<u64>,
    /// The lines of what was refused, for [`crate::mend`].
    #[serde(skip)]
    pub(crate) refused_lines: Vec<u64>,
}

/// What many cells of a column have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cause {
    /// The column as the file calls it, or the member; empty for whole lines.
    pub column: String,
    /// What is wrong, without what is about a single cell.
    pub what: String,
    /// How many.
    pub count: u64,
    /// The first of them: its line,
    pub line: u64,
    /// what stood there,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// and all that was said of it.
    pub example: String,
}

impl std::fmt::Display for Cause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.column.is_empty() {
            write!(f, "{}: ", self.column)?;
        }
        write!(f, "{} {}: {} (exemplo: linha {}", self.count, linhas(self.count), self.example, self.line)?;
        match &self.value {
            Some(value) => write!(f, ", \"{value}\")"),
            None => f.write_str(")"),
        }
    }
}

fn linhas(count: u64) -> &'static str {
    if count == 1 { "linha" } else { "linhas" }
}

/// Causes while they are counted.
#[derive(Debug, Default)]
pub struct Causes(BTreeMap<(String, String), Cause>);

impl Causes {
    pub fn add(&mut self, wrong: &Wrong) {
        let key = (wrong.column.clone(), wrong.cause().to_owned());
        if self.0.len() >= CAUSES_MAX && !self.0.contains_key(&key) {
            return;
        }
        let (column, what) = key.clone();
        let first = || Cause {
            column,
            what,
            count: 0,
            line: wrong.line,
            value: wrong.value.clone(),
            example: wrong.what.clone(),
        };
        let cause = self.0.entry(key).or_insert_with(first);
        cause.count += 1;
        if wrong.line < cause.line {
            (cause.line, cause.value, cause.example) = (wrong.line, wrong.value.clone(), wrong.what.clone());
        }
    }

    /// The most frequent first.
    pub fn all(&self) -> Vec<Cause> {
        let mut all: Vec<Cause> = self.0.values().cloned().collect();
        all.sort_by_key(|cause| (std::cmp::Reverse(cause.count), cause.line));
        all
    }
}

impl Report {
    /// Whether anything of the file was come to.
    pub fn reached(&self) -> bool {
        self.created + self.stored + self.refused > 0
    }

    pub(crate) fn refuse(&mut self, mut wrong: Vec<Wrong>, causes: &mut Causes) {
        wrong.sort_by_key(|wrong| wrong.line);
        wrong.iter().for_each(|wrong| causes.add(wrong));
        self.wrong_things += wrong.len() as u64;
        wrong.truncate(WRONG_MAX.saturating_sub(self.wrong.len()));
        self.wrong.extend(wrong);
    }

    pub(crate) fn notice(&mut self, noticed: Vec<Wrong>, causes: &mut Causes) {
        noticed.iter().for_each(|noticed| causes.add(noticed));
        let left = WRONG_MAX.saturating_sub(self.noticed.len());
        self.noticed.extend(noticed.into_iter().take(left));
    }
}
