//! The reader of ODS: one sheet, streamed from its place in the archive.

mod cell;
mod outline;

use std::io::{BufRead, BufReader, Read, Seek};

use crate::archive::{Archive, Unpacked};
use crate::bounds::{COLUMNS_MAX, RECORD_MAX, ROWS_MAX};
use crate::cell::{Cell, Row};
use crate::error::SheetError;
use crate::warning::Warning;
use crate::xml::{self, Piece, Xml};

use outline::{Found, outline};

type Part<F> = Xml<BufReader<Unpacked<F>>>;

/// A workbook of which a sheet is being read.
pub struct Ods<F: Read> {
    xml: Part<F>,
    rows: Rows,
}

impl<F: Read + Seek> Ods<F> {
    /// The first sheet that is shown and has a row, with its name and what was noticed about the rest.
    pub fn open(mut file: F, archive: &Archive) -> Result<(Self, String, Vec<Warning>), SheetError> {
        if is_encrypted(archive, &mut file)? {
            return Err(SheetError::Password);
        }
        let mut warnings = Vec::new();
        if archive
            .entries
            .iter()
            .any(|entry| entry.name.starts_with("Basic/") || entry.name.starts_with("Scripts/"))
        {
            warnings.push(Warning::Macros);
        }
        let content = archive.entry("content.xml").ok_or(SheetError::NoTable)?;
        let mut chosen = None;
        let mut xml: Part<&mut F> = Xml::new(BufReader::new(content.open(&mut file)?));
        for Found { number, name, hidden } in outline(&mut xml)? {
            match &chosen {
                None if !hidden => chosen = Some((number, name)),
                _ => warnings.push(Warning::OtherSheet { name, hidden }),
            }
        }
        let (number, name) = chosen.ok_or(SheetError::NoRows)?;
        let mut xml: Part<F> = Xml::new(BufReader::with_capacity(1 << 16, content.open(file)?));
        for _ in 0..=number {
            outline::next_sheet(&mut xml, &mut |_| {})?.ok_or_else(xml::ended)?;
        }
        let rows = Rows::of(&xml);
        Ok((Self { xml, rows }, name, warnings))
    }

    pub fn next_row(&mut self) -> Result<Option<Row>, SheetError> {
        self.rows.next_row(&mut self.xml)
    }
}

/// Every part of a workbook with a password is told as encrypted in its manifest.
fn is_encrypted<F: Read + Seek>(archive: &Archive, file: &mut F) -> Result<bool, SheetError> {
    let Some(manifest) = archive.entry("META-INF/manifest.xml") else { return Ok(false) };
    let mut xml = Xml::new(BufReader::new(manifest.open(file)?));
    loop {
        match xml.next(1)? {
            Piece::Start(start) if start.name() == "encryption-data" => return Ok(true),
            Piece::Nothing => return Ok(false),
            Piece::Start(_) | Piece::End | Piece::Text(_) => xml.begin(),
        }
    }
}

/// The rows of a sheet whose begin was read.
struct Rows {
    /// The depth of what is outside the sheet.
    outside: usize,
    line: u64,
    /// A row that the file has once and the sheet several times; how often still.
    again: Option<(Row, u64)>,
}

impl Rows {
    fn of<R: BufRead>(xml: &Xml<R>) -> Self {
        Self { outside: xml.depth().saturating_sub(1), line: 0, again: None }
    }

    /// The next row with something in it.
    fn next_row<R: BufRead>(&mut self, xml: &mut Xml<R>) -> Result<Option<Row>, SheetError> {
        if let Some((mut row, times)) = self.again.take() {
            row.line += 1;
            if times > 1 {
                self.again = Some((row.clone(), times - 1));
            }
            return Ok(Some(row));
        }
        while xml.depth() > self.outside {
            xml.begin();
            match xml.next(self.line + 1)? {
                Piece::Start(start) if start.name() == "table-row" => {
                    let times = start.attribute("number-rows-repeated").and_then(|times| times.parse().ok());
                    let times: u64 = times.unwrap_or(1).max(1);
                    let line = self.line + 1;
                    self.line = self.line.saturating_add(times).min(u64::MAX - 1);
                    if let Some(row) = Row::new(line, cells(xml, line)?) {
                        if self.line > ROWS_MAX {
                            return Err(SheetError::Rows(line));
                        }
                        self.again = (times > 1).then(|| (row.clone(), times - 1));
                        return Ok(Some(row));
                    }
                }
                // rows may stand in groups; drawings and the history of changes may have tables of their own
                Piece::Start(start)
                    if !matches!(start.name(), "table-header-rows" | "table-rows" | "table-row-group") =>
                {
                    xml.pass_over(self.line + 1)?;
                }
                Piece::Nothing => return Err(xml::ended()),
                Piece::Start(_) | Piece::End | Piece::Text(_) => {}
            }
        }
        Ok(None)
    }
}

/// The cells of the row whose begin was read.
fn cells<R: BufRead>(xml: &mut Xml<R>, line: u64) -> Result<Vec<Cell>, SheetError> {
    let outside = xml.depth().saturating_sub(1);
    let mut cells: Vec<Cell> = Vec::new();
    let mut column = 0_usize;
    let mut letters = 0;
    while xml.depth() > outside {
        let (head, times) = match xml.next(line)? {
            Piece::Start(start) if matches!(start.name(), "table-cell" | "covered-table-cell") => {
                let times = start.attribute("number-columns-repeated").and_then(|times| times.parse().ok());
                (cell::Head::of(&start), times.unwrap_or(1_usize).max(1))
            }
            Piece::Nothing => return Err(xml::ended()),
            Piece::Start(_) | Piece::End | Piece::Text(_) => continue,
        };
        let cell = cell::read(xml, head, line)?;
        let behind = column.saturating_add(times);
        if !cell.is_empty() {
            if behind > COLUMNS_MAX {
                return Err(SheetError::Wide { line, columns: behind });
            }
            if let Cell::Text(text) = &cell {
                letters += text.len() * times;
            }
            if letters > RECORD_MAX {
                return Err(SheetError::Endless(line));
            }
            cells.resize(column, Cell::Empty);
            cells.resize(behind, cell);
        }
        column = behind;
    }
    Ok(cells)
}
