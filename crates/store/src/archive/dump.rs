//! Writing an archive.

use std::io::Write;

use db::tables::{self, Cell, Column, Kind, Table};
use domain::values::dates::Instante;

use super::format::{FORMAT, Header, MIGRATIONS, Mark, PUT_ASIDE, SEQUENCES, Summary, TableSum, VERSION};
use super::format::{kept, line, names};
use super::{ArchiveError, leftover};
use crate::base::{Conn, sequences};

/// Rows between two calls of `progress`.
const PROGRESS_EVERY: u64 = 1000;

/// Writes all that the database holds, as of one moment: `conn` has to be in a transaction that sees one
/// ([`crate::Store::read_blocking`]). Other writes proceed meanwhile. `progress` is called every thousand
/// rows.
pub fn write(
    conn: &mut Conn<'_>,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(u64),
) -> Result<Summary, ArchiveError> {
    tables::without_limits(conn.backend.reborrow())?;
    let tables = tables::tables(conn.backend.reborrow())?;
    if !tables.iter().any(|table| table.name == MIGRATIONS) {
        return Err(ArchiveError::Nothing);
    }
    let header = Header {
        format: FORMAT.to_owned(),
        version: VERSION,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        database: conn.backend.engine().name().to_owned(),
        taken: Instante::now().to_string(),
        migrations: migrations(conn)?,
    };
    put(out, &header)?;
    let mut summary = Summary::default();
    for table in &kept(tables) {
        let sum = written(conn, table, out, progress)?;
        summary.tables += 1;
        summary.rows += sum.rows;
    }
    let mut sum = TableSum::of(SEQUENCES);
    put(
        out,
        &Mark { table: Some(SEQUENCES.to_owned()), columns: leftover::sequence_columns(), ..Mark::EMPTY },
    )?;
    for (name, value) in sequences::all(conn)? {
        put_row(out, &mut sum, &[Cell::Text(name), Cell::Integer(value)])?;
    }
    summary.tables += 1;
    summary.rows += sum.rows;
    put(out, &Mark { end: Some(sum), ..Mark::EMPTY })?;
    put(out, &Mark { complete: Some(summary), ..Mark::EMPTY })?;
    out.flush()?;
    Ok(summary)
}

/// The checksums of all tables as an archive would have them, by name; rows put aside for later are left out.
pub fn sums(conn: &mut Conn<'_>, progress: &mut dyn FnMut(u64)) -> Result<Vec<TableSum>, ArchiveError> {
    tables::without_limits(conn.backend.reborrow())?;
    let tables = kept(tables::tables(conn.backend.reborrow())?);
    let lasting = tables.iter().filter(|table| !PUT_ASIDE.contains(&table.name.as_str()));
    let mut sums = lasting.map(|table| sum_of(conn, table, progress)).collect::<Result<Vec<_>, _>>()?;
    let mut sum = TableSum::of(SEQUENCES);
    for (name, value) in sequences::all(conn)? {
        sum.add(&line(&[Cell::Text(name), Cell::Integer(value)])?);
    }
    sums.push(sum);
    Ok(sums)
}

/// The checksum of a table.
pub(super) fn sum_of(
    conn: &mut Conn<'_>,
    table: &Table,
    progress: &mut dyn FnMut(u64),
) -> Result<TableSum, ArchiveError> {
    written(conn, table, &mut std::io::sink(), progress)
}

fn written(
    conn: &mut Conn<'_>,
    table: &Table,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(u64),
) -> Result<TableSum, ArchiveError> {
    let mut sum = TableSum::of(&table.name);
    put(out, &Mark { table: Some(table.name.clone()), columns: names(&table.columns), ..Mark::EMPTY })?;
    tables::each_row(conn.backend.reborrow(), table, &mut |row| {
        put_row(out, &mut sum, &row)?;
        if sum.rows.is_multiple_of(PROGRESS_EVERY) {
            progress(PROGRESS_EVERY);
        }
        Ok::<_, ArchiveError>(())
    })?;
    progress(sum.rows % PROGRESS_EVERY);
    put(out, &Mark { end: Some(sum.clone()), ..Mark::EMPTY })?;
    Ok(sum)
}

/// The versions of the migrations that were applied.
fn migrations(conn: &mut Conn<'_>) -> Result<Vec<String>, ArchiveError> {
    let applied = Table {
        name: MIGRATIONS.to_owned(),
        columns: vec![Column { name: "version".to_owned(), kind: Kind::Text }],
        key: vec!["version".to_owned()],
    };
    let mut versions = Vec::new();
    tables::each_row(conn.backend.reborrow(), &applied, &mut |row| {
        versions.extend(row.into_iter().filter_map(|cell| match cell {
            Cell::Text(version) => Some(version),
            _ => None,
        }));
        Ok::<_, ArchiveError>(())
    })?;
    Ok(versions)
}

fn put(out: &mut dyn Write, line: &impl serde::Serialize) -> Result<(), ArchiveError> {
    let mut text = serde_json::to_vec(line).map_err(|e| ArchiveError::Stream(e.into()))?;
    text.push(b'\n');
    Ok(out.write_all(&text)?)
}

fn put_row(out: &mut dyn Write, sum: &mut TableSum, row: &[Cell]) -> Result<(), ArchiveError> {
    let mut text = line(row)?;
    sum.add(&text);
    text.push(b'\n');
    Ok(out.write_all(&text)?)
}
