//! Reading an archive, every row of it held against its checksum.

use std::io::{self, BufRead, ErrorKind, Read};

use db::tables::Cell;

use super::ArchiveError;
use super::format::{FORMAT, Header, Mark, Summary, TableSum, VERSION};

/// An element of an archive.
pub(super) enum Piece {
    /// A table begins: its name and columns.
    Table(String, Vec<String>),
    /// A row of it.
    Row(Vec<Cell>),
    /// All rows of a table were read, and their checksum matches.
    End(TableSum),
}

/// Bytes of the first line, at most: anything may be given, and without a line's end it could be long.
const HEADER_MAX: u64 = 1 << 20;

/// Bytes of a line, at most: far above the longest row, that of an order or its record.
const LINE_MAX: u64 = 64 << 20;

/// Reads piece by piece.
pub(super) struct Reader<R> {
    input: R,
    line: Vec<u8>,
    number: u64,
    /// The table that its rows belong to, and how many columns it has.
    table: Option<(TableSum, usize)>,
    seen: Summary,
    complete: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads the first line.
    pub fn begin(input: R) -> Result<(Header, Self), ArchiveError> {
        let seen = Summary::default();
        let mut reader = Self { input, line: Vec::new(), number: 0, table: None, seen, complete: false };
        reader.number = 1;
        let read = (&mut reader.input).take(HEADER_MAX).read_until(b'\n', &mut reader.line);
        read.map_err(|e| reader.unreadable(e))?;
        if reader.line.is_empty() {
            return Err(ArchiveError::Foreign("it is empty".to_owned()));
        }
        let header: Header = serde_json::from_slice(&reader.line)
            .map_err(|_| ArchiveError::Foreign("its first line is not that of a backup".to_owned()))?;
        if header.format != FORMAT {
            return Err(ArchiveError::Foreign(format!("its format is {:?}", header.format)));
        }
        if header.version != VERSION {
            let (version, program) = (header.version, header.program);
            return Err(ArchiveError::Form { version, known: VERSION, program });
        }
        Ok((header, reader))
    }

    /// The next piece; `None` once the archive has ended as it should.
    pub fn next(&mut self) -> Result<Option<Piece>, ArchiveError> {
        if !self.next_line()? {
            return if self.complete { Ok(None) } else { Err(ArchiveError::Cut(self.number)) };
        }
        if self.complete {
            return Err(self.damaged("something stands behind its end"));
        }
        match self.line.first() {
            Some(b'[') => self.row().map(Some),
            _ => self.mark(),
        }
    }

    /// Totals of the archive.
    pub fn seen(&self) -> Summary {
        self.seen
    }

    fn row(&mut self) -> Result<Piece, ArchiveError> {
        let row: Vec<Cell> = serde_json::from_slice(&self.line)
            .map_err(|e| self.damaged(format!("a row cannot be read: {e}")))?;
        match &mut self.table {
            Some((sum, columns)) if *columns == row.len() => {
                sum.add(&self.line);
                self.seen.rows += 1;
                Ok(Piece::Row(row))
            }
            Some(_) => Err(self.damaged("a row has more or fewer values than its table")),
            None => Err(self.damaged("a row belongs to no table")),
        }
    }

    fn mark(&mut self) -> Result<Option<Piece>, ArchiveError> {
        let mark: Mark = serde_json::from_slice(&self.line)
            .map_err(|e| self.damaged(format!("it cannot be read: {e}")))?;
        match (mark, self.table.take()) {
            (Mark { table: Some(name), columns, end: None, complete: None }, None) => {
                self.table = Some((TableSum::of(&name), columns.len()));
                self.seen.tables += 1;
                Ok(Some(Piece::Table(name, columns)))
            }
            (Mark { table: None, end: Some(end), complete: None, .. }, Some((sum, _))) => {
                if end != sum {
                    return Err(
                        self.damaged(format!("the rows of {} are not those of its checksum", sum.table))
                    );
                }
                Ok(Some(Piece::End(sum)))
            }
            (Mark { table: None, end: None, complete: Some(complete), .. }, None) => {
                if complete != self.seen {
                    return Err(self.damaged("tables or rows are missing"));
                }
                self.complete = true;
                self.next()
            }
            _ => Err(self.damaged("a line stands where it does not belong")),
        }
    }

    /// True when there is one.
    fn next_line(&mut self) -> Result<bool, ArchiveError> {
        self.line.clear();
        self.number += 1;
        let read = (&mut self.input).take(LINE_MAX).read_until(b'\n', &mut self.line);
        let read = read.map_err(|e| self.unreadable(e))?;
        if read == 0 {
            return Ok(false);
        }
        if read as u64 == LINE_MAX && self.line.last() != Some(&b'\n') {
            return Err(self.damaged("it is longer than any row"));
        }
        if self.line.pop_if(|last| *last == b'\n').is_none() {
            return Err(ArchiveError::Cut(self.number));
        }
        Ok(true)
    }

    /// What is not the system's own word comes of unpacking.
    fn unreadable(&self, error: io::Error) -> ArchiveError {
        match error.kind() {
            ErrorKind::UnexpectedEof => ArchiveError::Cut(self.number),
            _ if error.raw_os_error().is_none() => self.damaged(format!("it cannot be unpacked ({error})")),
            _ => error.into(),
        }
    }

    pub fn damaged(&self, what: impl Into<String>) -> ArchiveError {
        ArchiveError::Damaged { line: self.number, what: what.into() }
    }
}

/// Reads a whole archive and holds it against its checksums; needs no database.
pub fn verify(input: impl BufRead, progress: &mut dyn FnMut(u64)) -> Result<(Header, Summary), ArchiveError> {
    let (header, mut reader) = Reader::begin(input)?;
    while let Some(piece) = reader.next()? {
        if let Piece::Row(_) = piece {
            progress(1);
        }
    }
    Ok((header, reader.seen()))
}
