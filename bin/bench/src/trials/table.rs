//! The report as text: one aligned table, then what is to be said of its rows.

use super::run::Report;
use super::verdict::Verdict;
use crate::table::{aligned, thousands};

const HEAD: [&str; 11] = [
    "round",
    "database",
    "rounds",
    "acknowledged",
    "lost",
    "doubled",
    "refused but applied",
    "worst ms",
    "p99 ms",
    "memory MB",
    "ok",
];
/// Columns of text; the others are figures and stand to the right.
const TEXT: [bool; 11] = [true, true, false, false, false, false, false, false, false, false, true];

/// The whole report.
pub fn render(report: &Report) -> String {
    let mut lines = vec![HEAD.map(str::to_owned)];
    lines.extend(report.rows.iter().map(cells));
    let mut text = aligned(&lines, TEXT);
    text.push('\n');
    for row in &report.rows {
        let name = format!("{} {}", row.round.name(), row.database.name());
        let examples = row.tally.iter().flat_map(|tally| &tally.examples);
        for problem in row.problems.iter().chain(examples) {
            text.push_str(&format!("PROBLEM: {name}: {problem}\n"));
        }
        for note in &row.notes {
            text.push_str(&format!("note: {name}: {note}\n"));
        }
    }
    for note in &report.notes {
        text.push_str(&format!("note: {note}\n"));
    }
    text
}

fn cells(row: &Verdict) -> [String; 11] {
    let figure = |value: Option<u64>| value.map_or("–".to_owned(), |value| thousands(value as f64));
    let tally = row.tally.as_ref();
    [
        row.round.name().to_owned(),
        row.database.name().to_owned(),
        row.rounds.to_string(),
        figure(tally.map(|t| t.acknowledged)),
        figure(tally.map(|t| t.lost)),
        figure(tally.map(|t| t.doubled)),
        figure(tally.map(|t| t.sneaked)),
        figure(row.worst_millis),
        figure(row.p99_millis),
        figure((row.memory_peak > 0).then_some(row.memory_peak / 1_000_000)),
        if row.ok() { "yes" } else { "NO" }.to_owned(),
    ]
}
