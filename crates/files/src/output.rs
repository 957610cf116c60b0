//! A file written thing by thing.

use std::collections::BTreeMap;
use std::io::{Seek, SeekFrom, Write, copy};

use domain::values::dates::Zone;
use serde_json::Value;
use sheets::{Column as SheetColumn, Content, WorkbookWriter};

use crate::cells;
use crate::error::FileError;
use crate::kind::{Column, Kind};
use crate::orders;
use crate::values::{self, Style};

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A table with commas and decimal points.
    Csv,
    /// A table as spreadsheets in Brazil open it: semicolons, decimal commas, UTF-8 with a mark.
    CsvBr,
    /// A JSON object per line, with all that there is.
    Jsonl,
    /// A workbook, whose codes are text and whose dates are dates.
    Xlsx,
}

/// How a file is written, and with which columns.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    /// How.
    pub form: Form,
    /// The time zone of a workbook's dates.
    pub zone: Zone,
    /// A column that would say nothing.
    pub without: Option<&'a str>,
}

/// The rows of a table that a thing is, and whether they hold all of it: an order has one for each item.
pub fn rows(kind: Kind, thing: &Value) -> (Vec<BTreeMap<String, Value>>, bool) {
    match kind {
        Kind::Pedidos => {
            let (rows, lost) = orders::flattened(thing);
            (rows, !lost)
        }
        Kind::Skus | Kind::Estoque | Kind::Precos | Kind::Categorias => {
            let members = thing.as_object().into_iter().flatten();
            (vec![members.map(|(name, value)| (name.clone(), value.clone())).collect()], true)
        }
    }
}

/// Letters that a column of a workbook is wide.
const WIDTH: u16 = 18;

/// Writes things.
pub struct Writer<W: Write> {
    kind: Kind,
    columns: Vec<&'static Column>,
    to: To<W>,
}

enum To<W: Write> {
    Lines(W),
    Table(Box<csv::Writer<W>>, Style),
    Workbook(Box<WorkbookWriter>, W, Zone),
}

impl<W: Write> Writer<W> {
    /// Begins a file; a table begins with its columns' names.
    pub fn begin(mut out: W, kind: Kind, look: Look<'_>) -> Result<Self, FileError> {
        let columns = kind.columns().iter().filter(|column| Some(column.name) != look.without);
        let columns: Vec<&Column> = columns.collect();
        let names = columns.iter().map(|column| column.name);
        let comma = look.form == Form::CsvBr;
        let to = match look.form {
            Form::Jsonl => To::Lines(out),
            Form::Csv | Form::CsvBr => {
                if comma {
                    out.write_all(b"\xEF\xBB\xBF")?;
                }
                let separator = if comma { b';' } else { b',' };
                let mut table = csv::WriterBuilder::new().delimiter(separator).from_writer(out);
                table.write_record(names)?;
                To::Table(Box::new(table), Style { comma })
            }
            Form::Xlsx => {
                let heading = |name: &str| SheetColumn { heading: name.to_owned(), width: WIDTH };
                let headings: Vec<SheetColumn> = names.map(heading).collect();
                To::Workbook(Box::new(WorkbookWriter::new(kind.name(), &headings)?), out, look.zone)
            }
        };
        Ok(Self { kind, columns, to })
    }

    /// Writes one thing, which is interface A's JSON of it; false when the file cannot hold all of it.
    pub fn write(&mut self, thing: &Value) -> Result<bool, FileError> {
        if let To::Lines(out) = &mut self.to {
            serde_json::to_writer(&mut *out, thing)?;
            out.write_all(b"\n")?;
            return Ok(true);
        }
        let (rows, mut whole) = rows(self.kind, thing);
        for row in rows {
            whole &= self.row(&row)?;
        }
        Ok(whole)
    }

    fn row(&mut self, row: &BTreeMap<String, Value>) -> Result<bool, FileError> {
        let values = self.columns.iter().map(|column| (column.form, row.get(column.name)));
        match &mut self.to {
            To::Lines(_) => Ok(true),
            To::Table(table, style) => {
                let cells = values.map(|(form, value)| {
                    value.map(|value| values::write(form, value, *style)).unwrap_or_default()
                });
                table.write_record(cells)?;
                Ok(true)
            }
            To::Workbook(workbook, _, zone) => {
                let cells: Vec<cells::Written> = values
                    .map(|(form, value)| cells::Written::of(form, value.unwrap_or(&Value::Null), *zone))
                    .collect();
                let whole = !cells.contains(&cells::Written::TooLong);
                let contents: Vec<Content<'_>> = cells.iter().map(cells::Written::content).collect();
                workbook.row(&contents)?;
                Ok(whole)
            }
        }
    }

    /// Writes what waits.
    pub fn finish(self) -> Result<(), FileError> {
        match self.to {
            To::Lines(mut out) => Ok(out.flush()?),
            To::Table(mut table, _) => Ok(table.flush()?),
            To::Workbook(workbook, mut out, _) => {
                // an archive goes back to what it has begun with, which no pipe can
                let mut whole = tempfile::tempfile()?;
                workbook.finish(&mut whole)?;
                whole.seek(SeekFrom::Start(0))?;
                copy(&mut whole, &mut out)?;
                Ok(out.flush()?)
            }
        }
    }
}
