//! Output of commands on stdout. Everything else (progress, log, errors) goes to stderr.

use std::error::Error;
use std::fmt;
use std::io::{self, IsTerminal, Stdout, Write, stderr, stdout};

use anyhow::{Context, Result};
use serde_json::{Map, Value};

/// Writes a text and a line end.
pub fn line(text: &str) -> Result<()> {
    writeln!(Out(stdout()), "{text}").context("cannot write to standard output")
}

/// The same, but a closed stdout is no error.
pub fn line_for_anyone(text: &str) -> Result<()> {
    line(text).or_else(|error| if is_unread(&error) { Ok(()) } else { Err(error) })
}

/// Writes a message for people to stderr; errors are ignored.
pub fn aside(text: &str) {
    let _ = writeln!(stderr(), "{text}");
}

/// Standard output as a writer. [`is_unread`] recognises its error when the reader has closed it.
#[derive(Debug)]
pub struct Out(pub Stdout);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(noticed)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(noticed)
    }
}

fn noticed(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => io::Error::new(io::ErrorKind::BrokenPipe, Closed(Unread)),
        _ => error,
    }
}

/// True when an error came of a standard output that its reader (`head`, a pager) has closed.
pub fn is_unread(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.is::<Unread>())
}

/// Carries [`Unread`] as its source, which is what errors around it hand on.
#[derive(Debug)]
struct Closed(Unread);

#[derive(Debug)]
struct Unread;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nobody reads it any more")
    }
}

impl Error for Closed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

impl Error for Unread {}

/// The list that a command prints: for people on a terminal, for programs elsewhere.
#[derive(Debug)]
pub struct Table {
    columns: &'static [Column],
    rows: Vec<Vec<Value>>,
}

/// A column: its member's name in JSON, and its title.
pub type Column = (&'static str, &'static str);

/// Between two columns on a terminal.
const GAP: &str = "  ";

impl Table {
    /// Without rows.
    pub fn new(columns: &'static [Column]) -> Self {
        Self { columns, rows: Vec::new() }
    }

    /// Adds a row, a value per column; what is null is shown as `-`.
    pub fn row(&mut self, values: Vec<Value>) {
        self.rows.push(values);
    }

    /// Writes a list of objects with `json`; else columns that stand below each other on a terminal, and with
    /// tabs between elsewhere.
    #[allow(clippy::disallowed_methods, reason = "NO_COLOR is no setting of the server")]
    pub fn print(&self, json: bool) -> Result<()> {
        if json {
            return line(&Value::Array(self.rows.iter().map(|row| self.object(row)).collect()).to_string());
        }
        let terminal = io::stdout().is_terminal();
        let style = Style { aligned: terminal, coloured: terminal && std::env::var_os("NO_COLOR").is_none() };
        self.lines(style).iter().try_for_each(|text| line(text))
    }

    fn object(&self, row: &[Value]) -> Value {
        let members =
            self.columns.iter().zip(row).map(|((name, _), value)| ((*name).to_owned(), value.clone()));
        Value::Object(members.collect::<Map<_, _>>())
    }

    fn lines(&self, style: Style) -> Vec<String> {
        let head: Vec<String> = self.columns.iter().map(|(_, title)| (*title).to_owned()).collect();
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| row.iter().map(shown).collect()).collect();
        let width = |column: usize| {
            let cells = rows.iter().chain([&head]).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..head.len()).map(width).collect();
        let numbers: Vec<bool> = (0..head.len()).map(|column| self.is_number(column)).collect();
        let write = |row: &[String], bold: bool| {
            let cells = row.iter().enumerate().map(|(column, cell)| {
                let (width, number) = (widths.get(column), numbers.get(column));
                let text = match (style.aligned, width, number) {
                    (true, Some(width), Some(true)) => format!("{cell:>width$}"),
                    (true, Some(width), _) => format!("{cell:<width$}"),
                    _ => cell.clone(),
                };
                if bold { style.bold(&text) } else { style.state(cell, &text) }
            });
            let text = cells.collect::<Vec<_>>().join(if style.aligned { GAP } else { "\t" });
            if style.aligned { text.trim_end().to_owned() } else { text }
        };
        let body = rows.iter().map(|row| write(row, false));
        [write(&head, true)].into_iter().chain(body).collect()
    }

    fn is_number(&self, column: usize) -> bool {
        self.rows.iter().all(|row| matches!(row.get(column), Some(Value::Number(_) | Value::Null)))
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) if text.is_empty() => "-".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// How a table is written.
#[derive(Debug, Clone, Copy)]
struct Style {
    aligned: bool,
    coloured: bool,
}

impl Style {
    fn bold(self, text: &str) -> String {
        self.escaped("1", text)
    }

    /// Words that say how something is.
    fn state(self, word: &str, text: &str) -> String {
        match word {
            "active" | "good" => self.escaped("32", text),
            "expired" | "pending" => self.escaped("33", text),
            "revoked" | "wrong" | "unknown" => self.escaped("31", text),
            _ => text.to_owned(),
        }
    }

    fn escaped(self, code: &str, text: &str) -> String {
        if self.coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_terminal_gets_columns_and_a_program_tabs() {
        let mut table = Table::new(&[("id", "id"), ("lastUsed", "last used"), ("state", "state")]);
        table.row(vec![json!(7), json!(null), json!("active")]);
        table.row(vec![json!(12), json!("2026-01-01"), json!("revoked")]);
        let plain = table.lines(Style { aligned: false, coloured: false });
        assert_eq!(plain, ["id\tlast used\tstate", "7\t-\tactive", "12\t2026-01-01\trevoked"]);
        let aligned = table.lines(Style { aligned: true, coloured: false });
        assert_eq!(aligned, ["id  last used   state", " 7  -           active", "12  2026-01-01  revoked"]);
        let coloured = table.lines(Style { aligned: true, coloured: true });
        assert!(coloured.iter().skip(1).all(|line| line.contains("\x1b[3")), "{coloured:?}");
        assert_eq!(
            table.object(&[json!(1), json!(2), json!("x")]).to_string(),
            r#"{"id":1,"lastUsed":2,"state":"x"}"#
        );
    }
}
