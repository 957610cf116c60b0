//! The reader of XLS (Excel 97 to 2003, and 5): one sheet, record by record.
//!
//! Its one stream is kept in memory, which bounds everything that it can claim; a sheet is never spread out into
//! a rectangle, of which four kilobytes can ask for half a gigabyte.

mod book;
mod container;
mod records;
mod sheet;

use std::io::{Read, Seek};

use crate::cell::Row;
use crate::error::SheetError;
use crate::warning::Warning;

use book::Book;
use sheet::Position;

/// A workbook of which a sheet is being read.
pub struct Xls {
    stream: Vec<u8>,
    book: Book,
    position: Position,
}

impl Xls {
    /// The first sheet that is shown and has a row, with its name and what was noticed about the rest.
    pub fn open(file: impl Read + Seek) -> Result<(Self, String, Vec<Warning>), SheetError> {
        let (stream, mut warnings) = container::workbook(file)?;
        let mut book = Book::read(&stream)?;
        let mut chosen = None;
        for sheet in std::mem::take(&mut book.sheets) {
            let has_row = Position::new(&stream, sheet.begin).next_row(&stream, &book)?.is_some();
            match (has_row, sheet.hidden, &chosen) {
                (true, false, None) => chosen = Some((sheet.name, sheet.begin)),
                (true, ..) => warnings.push(Warning::OtherSheet { name: sheet.name, hidden: sheet.hidden }),
                (false, ..) => {}
            }
        }
        let (name, begin) = chosen.ok_or(SheetError::NoRows)?;
        let position = Position::new(&stream, begin);
        Ok((Self { stream, book, position }, name, warnings))
    }

    pub fn next_row(&mut self) -> Result<Option<Row>, SheetError> {
        self.position.next_row(&self.stream, &self.book)
    }
}
