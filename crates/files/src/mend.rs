//! The file of refused rows: as they came, with why and where in front, to be mended and brought again.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufReader, Read, Seek, Write};

use serde_json::{Map, Value, json};
use sheets::{Cell, Column, Content, Letters, Source, WorkbookWriter};

use crate::error::FileError;
use crate::heading::key;
use crate::input::{self, Shape};
use crate::json;
use crate::kind::Kind;
use crate::options::Options;
use crate::report::Report;
use crate::sheet::{Sheet, text};

/// Why a row was refused, and its line: what a later import passes over.
pub const IN_FRONT: [&str; 2] = ["erro", "linha"];

/// What a mend file is, which names its ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MendForm {
    /// A table of text.
    Csv,
    /// A workbook.
    Xlsx,
    /// A JSON object per line.
    Jsonl,
}

impl MendForm {
    /// How its name ends.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Jsonl => "jsonl",
        }
    }
}

/// Writes the refused rows of a file, in the layout that it came in. The report is that of the file's import
/// with the same options.
pub fn mend<F: Read + Seek + Send>(
    mut file: F,
    (kind, options): (Kind, &Options),
    report: &Report,
    out: impl Write + Seek + Send,
) -> Result<MendForm, FileError> {
    let lines: BTreeSet<u64> = report.refused_lines.iter().copied().collect();
    let mut why: HashMap<u64, String> = HashMap::new();
    for wrong in &report.wrong {
        let reason = why.entry(wrong.line).or_default();
        if !reason.is_empty() {
            reason.push_str("; ");
        }
        if !wrong.column.is_empty() {
            reason.push_str(&format!("{}: ", wrong.column));
        }
        reason.push_str(&wrong.what);
    }
    let reason = |line: u64| {
        why.get(&line).cloned().unwrap_or_else(|| "veja as outras linhas deste pedido".to_owned())
    };
    match input::shape(&mut file)? {
        Shape::Table => table(file, (kind, options), (&lines, &reason), out),
        Shape::Lines => objects(BufReader::new(file), json::next_line, 0, (&lines, &reason), out),
        Shape::List => objects(BufReader::new(file), json::next_item, 1, (&lines, &reason), out),
    }
}

/// The lines of refused rows, and why each was.
type Refused<'a> = (&'a BTreeSet<u64>, &'a dyn Fn(u64) -> String);

