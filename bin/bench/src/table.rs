//! The report as text: one aligned table (also valid Markdown), then a line per server.

use crate::measure::Figures;
use crate::report::{Goal, MEMORY_GOALS, Measured, Report, Row, ServerFacts, Unit};

const HEAD: [&str; 12] = [
    "database",
    "orders",
    "work",
    "req/s",
    "p50 ms",
    "p99 ms",
    "cpu µs",
    "limit req/s",
    "its cpu µs",
    "ratio",
    "target",
    "ok",
];
/// Columns of text; the others are figures and stand to the right.
const TEXT: [bool; 12] = [true, false, true, false, false, false, false, false, false, false, true, true];

/// The whole report.
pub fn render(report: &Report) -> String {
    let mut lines = vec![HEAD.map(str::to_owned)];
    let mut problems = Vec::new();
    lines.extend(report.rows.iter().map(|row| cells(row, &mut problems)));
    let mut text = aligned(&lines, TEXT);
    text.push('\n');
    for (n, problem) in (1..).zip(&problems) {
        text.push_str(&format!("[{n}] PROBLEM: {problem}\n"));
    }
    for server in &report.servers {
        text.push_str(&facts(server));
    }
    for note in &report.notes {
        text.push_str(&format!("note: {note}\n"));
    }
    text
}

/// What went wrong is told below the table, under a number.
fn cells(row: &Row, problems: &mut Vec<String>) -> [String; 12] {
    let of = |figures: &Option<Figures>, show: fn(&Figures) -> String| figures.as_ref().map_or(dash(), show);
    let mut ok = match row.ok {
        Some(true) => "yes".to_owned(),
        Some(false) => "no".to_owned(),
        None => dash(),
    };
    if !row.problems.is_empty() {
        problems.push(row.problems.join("; "));
        ok = format!("no [{}]", problems.len());
    }
    [
        row.database.clone(),
        thousands(f64::from(row.orders)),
        row.work.clone(),
        of(&row.server, |f| thousands(f.per_second)),
        of(&row.server, |f| millis(f.p50)),
        of(&row.server, |f| millis(f.p99)),
        of(&row.server, cpu),
        of(&row.limit, |f| thousands(f.per_second)),
        of(&row.limit, cpu),
        row.measured.map_or(dash(), measured),
        goal(row),
        ok,
    ]
}

fn dash() -> String {
    "–".to_owned()
}

/// Microseconds as milliseconds with two places.
fn millis(micros: f64) -> String {
    format!("{:.2}", micros / 1000.0)
}

/// Microseconds of the processors for an answer.
fn cpu(figures: &Figures) -> String {
    figures.processor.map_or(dash(), |micros| format!("{micros:.1}"))
}

fn measured(measured: Measured) -> String {
    unit(measured.value, measured.unit, 2)
}

fn unit(value: f64, unit: Unit, places: usize) -> String {
    match unit {
        Unit::OfLimit | Unit::OfOther => format!("{:.0} %", value * 100.0),
        Unit::Times => format!("{value:.places$} ×"),
        Unit::Skus => format!("{} SKUs/s", thousands(value)),
        Unit::Changes => format!("{} changes/s", thousands(value)),
        Unit::Orders => format!("{} orders/s", thousands(value)),
        Unit::Millis => format!("{} ms", thousands(value)),
    }
}

fn goal(row: &Row) -> String {
    let (sign, value) = match row.goal {
        None => return dash(),
        Some(Goal::AtLeast(value)) => ("≥", value),
        Some(Goal::AtMost(value)) => ("≤", value),
    };
    let figure = row.measured.map_or_else(|| value.to_string(), |m| unit(value, m.unit, 1));
    format!("{sign} {figure}")
}

