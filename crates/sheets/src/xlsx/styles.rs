//! The formats of an XLSX, of which only whether they show dates is kept.

use std::io::{Read, Seek};

use crate::archive::Archive;
use crate::dates;
use crate::error::SheetError;
use crate::xml::Piece;

use super::small;

/// Formats of a workbook; Excel has 64,000.
const STYLES_MAX: usize = 1 << 17;

/// For each style of a cell, by its number, whether it shows a date.
pub fn read<F: Read + Seek>(
    archive: &Archive,
    path: Option<&str>,
    file: &mut F,
) -> Result<Vec<bool>, SheetError> {
    let mut shows = Vec::new();
    let Some(path) = path else { return Ok(shows) };
    let Some(mut xml) = small(archive, path, file)? else { return Ok(shows) };
    // the workbook's own formats stand before the styles that use them
    let mut dates_of_its_own = Vec::new();
    let mut numbers_of_its_own = Vec::new();
    let mut in_cells = None;
    loop {
        xml.begin();
        let depth = xml.depth();
        match xml.next(1)? {
            Piece::Start(start) => {
                let format = || start.attribute("numFmtId").and_then(|id| id.parse().ok()).unwrap_or(0);
                match start.name() {
                    "numFmt" if dates_of_its_own.len() + numbers_of_its_own.len() < STYLES_MAX => {
                        let code = start.attribute("formatCode").unwrap_or_default();
                        let list = if dates::shown_by(&code) {
                            &mut dates_of_its_own
                        } else {
                            &mut numbers_of_its_own
                        };
                        list.push(format());
                    }
                    "cellXfs" => {
                        in_cells = Some(depth);
                        dates_of_its_own.sort_unstable();
                        numbers_of_its_own.sort_unstable();
                    }
                    "xf" if in_cells.is_some() && shows.len() < STYLES_MAX => {
                        let format: u32 = format();
                        let known = |list: &[u32]| list.binary_search(&format).is_ok();
                        shows.push(
                            known(&dates_of_its_own)
                                || (dates::shown_by_number(format) && !known(&numbers_of_its_own)),
                        );
                    }
                    _ => {}
                }
            }
            Piece::End if in_cells == Some(depth - 1) => return Ok(shows),
            Piece::Nothing => return Ok(shows),
            Piece::End | Piece::Text(_) => {}
        }
    }
}
