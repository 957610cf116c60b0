//! What an XLS says before its sheets: their names, formats, shared texts.

use crate::dates;
use crate::error::SheetError;
use crate::shared::Shared;

use super::container::{u16_at, u32_at};
use super::records::{Joined, Record, old_text, record, shared};

const SHEETS_MAX: usize = 256;

/// A sheet as the workbook names it.
pub struct Named {
    pub name: String,
    pub begin: usize,
    pub hidden: bool,
}

/// What the workbook says before its sheets.
#[derive(Default)]
pub struct Book {
    pub sheets: Vec<Named>,
    pub strings: Shared,
    pub since_1904: bool,
    /// Before Excel 97 letters had one byte.
    pub is_old: bool,
    /// Whether a style, by its number, shows dates.
    pub shows_dates: Vec<bool>,
}

impl Book {
    pub fn read(stream: &[u8]) -> Result<Self, SheetError> {
        let mut book = Self::default();
        let mut styles: Vec<u16> = Vec::new();
        let mut formats: Vec<(u16, bool)> = Vec::new();
        let begin = record(stream, 0).filter(|record| record.kind == 0x0809);
        let begin = begin.ok_or(SheetError::Broken("it does not begin as a workbook does"))?;
        book.is_old = u16_at(begin.data, 0) < 0x0600;
        let mut at = begin.next;
        while let Some(record) = record(stream, at) {
            at = record.next;
            match record.kind {
                // FILEPASS
                0x2F => return Err(SheetError::Password),
                // EOF
                0x0A => break,
                // DATEMODE
                0x22 => book.since_1904 = u16_at(record.data, 0) == 1,
                // FORMAT
                0x041E => {
                    formats.push((u16_at(record.data, 0), dates::shown_by(&book.format(stream, record))))
                }
                // XF
                0xE0 => styles.push(u16_at(record.data, 2)),
                // SST
                0xFC => book.strings = shared(stream, record)?,
                // BOUNDSHEET; charts and macros have other kinds
                0x85 if record.data.get(5) == Some(&0) => book.add_sheet(record.data)?,
                _ => {}
            }
        }
        formats.sort_unstable();
        let shows = |format: &u16| match formats.binary_search_by_key(format, |own| own.0) {
            Ok(place) => formats.get(place).is_some_and(|own| own.1),
            Err(_) => dates::shown_by_number(u32::from(*format)),
        };
        book.shows_dates = styles.iter().map(shows).collect();
        Ok(book)
    }

    fn format(&self, stream: &[u8], record: Record<'_>) -> String {
        if self.is_old {
            return old_text(record.data.get(3..).unwrap_or_default());
        }
        let data = record.data.get(2..).unwrap_or_default();
        Joined::new(stream, Record { data, ..record }).text().unwrap_or_default()
    }

    fn add_sheet(&mut self, data: &[u8]) -> Result<(), SheetError> {
        let length = data.get(6).copied().map_or(0, usize::from);
        let name = match (self.is_old, data.get(7)) {
            (true, _) => old_text(data.get(7..).and_then(|name| name.get(..length)).unwrap_or_default()),
            (false, Some(flags)) if flags & 1 == 1 => {
                let name = data.get(8..).and_then(|name| name.get(..length * 2)).unwrap_or_default();
                let name: Vec<u16> = name.chunks_exact(2).map(|unit| u16_at(unit, 0)).collect();
                String::from_utf16_lossy(&name)
            }
            (false, _) => data
                .get(8..)
                .and_then(|name| name.get(..length))
                .unwrap_or_default()
                .iter()
                .map(|byte| char::from(*byte))
                .collect(),
        };
        let hidden = data.get(4).is_some_and(|state| state & 3 != 0);
        self.sheets.push(Named { name, begin: u32_at(data, 0) as usize, hidden });
        if self.sheets.len() > SHEETS_MAX {
            return Err(SheetError::Broken("it has more sheets than a workbook has"));
        }
        Ok(())
    }
}