fn objects<R: Read>(
    mut input: BufReader<R>,
    next: impl Fn(&mut BufReader<R>, &mut u64) -> Result<Option<crate::entry::Entry>, FileError>,
    mut line: u64,
    (lines, reason): Refused<'_>,
    mut out: impl Write,
) -> Result<MendForm, FileError> {
    while let Some(entry) = next(&mut input, &mut line)? {
        if !lines.contains(&entry.line) {
            continue;
        }
        let mut object = Map::new();
        object.insert(IN_FRONT[0].to_owned(), json!(reason(entry.line)));
        object.insert(IN_FRONT[1].to_owned(), json!(entry.line));
        let said = entry.json.and_then(|json| serde_json::from_str::<Map<String, Value>>(json.get()).ok());
        object.extend(said.into_iter().flatten().filter(|(name, _)| !IN_FRONT.contains(&name.as_str())));
        serde_json::to_writer(&mut out, &object)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(MendForm::Jsonl)
}

fn table<F: Read + Seek + Send>(
    file: F,
    (kind, options): (Kind, &Options),
    (lines, reason): Refused<'_>,
    out: impl Write + Seek + Send,
) -> Result<MendForm, FileError> {
    let mut sheet = Sheet::open(file, kind, options)?;
    // a file that was mended once already has both columns
    let keys: Vec<String> = sheet.mapping.headings.iter().map(|heading| key(heading)).collect();
    let passed = if keys.starts_with(&IN_FRONT.map(str::to_owned)) { IN_FRONT.len() } else { 0 };
    let headings = sheet.mapping.headings.iter().skip(passed).cloned();
    let headings: Vec<String> = IN_FRONT.iter().map(|name| (*name).to_owned()).chain(headings).collect();
    let mut to = match sheet.source() {
        Source::Text { separator, letters } => To::text(out, *separator, *letters)?,
        Source::Workbook { sheet } => To::Workbook(Box::new(workbook(sheet, &headings)?), out),
        Source::Nfe | Source::Merchant => To::text(out, b';', Letters::Utf8)?,
    };
    let heading: Vec<Cell> = headings.iter().map(|heading| Cell::Text(heading.clone())).collect();
    to.heading(&heading)?;
    loop {
        let row = match sheet.next() {
            Ok(Some(row)) => row,
            // what is behind the place where the file breaks off was not refused
            Ok(None) | Err(FileError::Sheet(_)) => break,
            Err(error) => return Err(error),
        };
        if lines.contains(&row.line) {
            let mut cells = vec![Cell::Text(reason(row.line)), Cell::Text(row.line.to_string())];
            cells.extend(row.cells.into_iter().skip(passed));
            to.row(&cells)?;
        }
    }
    to.finish()
}

fn workbook(sheet: &str, headings: &[String]) -> Result<WorkbookWriter, FileError> {
    let columns: Vec<Column> =
        headings.iter().map(|heading| Column { heading: heading.clone(), width: WIDTH }).collect();
    Ok(WorkbookWriter::new(sheet, &columns)?)
}

/// Letters that a column is wide.
const WIDTH: u16 = 18;

/// Where refused rows go.
enum To<W: Write> {
    Text(Box<csv::Writer<W>>, Letters),
    Workbook(Box<WorkbookWriter>, W),
}

impl<W: Write + Seek + Send> To<W> {
    /// In letters of Windows where the file has them; anything else in UTF-8, which every program reads.
    fn text(mut out: W, separator: u8, letters: Letters) -> Result<Self, FileError> {
        if letters != Letters::Windows1252 {
            out.write_all(b"\xEF\xBB\xBF")?;
        }
        let table = csv::WriterBuilder::new().delimiter(separator).flexible(true).from_writer(out);
        Ok(Self::Text(Box::new(table), letters))
    }

    fn heading(&mut self, cells: &[Cell]) -> Result<(), FileError> {
        match self {
            Self::Text(..) => self.row(cells),
            // the workbook has it already
            Self::Workbook(..) => Ok(()),
        }
    }

    fn row(&mut self, cells: &[Cell]) -> Result<(), FileError> {
        match self {
            Self::Text(table, letters) => {
                let texts = cells.iter().map(text).map(|text| match *letters {
                    Letters::Windows1252 => encoding_rs::WINDOWS_1252.encode(&text).0.into_owned(),
                    _ => text.into_bytes(),
                });
                Ok(table.write_record(texts)?)
            }
            Self::Workbook(workbook, _) => {
                let contents: Vec<Content<'_>> = cells.iter().map(content).collect();
                Ok(workbook.row(&contents)?)
            }
        }
    }

    fn finish(self) -> Result<MendForm, FileError> {
        match self {
            Self::Text(mut table, _) => {
                table.flush()?;
                Ok(MendForm::Csv)
            }
            Self::Workbook(workbook, out) => {
                workbook.finish(out)?;
                Ok(MendForm::Xlsx)
            }
        }
    }
}

/// A cell as it came: a code stays a text, a date a date.
fn content(cell: &Cell) -> Content<'_> {
    match cell {
        Cell::Empty => Content::Empty,
        Cell::Text(text) | Cell::Fault(text) => Content::Text(text),
        Cell::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            Content::Whole(*number as i64)
        }
        Cell::Number(number) => Content::Decimal(*number),
        Cell::Date(at) => Content::DateTime(*at),
        Cell::Bool(yes) => Content::Bool(*yes),
    }
}
