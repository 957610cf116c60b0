//! The writer of workbooks: a bold heading that stays in view, and typed cells row by row.

use std::io::{Seek, Write};

use chrono::NaiveDateTime;
use rust_xlsxwriter::{ColNum, Format, RowNum, Workbook, Worksheet, XlsxError};

/// Why a workbook cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The disk, or wherever the workbook goes.
    #[error("it cannot be written")]
    Io(#[source] std::io::Error),
    /// More rows than a sheet has.
    #[error("a sheet has at most 1,048,576 rows")]
    Rows,
    /// A cell with more text than a spreadsheet takes.
    #[error("row {0}: a cell has at most 32,767 letters")]
    Long(u32),
    /// A name, a width or something else that a workbook does not take.
    #[error("a workbook does not take it: {0}")]
    Refused(String),
}

/// A column of a sheet.
#[derive(Debug, Clone)]
pub struct Column {
    /// What its heading says.
    pub heading: String,
    /// How many letters are seen.
    pub width: u16,
}

/// What is written into a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Content<'a> {
    /// Nothing.
    Empty,
    /// Text, whatever it looks like: a code keeps its zeros, and `=1+1` is no formula.
    Text(&'a str),
    /// A whole number, of at most fifteen digits.
    Whole(i64),
    /// A number that is shown with two places.
    Decimal(f64),
    /// A date with its time, in the time zone of whoever reads it.
    DateTime(NaiveDateTime),
    /// True or false.
    Bool(bool),
}

/// A workbook (XLSX) that is being written. Its rows wait in a file, so that memory does not grow with them.
pub struct WorkbookWriter {
    workbook: Workbook,
    sheet: usize,
    row: RowNum,
    formats: Formats,
}

struct Formats {
    heading: Format,
    text: Format,
    whole: Format,
    decimal: Format,
    date_time: Format,
}

impl WorkbookWriter {
    /// A workbook with one sheet.
    pub fn new(sheet: &str, columns: &[Column]) -> Result<Self, WriteError> {
        let formats = Formats {
            heading: Format::new().set_bold(),
            // what is typed into the cell later stays text, too
            text: Format::new().set_num_format("@"),
            whole: Format::new().set_num_format("0"),
            decimal: Format::new().set_num_format("0.00"),
            date_time: Format::new().set_num_format("dd/mm/yyyy hh:mm"),
        };
        let mut writer = Self { workbook: Workbook::new(), sheet: 0, row: 0, formats };
        writer.begin(sheet, columns)?;
        Ok(writer)
    }

    /// A further sheet: the rows that follow are its own.
    pub fn add_sheet(&mut self, sheet: &str, columns: &[Column]) -> Result<(), WriteError> {
        self.sheet += 1;
        self.row = 0;
        self.begin(sheet, columns)
    }

    fn begin(&mut self, name: &str, columns: &[Column]) -> Result<(), WriteError> {
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        for (place, column) in (0..).zip(columns) {
            sheet.set_column_width(place, column.width)?;
            sheet.write_string_with_format(0, place, &column.heading, &self.formats.heading)?;
        }
        Ok(())
    }

    /// The next row.
    pub fn row(&mut self, cells: &[Content<'_>]) -> Result<(), WriteError> {
        self.row += 1;
        let sheet = self.workbook.worksheet_from_index(self.sheet)?;
        for (place, cell) in (0..).zip(cells) {
            self.formats.write(sheet, self.row, place, cell)?;
        }
        Ok(())
    }

    /// Writes the workbook out.
    pub fn finish(mut self, to: impl Write + Seek + Send) -> Result<(), WriteError> {
        Ok(self.workbook.save_to_writer(to)?)
    }
}

impl Formats {
    fn write(
        &self,
        sheet: &mut Worksheet,
        row: RowNum,
        column: ColNum,
        cell: &Content<'_>,
    ) -> Result<(), WriteError> {
        match cell {
            Content::Empty | Content::Text("") => return Ok(()),
            Content::Text(text) => match sheet.write_string_with_format(row, column, *text, &self.text) {
                Err(XlsxError::MaxStringLengthExceeded) => return Err(WriteError::Long(row + 1)),
                written => written?,
            },
            Content::Whole(number) => {
                sheet.write_number_with_format(row, column, *number as f64, &self.whole)?
            }
            Content::Decimal(number) => {
                sheet.write_number_with_format(row, column, *number, &self.decimal)?
            }
            Content::DateTime(date) => {
                sheet.write_datetime_with_format(row, column, date, &self.date_time)?
            }
            Content::Bool(value) => sheet.write_boolean(row, column, *value)?,
        };
        Ok(())
    }
}

impl From<XlsxError> for WriteError {
    fn from(error: XlsxError) -> Self {
        match error {
            XlsxError::IoError(error) => Self::Io(error),
            XlsxError::RowColumnLimitError => Self::Rows,
            other => Self::Refused(other.to_string()),
        }
    }
}
