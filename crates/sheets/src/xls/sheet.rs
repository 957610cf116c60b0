//! The rows of a sheet of an XLS.

use crate::bounds::RECORD_MAX;
use crate::cell::{Cell, Row};
use crate::dates;
use crate::error::SheetError;

use super::book::Book;
use super::container::{f64_at, u16_at, u32_at};
use super::records::{Joined, Record, old_text, record};

/// Where in a sheet the reader is.
pub struct Position {
    at: usize,
    /// A row that another one has followed is over: rows only go down.
    line: u64,
}

/// A cell of a record.
struct Placed {
    column: usize,
    cell: Cell,
}

impl Position {
    pub fn new(stream: &[u8], begin: usize) -> Self {
        // behind the record that begins the sheet
        let at = record(stream, begin).map_or(usize::MAX, |begin| begin.next);
        Self { at, line: 0 }
    }

    /// The next row with something in it.
    pub fn next_row(&mut self, stream: &[u8], book: &Book) -> Result<Option<Row>, SheetError> {
        let mut cells: Vec<Cell> = Vec::new();
        let mut letters = 0;
        // a formula's text comes in a record behind it
        let mut awaits_text = None;
        let mut charts = 0_u32;
        while let Some(record) = record(stream, self.at) {
            match record.kind {
                // BOF of a chart in the sheet, and its EOF
                0x0809 => charts += 1,
                0x0A if charts > 0 => charts -= 1,
                0x0A => break,
                _ if charts > 0 => {}
                // STRING
                0x0207 => {
                    if let Some(column) = awaits_text.take() {
                        let text = text(stream, record, record.data, book);
                        letters += text.len();
                        put(&mut cells, Placed { column, cell: Cell::of_text(&text) });
                    }
                }
                // LABELSST, NUMBER, RK, MULRK, LABEL, RSTRING, BOOLERR, FORMULA
                0xFD | 0x0203 | 0x027E | 0xBD | 0x0204 | 0xD6 | 0x0205 | 0x06 => {
                    let line = u64::from(u16_at(record.data, 0)) + 1;
                    if line > self.line && cells.iter().any(|cell| !cell.is_empty()) {
                        break;
                    }
                    if line < self.line {
                        return Err(SheetError::Broken("its rows are not in order: save it again, as XLSX"));
                    }
                    if line > self.line {
                        cells.clear();
                    }
                    self.line = line;
                    let column = usize::from(u16_at(record.data, 2));
                    awaits_text = (record.kind == 0x06 && is_text(record.data)).then_some(column);
                    for placed in placed(stream, record, book, column) {
                        if let Cell::Text(text) = &placed.cell {
                            letters += text.len();
                        }
                        put(&mut cells, placed);
                    }
                }
                _ => {}
            }
            if letters > RECORD_MAX {
                return Err(SheetError::Endless(self.line));
            }
            self.at = record.next;
        }
        Ok(Row::new(self.line, cells))
    }
}

/// A sheet has 256 columns, whatever a file says.
const COLUMNS: usize = 256;

fn put(cells: &mut Vec<Cell>, placed: Placed) {
    if placed.column < COLUMNS && !placed.cell.is_empty() {
        if cells.len() <= placed.column {
            cells.resize(placed.column + 1, Cell::Empty);
        }
        if let Some(place) = cells.get_mut(placed.column) {
            *place = placed.cell;
        }
    }
}

/// A formula's result is a text, which comes in another record.
fn is_text(data: &[u8]) -> bool {
    u16_at(data, 12) == 0xFFFF && data.get(6) == Some(&0)
}

/// The cells of a record, of which one kind has several.
fn placed(stream: &[u8], record: Record<'_>, book: &Book, column: usize) -> Vec<Placed> {
    let data = record.data;
    let style = u16_at(data, 4);
    let one = |cell| vec![Placed { column, cell }];
    match record.kind {
        0xFD => one(Cell::of_text(book.strings.get(u32_at(data, 6) as usize).unwrap_or_default())),
        0x0203 => one(number(f64_at(data, 6), style, book)),
        0x027E => one(number(short_number(u32_at(data, 6)), style, book)),
        0xBD => {
            let pairs = data.get(4..data.len().saturating_sub(2)).unwrap_or_default().chunks_exact(6);
            let cell = |pair: &[u8]| number(short_number(u32_at(pair, 2)), u16_at(pair, 0), book);
            (column..).zip(pairs).map(|(column, pair)| Placed { column, cell: cell(pair) }).collect()
        }
        0x0204 | 0xD6 => one(Cell::of_text(&text(stream, record, data.get(6..).unwrap_or_default(), book))),
        0x0205 => one(true_or_fault(data.get(6).copied().unwrap_or(0), data.get(7) == Some(&1))),
        _ if u16_at(data, 12) != 0xFFFF => one(number(f64_at(data, 6), style, book)),
        _ => {
            let value = data.get(8).copied().unwrap_or(0);
            match data.get(6) {
                Some(1) => one(true_or_fault(value, false)),
                Some(2) => one(true_or_fault(value, true)),
                _ => Vec::new(),
            }
        }
    }
}

/// A text in a record of its own.
fn text(stream: &[u8], record: Record<'_>, data: &[u8], book: &Book) -> String {
    if book.is_old {
        let length = usize::from(u16_at(data, 0));
        return old_text(data.get(2..).and_then(|text| text.get(..length)).unwrap_or_default());
    }
    Joined::new(stream, Record { data, ..record }).text().unwrap_or_default()
}

fn number(number: f64, style: u16, book: &Book) -> Cell {
    let shows_date = book.shows_dates.get(usize::from(style)).copied().unwrap_or(false);
    match dates::of_days(number, book.since_1904).filter(|_| shows_date) {
        Some(date) => Cell::Date(date),
        None if number.is_finite() => Cell::Number(number),
        None => Cell::Empty,
    }
}

/// A number of thirty bits: whole, or the upper half of a greater one; or a hundredth of either.
fn short_number(bits: u32) -> f64 {
    let number = if bits & 2 == 0 {
        f64::from_bits(u64::from(bits & !3) << 32)
    } else {
        f64::from(bits.cast_signed() >> 2)
    };
    if bits & 1 == 0 { number } else { number / 100.0 }
}

fn true_or_fault(value: u8, is_fault: bool) -> Cell {
    if !is_fault {
        return Cell::Bool(value != 0);
    }
    let name = match value {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0F => "#VALUE!",
        0x17 => "#REF!",
        0x1D => "#NAME?",
        0x24 => "#NUM!",
        0x2A => "#N/A",
        _ => "#ERROR!",
    };
    Cell::Fault(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_are_numbers() {
        assert_eq!(short_number(123_456 << 2 | 3), 1234.56);
        assert_eq!(short_number((-5_i32 << 2).cast_unsigned() | 2), -5.0);
        assert_eq!(short_number((1.5_f64.to_bits() >> 32) as u32), 1.5);
    }
}
