//! The reader of XLSX: one sheet, streamed from its place in the archive.

mod sheet;
mod strings;
mod styles;
mod workbook;

use std::io::{BufReader, Read, Seek};

use crate::archive::{Archive, Entry, Unpacked};
use crate::bounds::PART_MAX;
use crate::cell::Row;
use crate::error::SheetError;
use crate::warning::Warning;
use crate::xml::Xml;

use sheet::Sheet;
use workbook::{Named, Workbook};

/// XML in an archive.
type Part<F> = Xml<BufReader<Unpacked<F>>>;

fn xml<F: Read + Seek>(entry: &Entry, file: F) -> Result<Part<F>, SheetError> {
    Ok(Xml::new(BufReader::with_capacity(1 << 16, entry.open(file)?)))
}

/// A part that is kept in memory as something smaller.
fn small<'a, F: Read + Seek>(
    archive: &Archive,
    name: &str,
    file: &'a mut F,
) -> Result<Option<Part<&'a mut F>>, SheetError> {
    match archive.entry(name) {
        None => Ok(None),
        Some(entry) if entry.size > PART_MAX => {
            Err(SheetError::Large { what: "a part beside its sheets", most: PART_MAX >> 20 })
        }
        Some(entry) => Ok(Some(xml(entry, file)?)),
    }
}

/// A workbook of which a sheet is being read.
pub struct Xlsx<F: Read> {
    sheet: Sheet<F>,
}

impl<F: Read + Seek> Xlsx<F> {
    /// The first sheet that is shown and has a row, with its name and what was noticed about the rest.
    pub fn open(mut file: F, archive: &Archive) -> Result<(Self, String, Vec<Warning>), SheetError> {
        let Workbook { sheets, since_1904, strings, styles } = Workbook::open(archive, &mut file)?;
        let shows_dates = styles::read(archive, styles.as_deref(), &mut file)?;
        let strings = strings::read(archive, strings.as_deref(), &mut file)?;
        let mut context = sheet::Context { strings, shows_dates, since_1904 };
        let mut warnings = noticed(archive);
        let mut chosen = None;
        for Named { name, path, hidden } in sheets {
            let Some(entry) = archive.entry(&path) else { continue };
            let mut sheet = Sheet::new(xml(entry, &mut file)?, context);
            let has_row = sheet.next_row()?.is_some();
            context = sheet.into_context();
            match (has_row, hidden, &chosen) {
                (true, false, None) => chosen = Some((name, entry)),
                (true, ..) => warnings.push(Warning::OtherSheet { name, hidden }),
                (false, ..) => {}
            }
        }
        let (name, entry) = chosen.ok_or(SheetError::NoRows)?;
        Ok((Self { sheet: Sheet::new(xml(entry, file)?, context) }, name, warnings))
    }

    pub fn next_row(&mut self) -> Result<Option<Row>, SheetError> {
        self.sheet.next_row()
    }
}

fn noticed(archive: &Archive) -> Vec<Warning> {
    let has = |part: &str| archive.entries.iter().any(|entry| entry.name.to_ascii_lowercase().contains(part));
    let mut warnings = Vec::new();
    if has("vbaproject") || has("macrosheets/") {
        warnings.push(Warning::Macros);
    }
    if has("externallinks/") {
        warnings.push(Warning::ExternalLinks);
    }
    warnings
}
