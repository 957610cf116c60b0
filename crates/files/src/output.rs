//! A file written thing by thing.

use std::collections::BTreeMap;
use std::io::Write;

use serde_json::Value;

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
}

/// Writes things.
pub enum Writer<W: Write> {
    /// As JSON.
    Lines(W),
    /// As rows.
    Table(Box<csv::Writer<W>>, Kind, Style, Vec<&'static Column>),
}

impl<W: Write> Writer<W> {
    /// Begins a file; a table begins with its columns' names, but for one that says nothing.
    pub fn begin(mut out: W, kind: Kind, form: Form, without: Option<&str>) -> Result<Self, FileError> {
        let style = Style { comma: form == Form::CsvBr };
        if form == Form::Jsonl {
            return Ok(Self::Lines(out));
        }
        if form == Form::CsvBr {
            out.write_all(b"\xEF\xBB\xBF")?;
        }
        let separator = if style.comma { b';' } else { b',' };
        let mut table = csv::WriterBuilder::new().delimiter(separator).from_writer(out);
        let columns = kind.columns().iter().filter(|column| Some(column.name) != without);
        let columns: Vec<&Column> = columns.collect();
        table.write_record(columns.iter().map(|column| column.name))?;
        Ok(Self::Table(Box::new(table), kind, style, columns))
    }

    /// Writes one thing, which is interface A's JSON of it; false when a table cannot hold all of it.
    pub fn write(&mut self, thing: &Value) -> Result<bool, FileError> {
        match self {
            Self::Lines(out) => {
                serde_json::to_writer(&mut *out, thing)?;
                out.write_all(b"\n")?;
                Ok(true)
            }
            Self::Table(table, Kind::Pedidos, style, columns) => {
                let (rows, lost) = orders::flattened(thing);
                for row in rows {
                    write_row(table, columns, *style, &row)?;
                }
                Ok(!lost)
            }
            Self::Table(table, _, style, columns) => {
                let members = thing.as_object().into_iter().flatten();
                let row = members.map(|(name, value)| (name.clone(), value.clone())).collect();
                write_row(table, columns, *style, &row)?;
                Ok(true)
            }
        }
    }

    /// Writes what waits.
    pub fn finish(self) -> Result<(), FileError> {
        match self {
            Self::Lines(mut out) => Ok(out.flush()?),
            Self::Table(mut table, ..) => Ok(table.flush()?),
        }
    }
}

fn write_row<W: Write>(
    table: &mut csv::Writer<W>,
    columns: &[&Column],
    style: Style,
    row: &BTreeMap<String, Value>,
) -> Result<(), FileError> {
    let cells = columns.iter().map(|column| {
        row.get(column.name).map(|value| values::write(column.form, value, style)).unwrap_or_default()
    });
    Ok(table.write_record(cells)?)
}
