//! Tables: which separator, which columns, which letters.

use std::borrow::Cow;
use std::io::{BufRead, Chain};

use csv::{ByteRecord, ReaderBuilder, Terminator};

use crate::bounded::Bounded;
use crate::error::FileError;
use crate::kind::{Column, Kind};
use crate::values::Style;

/// Columns of a table.
const COLUMNS_MAX: usize = 1000;

/// What is put behind the file: every line then ends in the same way, the last one too, and lines can be
/// counted; and a text whose quote nobody closed ends with it.
const TAIL: &[u8] = b"\n\0\n";

/// A table that is being read.
pub struct Table<R> {
    reader: csv::Reader<Bounded<Chain<R, &'static [u8]>>>,
    record: ByteRecord,
    /// What each column of the file is; `None` for one that is passed over.
    pub columns: Vec<Option<&'static Column>>,
    /// Columns of the file that mean nothing.
    pub ignored: Vec<String>,
    pub style: Style,
}

/// Of the first line the separator that stands there most often.
fn separator(head: &[u8]) -> u8 {
    let line = head.split(|b| *b == b'\n').next().unwrap_or_default();
    let count = |separator: u8| line.iter().filter(|b| **b == separator).count();
    [b';', b'\t', b',']
        .into_iter()
        .max_by_key(|separator| (count(*separator), *separator == b','))
        .unwrap_or(b',')
}

/// UTF-8, or else what Windows writes in Brazil, line by line.
pub fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => encoding_rs::WINDOWS_1252.decode(bytes).0,
    }
}

impl<R: BufRead> Table<R> {
    /// Reads the line with the columns' names.
    pub fn open(mut input: R, kind: Kind) -> Result<Self, FileError> {
        let separator = separator(input.fill_buf()?);
        let input = Bounded::new(input.chain(TAIL));
        let mut reader = ReaderBuilder::new()
            .delimiter(separator)
            .terminator(Terminator::Any(b'\n'))
            .flexible(true)
            .from_reader(input);
        let named = reader.byte_headers().map(|names| names.iter().map(|name| text(name).trim().to_owned()));
        let names: Result<Vec<String>, csv::Error> = named.map(Iterator::collect);
        if reader.get_ref().too_long() {
            return Err(FileError::Endless(1));
        }
        let names = names?;
        if names.len() > COLUMNS_MAX {
            return Err(FileError::Wide(names.len()));
        }
        let known = |name: &str| kind.columns().iter().find(|column| column.name.eq_ignore_ascii_case(name));
        let columns: Vec<_> = names.iter().map(|name| known(name)).collect();
        let ignored = names.iter().zip(&columns).filter(|(_, column)| column.is_none());
        let ignored: Vec<String> = ignored.map(|(name, _)| name.clone()).collect();
        let missing: Vec<&str> = kind
            .columns()
            .iter()
            .filter(|column| column.required && !columns.contains(&Some(column)))
            .map(|column| column.name)
            .collect();
        if !missing.is_empty() {
            return Err(FileError::Missing(missing, kind));
        }
        for (place, column) in columns.iter().enumerate() {
            let earlier = columns.get(..place).unwrap_or_default();
            if let Some(column) = column.filter(|_| earlier.contains(column)) {
                return Err(FileError::Twice(column.name));
            }
        }
        let style = Style { comma: separator != b',' };
        Ok(Self { reader, record: ByteRecord::new(), columns, ignored, style })
    }

    /// The next row: its line, and its cells without the space around them; `None` behind the last.
    pub fn next(&mut self) -> Result<Option<(u64, Vec<String>)>, FileError> {
        loop {
            let begin = self.reader.position().line();
            self.reader.get_mut().begin();
            let read = self.reader.read_byte_record(&mut self.record);
            if self.reader.get_ref().too_long() {
                return Err(FileError::Endless(begin));
            }
            if !read? {
                return Ok(None);
            }
            // a text in quotes may have several lines; where a record begins the reader does not tell
            let inside = self.record.as_slice().iter().filter(|b| **b == b'\n').count() as u64;
            let line = self.reader.position().line().saturating_sub(1 + inside);
            match self.record.iter().next_back() {
                Some(b"\0") if self.record.len() == 1 => continue,
                // no line end of its own was behind it
                Some(last) if last.ends_with(TAIL) => return Err(FileError::OpenQuote(line + 1)),
                _ => {}
            }
            let cells: Vec<String> = self.record.iter().map(|cell| text(cell).trim().to_owned()).collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                return Ok(Some((line, cells)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_separator_is_the_one_of_the_first_line() {
        assert_eq!(separator(b"sku;nome;preco\n1,2;3"), b';');
        assert_eq!(separator(b"sku,nome\na;b;c;d"), b',');
        assert_eq!(separator(b"sku\tnome\n"), b'\t');
        assert_eq!(separator(b"sku"), b',');
    }

    #[test]
    fn letters_of_both_kinds_are_read() {
        assert_eq!(text("camisão".as_bytes()), "camisão");
        assert_eq!(text(b"camis\xE3o"), "camisão");
    }
}
