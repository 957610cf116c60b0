//! Feeds for Google Merchant Center (RSS and Atom) as a table: a row for each item.

use std::collections::VecDeque;
use std::io::BufRead;

use crate::bounds::{COLUMNS_MAX, RECORD_MAX};
use crate::cell::{Cell, Row};
use crate::error::SheetError;
use crate::warning::Warning;
use crate::xml::{self, Piece, Xml};

/// Items that say which columns there are; and as many as fit in a record's size, since they wait in memory.
const LOOKED_AT: usize = 100;
/// What stands between the values of an element that an item has several times.
const BETWEEN: &str = "|";

/// Bytes of several values of which one that is there already is left out; comparing more takes too long.
const COMPARED_MAX: usize = 4096;

/// An element's name and its text, in the order of the file.
type Item = Vec<(String, String)>;

/// A feed that is being read.
pub struct Merchant<R> {
    xml: Xml<R>,
    columns: Vec<String>,
    ahead: VecDeque<Item>,
    line: u64,
    unknown: Option<Warning>,
}

impl<R: BufRead> Merchant<R> {
    /// Reads ahead to see which columns there are.
    pub fn new(xml: Xml<R>) -> Result<Self, SheetError> {
        let mut feed = Self { xml, columns: Vec::new(), ahead: VecDeque::new(), line: 0, unknown: None };
        let mut size = 0;
        while feed.ahead.len() < LOOKED_AT && size < RECORD_MAX {
            let Some(item) = feed.item(feed.ahead.len() as u64 + 2)? else { break };
            for (name, text) in &item {
                size += name.len() + text.len();
                if !feed.columns.contains(name) {
                    feed.columns.push(name.clone());
                }
            }
            if feed.columns.len() > COLUMNS_MAX {
                return Err(SheetError::Wide {
                    line: feed.ahead.len() as u64 + 2,
                    columns: feed.columns.len(),
                });
            }
            feed.ahead.push_back(item);
        }
        Ok(feed)
    }

    /// An element that the first items did not have, since the last time.
    pub fn unknown_column(&mut self) -> Option<Warning> {
        self.unknown.take()
    }

    /// The heading, then the items.
    pub fn next_row(&mut self) -> Result<Option<Row>, SheetError> {
        loop {
            self.line += 1;
            if self.line == 1 {
                return Ok(Row::new(1, self.columns.iter().map(|name| Cell::of_text(name)).collect()));
            }
            let item = match self.ahead.pop_front() {
                Some(item) => item,
                None => match self.item(self.line)? {
                    Some(item) => item,
                    None => return Ok(None),
                },
            };
            let mut cells = vec![Cell::Empty; self.columns.len()];
            for (name, text) in item {
                let column = self.columns.iter().position(|column| *column == name);
                match column.and_then(|column| cells.get_mut(column)) {
                    Some(cell) => *cell = Cell::of_text(&text),
                    None => self.unknown = Some(Warning::UnknownColumn { line: self.line, name }),
                }
            }
            if let Some(row) = Row::new(self.line, cells) {
                return Ok(Some(row));
            }
        }
    }

    /// The next item, wherever it stands.
    fn item(&mut self, line: u64) -> Result<Option<Item>, SheetError> {
        loop {
            match self.xml.next(line)? {
                Piece::Start(start) if matches!(start.name(), "item" | "entry") => break,
                Piece::Nothing => return Ok(None),
                Piece::Start(_) | Piece::End | Piece::Text(_) => {}
            }
        }
        self.xml.begin();
        let outside = self.xml.depth().saturating_sub(1);
        let mut item = Item::new();
        while self.xml.depth() > outside {
            let (name, address) = match self.xml.next(line)? {
                Piece::Start(start) => (start.name().to_owned(), start.attribute("href")),
                Piece::Nothing => return Err(xml::ended()),
                Piece::End | Piece::Text(_) => continue,
            };
            let text = value(&mut self.xml, line)?;
            let text = if text.is_empty() { address.unwrap_or_default() } else { text };
            match item.iter_mut().find(|(other, _)| *other == name) {
                _ if text.is_empty() => {}
                None => item.push((name, text)),
                // `title` and `g:title` say the same
                Some((_, texts))
                    if texts.len() < COMPARED_MAX && texts.split(BETWEEN).any(|other| other == text) => {}
                Some((_, texts)) => {
                    texts.push_str(BETWEEN);
                    texts.push_str(&text);
                }
            }
            if item.len() > COLUMNS_MAX {
                return Err(SheetError::Wide { line, columns: item.len() });
            }
        }
        Ok(Some(item))
    }
}

/// The text of an element whose begin was read; of elements in it (`shipping`) with colons between, as Google writes
/// them in tables.
fn value<R: BufRead>(xml: &mut Xml<R>, line: u64) -> Result<String, SheetError> {
    let outside = xml.depth().saturating_sub(1);
    let mut values: Vec<String> = Vec::new();
    let mut text = String::new();
    while xml.depth() > outside {
        match xml.next(line)? {
            Piece::Text(piece) => text.push_str(&piece),
            Piece::Nothing => return Err(xml::ended()),
            Piece::Start(_) | Piece::End => {
                if !text.trim().is_empty() {
                    values.push(text.trim().to_owned());
                }
                text.clear();
            }
        }
    }
    Ok(values.join(":"))
}
