//! A file that is being read, whatever kind of table it is.

use std::io::{Read, Seek};

use crate::archive::Archive;
use crate::bounds::{CELLS_MAX, ROWS_MAX};
use crate::cell::Row;
use crate::error::SheetError;
use crate::input::{self, Input, Kind};
use crate::letters::{self, LetterReader, Letters};
use crate::merchant::Merchant;
use crate::nfe::Nfe;
use crate::ods::Ods;
use crate::text::Text;
use crate::warning::Warning;
use crate::xls::Xls;
use crate::xlsx::Xlsx;
use crate::xml::Xml;

/// Warnings that are kept; more than a workbook has sheets.
const WARNINGS_MAX: usize = 300;

/// What a table was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A table of text.
    Text {
        /// What stands between cells.
        separator: u8,
        /// How its letters are encoded.
        letters: Letters,
    },
    /// A sheet of a workbook: XLSX, XLS or ODS.
    Workbook {
        /// Its name.
        sheet: String,
    },
    /// Invoices (NF-e): a row for each item.
    Nfe,
    /// A feed for Google Merchant Center: a row for each item.
    Merchant,
}

/// A file that is being read, row by row.
pub struct Table<F: Read> {
    source: Source,
    warnings: Vec<Warning>,
    rows: Rows<Input<F>>,
    /// How many rows and filled cells a workbook has given.
    given: u64,
    cells: u64,
}

enum Rows<F: Read> {
    Text(Box<Text<LetterReader<F>>>),
    Xlsx(Box<Xlsx<F>>),
    Ods(Box<Ods<F>>),
    Xls(Box<Xls>),
    Nfe(Box<Nfe<LetterReader<F>>>),
    Merchant(Box<Merchant<LetterReader<F>>>),
}

impl<F: Read + Seek + Send> Table<F> {
    /// Looks at a file and reads up to its first row.
    pub fn open(mut file: F) -> Result<Self, SheetError> {
        let mut head = input::head(&mut file)?;
        let mut file = Input::Itself(file);
        if matches!(kind(&head)?.0, Kind::Archive) {
            let archive = Archive::open(&mut file)?;
            if archive.entry("mimetype").is_some() && archive.entry("content.xml").is_some() {
                let (ods, sheet, warnings) = Ods::open(file, &archive)?;
                return Ok(Self::new(Source::Workbook { sheet }, warnings, Rows::Ods(Box::new(ods))));
            }
            if archive.entry("[Content_Types].xml").is_some() {
                let (xlsx, sheet, warnings) = Xlsx::open(file, &archive)?;
                return Ok(Self::new(Source::Workbook { sheet }, warnings, Rows::Xlsx(Box::new(xlsx))));
            }
            let mut unpacked = input::unpack(file, &archive)?;
            head = input::head(&mut unpacked)?;
            file = Input::Unpacked(unpacked);
        }
        match kind(&head)? {
            (Kind::Archive, ..) => Err(SheetError::Packed("ZIP in ZIP")),
            (Kind::Ole, ..) => {
                let (xls, sheet, warnings) = Xls::open(file)?;
                Ok(Self::new(Source::Workbook { sheet }, warnings, Rows::Xls(Box::new(xls))))
            }
            (Kind::Xml, letters, _) => Self::open_xml(file, &head, letters),
            (Kind::Text, letters, decoded) => {
                let text = Text::new(LetterReader::of_text(file, letters)?, decoded.as_bytes())?;
                let source = Source::Text { separator: text.separator(), letters };
                Ok(Self::new(source, Vec::new(), Rows::Text(Box::new(text))))
            }
        }
    }

    fn open_xml(file: Input<F>, head: &[u8], letters: Letters) -> Result<Self, SheetError> {
        // a declaration is always in letters of one byte
        let declared = head.split(|b| *b == b'>').next().unwrap_or_default().to_ascii_lowercase();
        let latin = declared.windows(8).any(|name| matches!(name, b"iso-8859" | b"windows-"));
        let letters = if latin && letters == Letters::Utf8 { Letters::Windows1252 } else { letters };
        let mut xml = Xml::new(LetterReader::of_xml(file, letters)?);
        let root = xml.root()?;
        Ok(match root.as_str() {
            "nfeProc" | "NFe" | "enviNFe" | "procNFe" | "nfeProcs" | "NFes" => {
                Self::new(Source::Nfe, Vec::new(), Rows::Nfe(Box::new(Nfe::new(xml, &root))))
            }
            "rss" | "feed" => {
                Self::new(Source::Merchant, Vec::new(), Rows::Merchant(Box::new(Merchant::new(xml)?)))
            }
            _ => return Err(SheetError::OtherXml(root)),
        })
    }

    fn new(source: Source, warnings: Vec<Warning>, rows: Rows<Input<F>>) -> Self {
        Self { source, warnings, rows, given: 0, cells: 0 }
    }

    /// The next row with something in it; the first one is usually the heading. `None` behind the last.
    pub fn next_row(&mut self) -> Result<Option<Row>, SheetError> {
        let row = match &mut self.rows {
            Rows::Text(text) => {
                let row = text.next_row()?;
                let loose = text.loose_quote();
                self.warn(loose);
                row
            }
            Rows::Xlsx(xlsx) => xlsx.next_row()?,
            Rows::Ods(ods) => ods.next_row()?,
            Rows::Xls(xls) => xls.next_row()?,
            Rows::Nfe(nfe) => nfe.next_row()?,
            Rows::Merchant(merchant) => {
                let row = merchant.next_row()?;
                let unknown = merchant.unknown_column();
                self.warn(unknown);
                row
            }
        };
        let Some(row) = row else { return Ok(None) };
        if matches!(self.source, Source::Workbook { .. }) {
            self.given += 1;
            self.cells += row.cells.len() as u64;
            if self.given > ROWS_MAX {
                return Err(SheetError::Rows(row.line));
            }
            if self.cells > CELLS_MAX {
                return Err(SheetError::Cells(row.line));
            }
        }
        for cell in &row.cells {
            self.warn(letters::spoiled(cell, row.line));
        }
        Ok(Some(row))
    }

    fn warn(&mut self, warning: Option<Warning>) {
        if let Some(warning) = warning
            && self.warnings.len() < WARNINGS_MAX
            && !self.warnings.iter().any(|earlier| earlier.repeats(&warning))
        {
            self.warnings.push(warning);
        }
    }

    /// What the file is.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What was noticed so far: about the workbook when it was opened, about cells as they are read.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

/// What the first bytes are, in which letters, and as text.
fn kind(head: &[u8]) -> Result<(Kind, Letters, String), SheetError> {
    let (letters, mark) = Letters::of(head, (head.len() as u64) < input::LOOKED_AT);
    let text = letters.decode(head.get(mark..).unwrap_or_default());
    Ok((Kind::of(head, &text)?, letters, text))
}
