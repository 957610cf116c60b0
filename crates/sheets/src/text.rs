//! Tables of text: records, cells, lines, and which separator stands between them.

use std::io::BufRead;

use crate::bounds::{COLUMNS_MAX, RECORD_MAX};
use crate::cell::{Cell, Row};
use crate::error::SheetError;
use crate::letters::decode;
use crate::quotes::{Place, unquoted};
use crate::warning::Warning;

/// What may stand between cells, in the order in which one is taken if nothing decides.
const SEPARATORS: [u8; 4] = [b';', b'\t', b',', b'|'];
/// Records that are looked at for the separator.
const LOOKED_AT: usize = 30;

/// A table of text that is being read; its letters are UTF-8 or of one byte.
pub struct Text<R> {
    input: R,
    separator: u8,
    /// Line ends passed so far.
    lines: u64,
    /// The last byte was a carriage return: a line feed behind it is the same line end.
    returned: bool,
    ended: bool,
    /// The record's cells with their quotes, one behind the other; where each ends, and in which place.
    bytes: Vec<u8>,
    ends: Vec<(usize, Place)>,
    /// A quote that was kept.
    loose: Option<Warning>,
}

impl<R: BufRead> Text<R> {
    /// A table, and what its first bytes (in UTF-8 or letters of one byte) say about its separator.
    pub fn new(input: R, head: &[u8]) -> Result<Self, SheetError> {
        let said = said(head);
        let mut text = Self::separated(input, said.unwrap_or_else(|| guessed(head)));
        if said.is_some() {
            text.record()?;
        }
        Ok(text)
    }

    fn separated(input: R, separator: u8) -> Self {
        Self {
            input,
            separator,
            lines: 0,
            returned: false,
            ended: false,
            bytes: Vec::new(),
            ends: Vec::new(),
            loose: None,
        }
    }

    pub fn separator(&self) -> u8 {
        self.separator
    }

    /// A quote that was kept since the last time.
    pub fn loose_quote(&mut self) -> Option<Warning> {
        self.loose.take()
    }

