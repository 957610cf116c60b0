//! A table whose heading was found: its rows below, and what its columns are.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::io::{Read, Seek};

use sheets::{Cell, Row, SheetError, Source, Table, Warning};

use crate::error::FileError;
use crate::kind::Kind;
use crate::mapping::Mapping;
use crate::options::Options;

/// Rows in which the heading is looked for: above it there may be a title.
const LOOKED_AT: usize = 20;

/// A table whose heading was found.
pub struct Sheet<F: Read> {
    table: Table<F>,
    ahead: VecDeque<Row>,
    /// Where the table breaks off, behind the rows that were read ahead.
    broken: Option<SheetError>,
    /// What its columns are.
    pub mapping: Mapping,
    /// Where the heading stands.
    pub heading_line: u64,
}

impl<F: Read + Seek + Send> Sheet<F> {
    /// Opens a table and finds its heading: of the first rows the one that names what the rows cannot do
    /// without, and of several the one that names the most.
    pub fn open(file: F, kind: Kind, options: &Options) -> Result<Self, FileError> {
        Self::opened(file, kind, options, false)
    }

    /// The same of a table that may lack columns: the likeliest heading, for somebody to say what is what.
    pub fn open_to_explain(file: F, kind: Kind, options: &Options) -> Result<Self, FileError> {
        Self::opened(file, kind, options, true)
    }

    fn opened(file: F, kind: Kind, options: &Options, lenient: bool) -> Result<Self, FileError> {
        let mut table = Table::open(file)?;
        let (mut ahead, mut broken) = (VecDeque::new(), None);
        while ahead.len() < LOOKED_AT && broken.is_none() {
            match table.next_row() {
                Ok(Some(row)) => ahead.push_back(row),
                Ok(None) => break,
                Err(error) if ahead.is_empty() => return Err(error.into()),
                Err(error) => broken = Some(error),
            }
        }
        let (place, mapping) = heading(&ahead, (kind, options), lenient)?;
        let heading_line = ahead.drain(..=place).next_back().map_or(1, |row| row.line);
        Ok(Self { table, ahead, broken, mapping, heading_line })
    }

    /// The next row with anything in it.
    pub fn next(&mut self) -> Result<Option<Row>, FileError> {
        if let Some(row) = self.ahead.pop_front() {
            return Ok(Some(row));
        }
        match self.broken.take() {
            Some(error) => Err(error.into()),
            None => Ok(self.table.next_row()?),
        }
    }

    /// What the table was read from.
    pub fn source(&self) -> &Source {
        self.table.source()
    }

    /// What the reader noticed so far.
    pub fn warnings(&self) -> &[Warning] {
        self.table.warnings()
    }
}

/// A row that may be the heading.
struct Candidate {
    place: usize,
    line: u64,
    /// Columns that are taken, and cells that are filled.
    known: usize,
    filled: usize,
    mapping: Mapping,
}

/// The place of the row that names the columns, and what they are.
fn heading(
    rows: &VecDeque<Row>,
    (kind, options): (Kind, &Options),
    lenient: bool,
) -> Result<(usize, Mapping), FileError> {
    let mut candidates = Vec::new();
    let mut refused: Option<(usize, FileError)> = None;
    for (place, row) in rows.iter().enumerate() {
        let headings: Vec<String> = row.cells.iter().map(text).collect();
        let filled = headings.iter().filter(|heading| !heading.is_empty()).count();
        match Mapping::of(&headings, kind, options) {
            Ok(mapping) => {
                let known = mapping.taken().count();
                candidates.push(Candidate { place, line: row.line, known, filled, mapping });
            }
            Err(why @ (FileError::Refused(_) | FileError::NoProfile(_) | FileError::NoMember(_))) => {
                return Err(why);
            }
            Err(why) => {
                let why = match why {
                    FileError::Twice(column, _) => FileError::Twice(column, row.line),
                    why => why,
                };
                if refused.as_ref().is_none_or(|(most, _)| filled > *most) {
                    refused = Some((filled, why));
                }
            }
        }
    }
    // a row without a column that was named is no heading where another row has it
    let refused =
        refused.filter(|(_, why)| candidates.is_empty() || !matches!(why, FileError::NoColumn { .. }));
    // of several that know as much the first
    candidates.sort_by_key(|one| (!may_do(&one.mapping), Reverse(one.known), Reverse(one.filled)));
    match (candidates.into_iter().next(), refused) {
        (Some(best), _) if may_do(&best.mapping) => Ok((best.place, best.mapping)),
        (_, Some((_, why))) => Err(why),
        (Some(best), None) if lenient => Ok((best.place, best.mapping)),
        (Some(Candidate { line, mapping, .. }), None) => {
            Err(FileError::Missing { line, missing: mapping.missing(), headings: mapping.headings, kind })
        }
        (None, None) => Err(FileError::Empty),
    }
}

/// Whether nothing is missing but perhaps a channel, which the store may tell.
fn may_do(mapping: &Mapping) -> bool {
    let type_known = mapping.profile.as_ref().is_some_and(|profile| profile.tipo_canal.is_some());
    let any = mapping.taken().next().is_some();
    any && mapping.missing().iter().all(|name| *name == "canalId" && type_known)
}

/// A cell as people see it; empty for what has no text.
pub fn text(cell: &Cell) -> String {
    cell.text().map(std::borrow::Cow::into_owned).unwrap_or_default()
}
