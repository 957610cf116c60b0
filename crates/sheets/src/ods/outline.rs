//! The sheets of an ODS: their names, whether they are shown, and whether they have a row.

use std::io::BufRead;

use crate::error::SheetError;
use crate::xml::{Piece, Start, Xml};

use super::Rows;

/// Sheets and styles that are remembered.
const SHEETS_MAX: usize = 256;
const STYLES_MAX: usize = 4096;
/// Letters of a name.
const NAME_MAX: usize = 255;

/// A sheet with a row.
pub struct Found {
    /// Its place among all of them.
    pub number: usize,
    pub name: String,
    pub hidden: bool,
}

/// A sheet as it begins.
pub struct Begun {
    name: String,
    style: String,
}

/// The sheets that have a row.
pub fn outline<R: BufRead>(xml: &mut Xml<R>) -> Result<Vec<Found>, SheetError> {
    let mut found = Vec::new();
    let mut hidden_styles: Vec<String> = Vec::new();
    let mut style = String::new();
    let mut hides = |start: &Start<'_>| match start.name() {
        "style" => style = named(start, "name"),
        "table-properties"
            if start.attribute("display").as_deref() == Some("false") && hidden_styles.len() < STYLES_MAX =>
        {
            hidden_styles.push(style.clone());
        }
        _ => {}
    };
    let mut begun = Vec::new();
    while let Some(sheet) = next_sheet(xml, &mut hides)? {
        let outside = xml.depth().saturating_sub(1);
        let has_row = Rows::of(xml).next_row(xml)?.is_some();
        while xml.depth() > outside {
            xml.begin();
            xml.next(1)?;
        }
        begun.push((sheet, has_row));
        if begun.len() > SHEETS_MAX {
            return Err(SheetError::Broken("it has more sheets than a workbook has"));
        }
    }
    for (number, (Begun { name, style }, has_row)) in begun.into_iter().enumerate() {
        if has_row {
            found.push(Found { number, name, hidden: hidden_styles.contains(&style) });
        }
    }
    Ok(found)
}

/// Reads up to the begin of the next sheet; what begins in front of it is shown to `other`.
pub fn next_sheet<R: BufRead>(
    xml: &mut Xml<R>,
    other: &mut impl FnMut(&Start<'_>),
) -> Result<Option<Begun>, SheetError> {
    loop {
        xml.begin();
        match xml.next(1)? {
            Piece::Start(start) if start.name() == "table" => {
                let name = named(&start, "name");
                let style = named(&start, "style-name");
                return Ok(Some(Begun { name, style }));
            }
            Piece::Start(start) => other(&start),
            Piece::Nothing => return Ok(None),
            Piece::End | Piece::Text(_) => {}
        }
    }
}

/// A name, of which there are many to remember: not longer than anybody's.
fn named(start: &Start<'_>, attribute: &str) -> String {
    start.attribute(attribute).unwrap_or_default().chars().take(NAME_MAX).collect()
}