    /// The next row with something in it.
    pub fn next_row(&mut self) -> Result<Option<Row>, SheetError> {
        while !self.ended {
            let line = self.lines + 1;
            self.record()?;
            let mut begin = 0;
            let mut cells = Vec::with_capacity(self.ends.len());
            for (end, place) in &self.ends {
                let bytes = self.bytes.get(begin..*end).unwrap_or_default();
                begin = *end;
                if *place == Place::Loose {
                    self.loose = Some(Warning::LooseQuote { line, sample: Warning::sample(&decode(bytes)) });
                }
                cells.push(match unquoted(bytes, *place) {
                    Some(bytes) => Cell::of_text(&decode(&bytes)),
                    None => Cell::of_text(&decode(bytes)),
                });
            }
            if let Some(row) = Row::new(line, cells) {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    /// Reads up to the next line end outside quotes.
    fn record(&mut self) -> Result<(), SheetError> {
        let begin = self.lines + 1;
        self.bytes.clear();
        self.ends.clear();
        let mut place = Place::Start;
        let mut opened = begin;
        let mut length = 0;
        'record: loop {
            let ready = self.input.fill_buf().map_err(|error| SheetError::of_io(error, begin))?;
            if ready.is_empty() {
                self.ended = true;
                break;
            }
            let mut taken = 0;
            for byte in ready {
                taken += 1;
                let second = *byte == b'\n' && self.returned;
                self.returned = *byte == b'\r';
                if second {
                    continue;
                }
                let line_end = matches!(byte, b'\r' | b'\n');
                self.lines += u64::from(line_end);
                if place != Place::Quoted && line_end {
                    self.input.consume(taken);
                    break 'record;
                }
                if place != Place::Quoted && *byte == self.separator {
                    self.ends.push((self.bytes.len(), place));
                    place = Place::Start;
                    if self.ends.len() >= COLUMNS_MAX {
                        return Err(SheetError::Wide { line: begin, columns: COLUMNS_MAX + 1 });
                    }
                    continue;
                }
                if place == Place::Start {
                    opened = self.lines + 1;
                }
                place = place.after(*byte);
                self.bytes.push(if *byte == b'\r' { b'\n' } else { *byte });
            }
            self.input.consume(taken);
            length += taken;
            if length > RECORD_MAX {
                return Err(SheetError::Endless(begin));
            }
        }
        if place == Place::Quoted {
            return Err(SheetError::OpenQuote(opened));
        }
        self.ends.push((self.bytes.len(), place));
        Ok(())
    }
}

/// The separator that a first line `sep=;` says: Excel's own way.
fn said(head: &[u8]) -> Option<u8> {
    let line = head.split(|b| matches!(b, b'\r' | b'\n')).next()?.trim_ascii_start();
    let line = line.strip_prefix(b"\"").unwrap_or(line);
    let (name, behind) = line.split_at_checked(4)?;
    let separator = behind.first().filter(|_| name.eq_ignore_ascii_case(b"sep="))?;
    SEPARATORS.contains(separator).then_some(*separator)
}

/// The separator with which most of the first records have one number of columns; with as many, the one of more
/// columns. The first line alone does not decide: a title may stand above the heading.
fn guessed(head: &[u8]) -> u8 {
    let mut best = (0, 0, b';');
    for separator in SEPARATORS {
        let mut columns: Vec<usize> = Vec::new();
        let mut text = Text::separated(head, separator);
        while columns.len() < LOOKED_AT && !text.ended && text.record().is_ok() {
            // the last one may be cut
            if !text.ended || columns.is_empty() {
                columns.push(text.ends.len());
            }
        }
        for number in columns.iter().filter(|number| **number > 1) {
            let agree = columns.iter().filter(|other| *other == number).count();
            if (agree, *number) > (best.0, best.1) {
                best = (agree, *number, separator);
            }
        }
    }
    best.2
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<Vec<(u64, Vec<String>)>, SheetError> {
        let mut table = Text::new(text.as_bytes(), text.as_bytes())?;
        let mut rows = Vec::new();
        while let Some(row) = table.next_row()? {
            let cells = row.cells.iter().map(|cell| cell.text().unwrap().into_owned()).collect();
            rows.push((row.line, cells));
        }
        Ok(rows)
    }

    fn row(line: u64, cells: &[&str]) -> (u64, Vec<String>) {
        (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
    }

    #[test]
    fn most_lines_decide_about_the_separator() {
        assert_eq!(guessed(b"sku;nome;preco\n1,2;3;4,5\n"), b';');
        assert_eq!(guessed(b"Lista, de 1, 2 e 3\n\nsku;nome\na;b\nc;d\n"), b';');
        assert_eq!(guessed(b"sku\tnome\n1\t2"), b'\t');
        assert_eq!(guessed(b"sku|nome\n1|2"), b'|');
        assert_eq!(guessed(b"sku,nome\na;b,c\nd,\"e;f;g\"\n"), b',');
        assert_eq!(guessed(b"sku"), b';');
    }

    #[test]
    fn the_first_line_may_say_the_separator() {
        assert_eq!(rows("sep=|\r\nsku|a;b;c\r\n").unwrap(), [row(2, &["sku", "a;b;c"])]);
        assert_eq!(rows("\"sep=,\"\nsku,a;b;c").unwrap(), [row(2, &["sku", "a;b;c"])]);
    }

    #[test]
    fn lines_are_counted_whatever_ends_them() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["sku;nome", "", "1;\"a", "b\"", ";", "2;c"].join(end);
            let expected = [row(1, &["sku", "nome"]), row(3, &["1", "a\nb"]), row(6, &["2", "c"])];
            assert_eq!(rows(&text).unwrap(), expected, "{end:?}");
        }
        let mixed = rows("a;b\r1;2\n3;4\r\n\r5;6").unwrap();
        assert_eq!(mixed.iter().map(|row| row.0).collect::<Vec<_>>(), [1, 2, 3, 5]);
    }

    #[test]
    fn an_open_quote_is_told_with_its_line() {
        assert!(matches!(rows("a;b\n1;\"x\ny\"\n2;3\n4;\"x\n5;6\n"), Err(SheetError::OpenQuote(5))));
        let long = format!("a;b\n1;\"{}", "x".repeat(RECORD_MAX + 1));
        assert!(matches!(rows(&long), Err(SheetError::Endless(2))));
    }

    #[test]
    fn a_row_has_an_end() {
        assert!(matches!(rows(&";".repeat(5000)), Err(SheetError::Wide { line: 1, .. })));
        assert!(rows(&format!("a{}b", ";".repeat(999))).is_ok());
    }

    #[test]
    fn blanks_around_a_cell_go() {
        assert_eq!(rows("\u{A0}a ; \u{A0};\"b\"\u{A0}\n").unwrap(), [row(1, &["a", "", "\"b\""])]);
    }
}
