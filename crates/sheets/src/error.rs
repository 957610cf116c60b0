//! Why a file cannot be read.

use std::io;

use crate::bounds::{COLUMNS_MAX, Limit, ROWS_MAX};

/// Why a file cannot be read: a sentence in English; an interface in another language matches.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// The disk, or whatever the file comes from.
    #[error("it cannot be read")]
    Io(#[source] io::Error),
    /// Nothing at all.
    #[error("it is empty")]
    Empty,
    /// JSON begins with a bracket or a brace.
    #[error("it is JSON, not a table")]
    Json,
    /// No text, no workbook.
    #[error("it is no table: save it as a workbook (XLSX) or as CSV")]
    NoTable,
    /// A picture.
    #[error("it is a picture: a table is needed, as a workbook (XLSX) or as CSV")]
    Picture,
    /// PDF.
    #[error("it is a PDF: a table is needed, as a workbook (XLSX) or as CSV")]
    Pdf,
    /// Packed with something else than ZIP.
    #[error("it is packed ({0}): unpack it first")]
    Packed(&'static str),
    /// A page that some systems hand out as `.xls`.
    #[error(
        "it is a web page (HTML), whatever its name ends in: open it in a spreadsheet and save it as XLSX"
    )]
    Html,
    /// XML that is no NF-e and no Merchant feed.
    #[error("it is XML that begins with <{0}>: NF-e and Google Merchant are read")]
    OtherXml(String),
    /// XML that is not well-formed, is nested too deep or has a document type.
    #[error("its XML is broken: {0}")]
    BrokenXml(String),
    /// An archive without a table, or with more than one.
    #[error("it is an archive of {0} tables: one with a single table is read, so unpack it first")]
    Tables(usize),
    /// An archive, or a workbook, that is no such thing inside.
    #[error("it is broken, or not complete: {0}")]
    Broken(&'static str),
    /// A workbook of a kind that is not read.
    #[error("it is a workbook of another kind ({0}): save it as XLSX")]
    OtherWorkbook(&'static str),
    /// A workbook with a password.
    #[error("it is protected by a password: save it without one")]
    Password,
    /// A workbook without a row in a sheet that is shown.
    #[error("none of its sheets has a row, or those that have one are hidden")]
    NoRows,
    /// A workbook that unpacks into more than anybody has.
    #[error("it is too large: {what} has more than {most} MiB")]
    Large {
        /// What is too large.
        what: &'static str,
        /// Its greatest size.
        most: u64,
    },
    /// More rows than a sheet has.
    #[error("line {0}: a sheet has at most {max} rows", max = ROWS_MAX)]
    Rows(u64),
    /// More filled cells than is reasonable.
    #[error("line {0}: the sheet has too many cells: save the table alone, or in parts")]
    Cells(u64),
    /// More columns than anybody has.
    #[error("line {line} has {columns} columns: {max} are the most", max = COLUMNS_MAX)]
    Wide {
        /// Where.
        line: u64,
        /// How many, or the first that is too many.
        columns: usize,
    },
    /// A text in quotes that has no end.
    #[error(
        "line {0}: a quote (\") opens a text there that nothing closes: close it, or write the quote twice \
         where it belongs to the text"
    )]
    OpenQuote(u64),
    /// A row that is longer than any.
    #[error("the row that begins at line {0} has more than 8 MiB: is a quote (\") open there?")]
    Endless(u64),
}

impl SheetError {
    /// What was read from an input whose limits travel in its errors; `line` is where the record began.
    pub(crate) fn of_io(error: io::Error, line: u64) -> Self {
        match limit(&error) {
            Some(Limit::Record) => Self::Endless(line),
            Some(Limit::Unpacked) => Self::Broken("an entry unpacks into more than it says"),
            Some(Limit::Changed) => Self::Broken("it ends too early, or was changed on its way"),
            None => match error.kind() {
                // what an unpacker says
                io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                    Self::Broken("it ends too early, or was changed on its way")
                }
                _ => Self::Io(error),
            },
        }
    }
}

impl From<io::Error> for SheetError {
    fn from(error: io::Error) -> Self {
        Self::of_io(error, 1)
    }
}

fn limit(error: &io::Error) -> Option<Limit> {
    error.get_ref()?.downcast_ref().copied()
}
