//! A file read thing by thing.

use std::io::{BufRead, BufReader, Read};

use serde_json::value::RawValue;

use crate::bounded::RECORD_MAX;
use crate::entry::{Entry, Wrong};
use crate::error::FileError;
use crate::kind::Kind;
use crate::rows::{self, Row};
use crate::table::{Table, text};

/// What some programs put before UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// What UTF-16 begins with, as Excel's "Unicode text" is; Excel's own files, new and old; PDF; what is packed
/// with gzip or zstd.
const NO_TEXT: [&[u8]; 7] = [
    b"\xFF\xFE",
    b"\xFE\xFF",
    b"PK\x03\x04",
    b"\xD0\xCF\x11\xE0",
    b"%PDF-",
    b"\x1F\x8B",
    b"\x28\xB5\x2F\xFD",
];
/// Bytes of a file that tell whether it is text.
const LOOKED_AT: usize = 8 * 1024;

/// A file that is being read.
pub enum Input<R> {
    /// A JSON value per line.
    Lines(R, u64),
    /// A table; the rows that are read ahead belong to the next order.
    Table(Box<Table<R>>, Option<Row>, Kind),
}

/// Opens a file: JSON when it begins with a brace, a table otherwise.
pub fn open<R: Read>(input: R, kind: Kind) -> Result<Input<BufReader<R>>, FileError> {
    let mut input = BufReader::with_capacity(1 << 18, input);
    let head = input.fill_buf()?;
    if head.starts_with(MARK) {
        input.consume(MARK.len());
    }
    let head = input.fill_buf()?;
    if is_no_text(head) {
        return Err(FileError::NoText);
    }
    match head.iter().find(|b| !b.is_ascii_whitespace()) {
        None => return Err(FileError::Empty),
        Some(b'[') => return Err(FileError::List),
        Some(b'{') => return Ok(Input::Lines(input, 0)),
        Some(_) => {}
    }
    Ok(Input::Table(Box::new(Table::open(input, kind)?), None, kind))
}

/// Texts have no control characters in their first line, and hardly any elsewhere: a single one is the row's
/// to answer for.
fn is_no_text(head: &[u8]) -> bool {
    let head = head.get(..LOOKED_AT).unwrap_or(head);
    let control = |b: &&u8| b.is_ascii_control() && !b.is_ascii_whitespace();
    let first = head.split(|b| *b == b'\n').next().unwrap_or_default();
    NO_TEXT.iter().any(|mark| head.starts_with(mark))
        || first.iter().any(|b| control(&b))
        || head.iter().filter(control).count() > (head.len() / 32).max(8)
}

impl<R: BufRead> Input<R> {
    /// Columns of a table that mean nothing.
    pub fn ignored(&self) -> &[String] {
        match self {
            Self::Lines(..) => &[],
            Self::Table(table, ..) => &table.ignored,
        }
    }

    /// The next thing; `None` behind the last.
    pub fn entry(&mut self) -> Result<Option<Entry>, FileError> {
        match self {
            Self::Lines(input, line) => next_line(input, line),
            Self::Table(table, ahead, Kind::Pedidos) => next_order(table, ahead),
            Self::Table(table, ..) => Ok(next_row(table)?.map(Row::entry)),
        }
    }
}

fn next_line(input: &mut impl BufRead, line: &mut u64) -> Result<Option<Entry>, FileError> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        *line += 1;
        let read = input.by_ref().take(RECORD_MAX as u64).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        if read == RECORD_MAX && !bytes.ends_with(b"\n") {
            return Err(FileError::Endless(*line));
        }
        let trimmed = bytes.trim_ascii();
        if trimmed.is_empty() {
            continue;
        }
        let json = serde_json::from_str::<Box<RawValue>>(&text(trimmed)).map_err(|e| {
            let what = format!("não é um JSON válido (caractere {}): uma linha tem um objeto", e.column());
            vec![Wrong { line: *line, column: String::new(), what }]
        });
        return Ok(Some(Entry { line: *line, json, places: Vec::new() }));
    }
}

fn next_row<R: BufRead>(table: &mut Table<R>) -> Result<Option<Row>, FileError> {
    let row = table.next()?;
    Ok(row.map(|(line, cells)| Row::read(line, &cells, &table.columns, table.style)))
}

/// Rows that follow each other and have one channel and sourceId are one order.
fn next_order<R: BufRead>(table: &mut Table<R>, ahead: &mut Option<Row>) -> Result<Option<Entry>, FileError> {
    let first = match ahead.take() {
        Some(row) => row,
        None => match next_row(table)? {
            Some(row) => row,
            None => return Ok(None),
        },
    };
    let mut of_order = vec![first];
    while let Some(row) = next_row(table)? {
        let same =
            of_order.first().is_some_and(|first| first.order().is_some() && first.order() == row.order());
        if !same {
            *ahead = Some(row);
            break;
        }
        of_order.push(row);
    }
    Ok(Some(rows::order(of_order)))
}
