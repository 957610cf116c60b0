//! Making a database of an archive.

use std::io::BufRead;

use db::Backend;
use db::tables::{self, Cell, Table};
use migrations::{POSTGRES, SQLITE};

use super::dump::sum_of;
use super::format::{PUT_ASIDE, SEQUENCES, Summary, TableSum, kept, names};
use super::leftover::Leftover;
use super::reader::{Piece, Reader};
use super::{ArchiveError, Header};
use crate::base::{Conn, StoreError};

/// Rows that are inserted together, at most.
const ROWS_AT_ONCE: usize = 1000;
/// Bytes of values in them, about, at most.
const BYTES_AT_ONCE: usize = 4 * 1024 * 1024;

/// Makes the database of `url` out of an archive, reads it back, and compares the two before anything is
/// kept. Existing data is only replaced with `replace`, and on SQLite alone ([`db::fill`]). `progress` is
/// called with rows, once when they are written and once when they are read back.
///
/// # Errors
/// Nothing has changed then.
pub fn restore(
    url: &str,
    replace: bool,
    input: impl BufRead,
    progress: &mut dyn FnMut(u64),
) -> Result<(Header, Summary), ArchiveError> {
    let (header, mut reader) = Reader::begin(input)?;
    let summary = db::fill(url, replace, &header.migrations, SQLITE, POSTGRES, |mut backend| {
        let tables = kept(tables::tables(backend.reborrow())?);
        let mut load = Load { backend, tables: &tables, leftover: Leftover::default(), sums: Vec::new() };
        load.run(&mut reader, progress)?;
        load.compare(progress)?;
        load.leftover.settle(load.backend)?;
        Ok::<_, ArchiveError>(reader.seen())
    })?;
    Ok((header, summary))
}

struct Load<'a> {
    backend: Backend<'a>,
    tables: &'a [Table],
    leftover: Leftover,
    sums: Vec<(&'a Table, TableSum)>,
}

/// Where the rows of a table go.
enum Place<'a> {
    Table(&'a Table, Batch),
    Leftover(String, Vec<String>),
}

#[derive(Default)]
struct Batch {
    rows: Vec<Vec<Cell>>,
    bytes: usize,
}

impl<'a> Load<'a> {
    fn run(
        &mut self,
        reader: &mut Reader<impl BufRead>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), ArchiveError> {
        let mut place = None;
        while let Some(piece) = reader.next()? {
            match (piece, &mut place) {
                (Piece::Table(name, columns), _) => {
                    let found = self.place(name, columns).map_err(|what| reader.damaged(what))?;
                    place = Some(found);
                }
                (Piece::Row(row), Some(Place::Leftover(table, columns))) => {
                    self.leftover.add(table, columns, row);
                }
                (Piece::Row(row), Some(Place::Table(table, batch))) => {
                    batch.add(row);
                    if batch.is_full() {
                        progress(batch.write(self.backend.reborrow(), table)?);
                    }
                }
                (Piece::End(sum), Some(Place::Table(table, batch))) => {
                    progress(batch.write(self.backend.reborrow(), table)?);
                    self.sums.push((table, sum));
                }
                (Piece::End(_), _) => {}
                (Piece::Row(_), None) => return Err(reader.damaged("a row belongs to no table")),
            }
        }
        Ok(())
    }

    fn place(&self, name: String, columns: Vec<String>) -> Result<Place<'a>, String> {
        if name == SEQUENCES || PUT_ASIDE.contains(&name.as_str()) {
            return Ok(Place::Leftover(name, columns));
        }
        match self.tables.iter().find(|table| table.name == name) {
            Some(table) if names(&table.columns) == columns => Ok(Place::Table(table, Batch::default())),
            Some(_) => Err(format!("{name} has other columns than its schema says")),
            None => Err(format!("{name} is no table of its schema")),
        }
    }

    /// Reads the written rows back.
    fn compare(&mut self, progress: &mut dyn FnMut(u64)) -> Result<(), ArchiveError> {
        for (table, sum) in &self.sums {
            let mut conn = Conn::new(self.backend.reborrow());
            if sum_of(&mut conn, table, progress)? != *sum {
                return Err(ArchiveError::Different { table: sum.table.clone() });
            }
        }
        Ok(())
    }
}

impl Batch {
    fn add(&mut self, row: Vec<Cell>) {
        let size = |cell: &Cell| match cell {
            Cell::Null | Cell::Integer(_) => 8,
            Cell::Text(text) => text.len(),
            Cell::Bytes(bytes) => bytes.len(),
        };
        self.bytes += row.iter().map(size).sum::<usize>();
        self.rows.push(row);
    }

    fn is_full(&self) -> bool {
        self.rows.len() >= ROWS_AT_ONCE || self.bytes >= BYTES_AT_ONCE
    }

    /// Returns the number of rows.
    fn write(&mut self, backend: Backend<'_>, table: &Table) -> Result<u64, StoreError> {
        let Self { rows, .. } = std::mem::take(self);
        let count = rows.len() as u64;
        tables::insert(backend, table, rows)?;
        Ok(count)
    }
}