/// A figure without places, in groups of three.
pub fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut grouped = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn facts(server: &ServerFacts) -> String {
    let megabytes = |bytes: u64| format!("{} MB", thousands(bytes as f64 / 1e6));
    let memory = |bytes: Option<u64>| bytes.map_or(dash(), megabytes);
    let verdict = |ok: Option<bool>| ok.map_or("", |ok| if ok { ", ok" } else { ", MISSED" });
    let fill = server.fill_seconds.map_or("kept from before".to_owned(), |s| format!("filled in {s:.0} s"));
    let ([after, at_most], [after_ok, at_most_ok]) = (MEMORY_GOALS, server.memory_ok());
    let start = server.start_millis.map_or(dash(), |ms| format!("{ms:.0} ms"));
    format!(
        "{} {}: database {} ({fill}), {} after all works; memory {} idle, {} after (≤ {}{}), \
         {} at most (≤ {}{}); start {start} (≤ 100 ms{})\n",
        server.database,
        thousands(f64::from(server.orders)),
        megabytes(server.filled_bytes),
        megabytes(server.final_bytes),
        memory(server.memory_idle),
        memory(server.memory),
        megabytes(after),
        verdict(after_ok),
        memory(server.memory_peak),
        megabytes(at_most),
        verdict(at_most_ok),
        verdict(server.start_ok()),
    )
}

/// Lines of cells, each column as wide as its widest cell; the first line is the head.
pub fn aligned<const COLUMNS: usize>(lines: &[[String; COLUMNS]], text: [bool; COLUMNS]) -> String {
    let is_text = text;
    let mut widths = [0; COLUMNS];
    for line in lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for (n, line) in lines.iter().enumerate() {
        for ((cell, width), left) in line.iter().zip(widths).zip(is_text) {
            text.push_str(&if left { format!("| {cell:<width$} ") } else { format!("| {cell:>width$} ") });
        }
        text.push_str("|\n");
        if n == 0 {
            for (width, left) in widths.into_iter().zip(is_text) {
                let end = if left { '-' } else { ':' };
                text.push_str(&format!("|{}{end}", "-".repeat(width + 1)));
            }
            text.push_str("|\n");
        }
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::report::{Settings, tests::row};

    fn report(rows: Vec<Row>) -> Report {
        let settings = Settings {
            processors: 2,
            threads: 2,
            seconds: 1,
            rounds: 1,
            quick: true,
            server_arguments: Vec::new(),
        };
        Report {
            version: 1,
            settings,
            rows,
            servers: Vec::new(),
            complete: true,
            notes: vec!["nothing else".into()],
        }
    }

    #[test]
    fn figures_are_grouped() {
        assert_eq!(thousands(0.4), "0");
        assert_eq!(thousands(999.0), "999");
        assert_eq!(thousands(1_000.0), "1,000");
        assert_eq!(thousands(1_234_567.8), "1,234,568");
    }

    #[test]
    fn a_server_s_memory_is_judged_after_all_works_and_at_most() {
        let line = facts(&ServerFacts {
            database: "sqlite".into(),
            orders: 20_000,
            fill_seconds: None,
            filled_bytes: 1_000_000,
            final_bytes: 2_000_000,
            memory_idle: Some(60_000_000),
            memory: Some(160_000_000),
            memory_peak: Some(190_000_000),
            start_millis: None,
        });
        let memory = "60 MB idle, 160 MB after (≤ 150 MB, MISSED), 190 MB at most (≤ 200 MB, ok);";
        assert!(line.contains(memory), "{line}");
    }

    #[test]
    fn every_line_of_the_table_is_as_wide_as_the_others() {
        let missed = Row { goal: Some(Goal::AtLeast(0.9)), work: "POST".into(), ..row() }.judged();
        let text = render(&report(vec![row(), missed]));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[2],
            "| sqlite   | 20,000 | GET /sku/{sku} | 5,000 |   1.50 |   9.00 |  120.0 |      10,000 \
             |       40.0 |  50 % | ≥ 40 % | yes |"
        );
        assert!(lines[3].ends_with("| ≥ 90 % | no  |"), "{}", lines[3]);
        assert!(lines[..4].iter().all(|l| l.chars().count() == lines[0].chars().count()), "{text}");
        assert_eq!(lines.last(), Some(&"note: nothing else"));
    }

    #[test]
    fn a_violated_check_is_shown() {
        let text = render(&report(vec![Row { problems: vec!["status 500: {}".into()], ..row() }.judged()]));
        assert!(text.contains("| no [1] |\n"), "{text}");
        assert!(text.contains("[1] PROBLEM: status 500: {}\n"), "{text}");
    }

    #[test]
    fn units_are_named() {
        assert_eq!(unit(1.234, Unit::Times, 2), "1.23 ×");
        assert_eq!(unit(61_234.0, Unit::Skus, 2), "61,234 SKUs/s");
        assert_eq!(unit(8_000.0, Unit::Orders, 1), "8,000 orders/s");
    }
}
