//! The rows of a sheet of an XLSX.

use std::io::Read;

use crate::bounds::{COLUMNS_MAX, RECORD_MAX};
use crate::cell::{Cell, Row};
use crate::dates;
use crate::error::SheetError;
use crate::shared::Shared;
use crate::xml::{self, Piece};

use super::Part;
use super::strings::{rich_text, unescaped};

/// What cells refer to.
pub struct Context {
    pub strings: Shared,
    /// Whether a style, by its number, shows dates.
    pub shows_dates: Vec<bool>,
    pub since_1904: bool,
}

/// A sheet that is being read.
pub struct Sheet<F: Read> {
    xml: Part<F>,
    context: Context,
    /// The last row.
    line: u64,
    /// Where its rows are: the depth of `sheetData`.
    rows: Option<usize>,
}

/// A cell's attributes.
#[derive(Default)]
struct Head {
    column: Option<usize>,
    kind: Kind,
    shows_date: bool,
}

/// What a cell's value is written as.
#[derive(Default, Clone, Copy)]
enum Kind {
    /// A number, which may show a date.
    #[default]
    Number,
    Shared,
    Text,
    Bool,
    Fault,
    Date,
}

impl Kind {
    fn of(name: &str) -> Self {
        match name {
            "s" => Self::Shared,
            "str" | "inlineStr" => Self::Text,
            "b" => Self::Bool,
            "e" => Self::Fault,
            "d" => Self::Date,
            _ => Self::Number,
        }
    }
}

impl<F: Read> Sheet<F> {
    pub fn new(xml: Part<F>, context: Context) -> Self {
        Self { xml, context, line: 0, rows: None }
    }

    pub fn into_context(self) -> Context {
        self.context
    }

    /// The next row with something in it.
    pub fn next_row(&mut self) -> Result<Option<Row>, SheetError> {
        loop {
            let depth = self.xml.depth();
            match self.xml.next(self.line + 1)? {
                Piece::Start(start) if self.rows.is_none() && start.name() == "sheetData" => {
                    self.rows = Some(depth + 1);
                }
                Piece::Start(start) if self.rows == Some(depth) && start.name() == "row" => {
                    let said = start.attribute("r").and_then(|line| line.trim().parse().ok());
                    self.line = said.filter(|line| *line > self.line).unwrap_or(self.line + 1);
                    self.xml.begin();
                    let cells = self.cells()?;
                    if let Some(row) = Row::new(self.line, cells) {
                        return Ok(Some(row));
                    }
                }
                Piece::End if self.rows == Some(depth) => {
                    self.xml.finish(self.line + 1)?;
                    return Ok(None);
                }
                Piece::Nothing => return Ok(None),
                Piece::Start(_) | Piece::End | Piece::Text(_) => {}
            }
        }
    }

    /// The cells of the row whose begin was read.
    fn cells(&mut self) -> Result<Vec<Cell>, SheetError> {
        let outside = self.xml.depth().saturating_sub(1);
        let mut cells: Vec<Cell> = Vec::new();
        let mut column = 0;
        let mut letters = 0;
        while self.xml.depth() > outside {
            let head = match self.xml.next(self.line)? {
                Piece::Start(start) if start.name() == "c" => {
                    let mut head = Head::default();
                    start.attributes(|name, value| match name {
                        "r" => head.column = column_of(&value),
                        "t" => head.kind = Kind::of(&value),
                        "s" => {
                            let style = value
                                .parse()
                                .ok()
                                .and_then(|style: usize| self.context.shows_dates.get(style));
                            head.shows_date = style.copied().unwrap_or(false);
                        }
                        _ => {}
                    });
                    head
                }
                Piece::Nothing => return Err(xml::ended()),
                Piece::Start(_) | Piece::End | Piece::Text(_) => continue,
            };
            column = head.column.unwrap_or(column);
            let cell = self.cell(&head)?;
            if !cell.is_empty() {
                if column >= COLUMNS_MAX {
                    return Err(SheetError::Wide { line: self.line, columns: column + 1 });
                }
                if let Cell::Text(text) = &cell {
                    letters += text.len();
                }
                // a few bytes can name a long shared text again and again
                if letters > RECORD_MAX {
                    return Err(SheetError::Endless(self.line));
                }
                if cells.len() <= column {
                    cells.resize(column + 1, Cell::Empty);
                }
                if let Some(place) = cells.get_mut(column) {
                    *place = cell;
                }
            }
            column = column.saturating_add(1);
        }
        Ok(cells)
    }

    /// The cell whose begin was read.
    fn cell(&mut self, head: &Head) -> Result<Cell, SheetError> {
        let outside = self.xml.depth().saturating_sub(1);
        let mut cell = Cell::Empty;
        while self.xml.depth() > outside {
            match self.xml.next(self.line)? {
                Piece::Start(start) if start.name() == "v" => {
                    let value = self.xml.text(self.line)?;
                    // a text may be empty; a number that is has not been worked out
                    if !value.is_empty() || !matches!(head.kind, Kind::Number) {
                        cell = self.context.value(value, head);
                    }
                }
                Piece::Start(start) if start.name() == "is" => {
                    cell = Cell::of_text(&rich_text(&mut self.xml, self.line)?);
                }
                Piece::Start(start) if start.name() == "f" => {
                    let formula = self.xml.text(self.line)?;
                    // some programs leave the value to whoever opens the file: an empty cell would be a guess
                    cell = Cell::Fault(format!("={formula}"));
                }
                Piece::Start(_) => self.xml.pass_over(self.line)?,
                Piece::Nothing => return Err(xml::ended()),
                Piece::End | Piece::Text(_) => {}
            }
        }
        Ok(cell)
    }
}

impl Context {
    fn value(&self, value: String, head: &Head) -> Cell {
        match head.kind {
            Kind::Shared => {
                let shared = value.trim().parse().ok().and_then(|number| self.strings.get(number));
                Cell::of_text(shared.unwrap_or_default())
            }
            Kind::Text => Cell::of_text(&unescaped(value)),
            Kind::Bool => Cell::Bool(matches!(value.trim(), "1" | "true")),
            Kind::Fault => Cell::Fault(value),
            Kind::Date => dates::of_iso(&value).map_or_else(|| Cell::of_text(&value), Cell::Date),
            Kind::Number => match value.trim().parse::<f64>() {
                Ok(number) if head.shows_date => {
                    dates::of_days(number, self.since_1904).map_or(Cell::Number(number), Cell::Date)
                }
                Ok(number) if number.is_finite() => Cell::Number(number),
                _ => Cell::of_text(&value),
            },
        }
    }
}

/// Of `BC12` the column, from zero.
fn column_of(place: &str) -> Option<usize> {
    let mut column = 0_usize;
    for letter in place.bytes().take_while(u8::is_ascii_alphabetic) {
        column = column.checked_mul(26)?.checked_add(usize::from(letter.to_ascii_uppercase() - b'A') + 1)?;
    }
    column.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_letters() {
        assert_eq!(column_of("A1"), Some(0));
        assert_eq!(column_of("z9"), Some(25));
        assert_eq!(column_of("XFD1048576"), Some(16_383));
        assert_eq!(column_of("12"), None);
        assert_eq!(column_of(&"Z".repeat(100)), None);
    }
}
