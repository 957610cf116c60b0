//! The parts of an XLSX: which sheets there are, where they are, and where their texts and formats are.

use std::io::{Read, Seek};

use crate::archive::Archive;
use crate::error::SheetError;
use crate::xml::Piece;

use super::small;

/// Sheets of a workbook; Excel has no limit, people have less.
const SHEETS_MAX: usize = 256;

/// A sheet as the workbook names it.
pub struct Named {
    pub name: String,
    pub path: String,
    pub hidden: bool,
}

/// What the workbook says about its parts.
#[derive(Default)]
pub struct Workbook {
    pub sheets: Vec<Named>,
    pub since_1904: bool,
    pub strings: Option<String>,
    pub styles: Option<String>,
}

/// A relation between two parts.
struct Relation {
    id: String,
    /// The end of its type's address, which differs between the two forms of XLSX.
    kind: String,
    path: String,
}

impl Workbook {
    pub fn open<F: Read + Seek>(archive: &Archive, file: &mut F) -> Result<Self, SheetError> {
        let roots = relations(archive, "_rels/.rels", "", file)?;
        let path = roots.into_iter().find(|relation| relation.kind == "officeDocument");
        let path = path.map_or_else(|| "xl/workbook.xml".to_owned(), |relation| relation.path);
        if path.ends_with(".bin") {
            return Err(SheetError::OtherWorkbook("XLSB"));
        }
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
        let related = relations(archive, &format!("{folder}/_rels/{name}.rels"), folder, file)?;
        let Some(mut xml) = small(archive, &path, file)? else { return Err(SheetError::NoTable) };
        let part = |kind: &str| related.iter().find(|part| part.kind == kind).map(|part| part.path.clone());
        let mut book = Self { strings: part("sharedStrings"), styles: part("styles"), ..Self::default() };
        loop {
            xml.begin();
            match xml.next(1)? {
                Piece::Start(start) if start.name() == "workbookPr" => {
                    book.since_1904 = start
                        .attribute("date1904")
                        .is_some_and(|value| matches!(value.as_str(), "1" | "true"));
                }
                Piece::Start(start) if start.name() == "sheet" => {
                    // of attributes called id, sheetId is another one
                    let id = start.attribute("id").unwrap_or_default();
                    let sheet = related.iter().find(|part| part.id == id && part.kind == "worksheet");
                    let hidden = start.attribute("state").is_some_and(|state| state != "visible");
                    let name = start.attribute("name").unwrap_or_default();
                    if let Some(part) = sheet {
                        book.sheets.push(Named { name, path: part.path.clone(), hidden });
                    }
                    if book.sheets.len() > SHEETS_MAX {
                        return Err(SheetError::Broken("it has more sheets than a workbook has"));
                    }
                }
                Piece::Start(start) if start.name() == "document" => return Err(SheetError::NoTable),
                Piece::Nothing => return Ok(book),
                Piece::Start(_) | Piece::End | Piece::Text(_) => {}
            }
        }
    }
}

fn relations<F: Read + Seek>(
    archive: &Archive,
    name: &str,
    folder: &str,
    file: &mut F,
) -> Result<Vec<Relation>, SheetError> {
    let mut relations = Vec::new();
    let Some(mut xml) = small(archive, name.trim_start_matches('/'), file)? else { return Ok(relations) };
    loop {
        xml.begin();
        match xml.next(1)? {
            Piece::Start(start) if start.name() == "Relationship" => {
                let kind = start.attribute("Type").unwrap_or_default();
                let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                let wanted = ["officeDocument", "worksheet", "sharedStrings", "styles"];
                if wanted.contains(&kind.as_str()) && relations.len() <= SHEETS_MAX * 2 {
                    let id = start.attribute("Id").unwrap_or_default();
                    let path = resolved(folder, &start.attribute("Target").unwrap_or_default());
                    relations.push(Relation { id, kind, path });
                }
            }
            Piece::Nothing => return Ok(relations),
            Piece::Start(_) | Piece::End | Piece::Text(_) => {}
        }
    }
}

/// A target from its folder on.
fn resolved(folder: &str, target: &str) -> String {
    let target = target.replace('\\', "/");
    let whole = match target.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => format!("{folder}/{target}"),
    };
    let mut path: Vec<&str> = Vec::new();
    for step in whole.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            step => path.push(step),
        }
    }
    path.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_paths_in_the_archive() {
        assert_eq!(resolved("xl", "worksheets/sheet1.xml"), "xl/worksheets/sheet1.xml");
        assert_eq!(resolved("xl", "/xl/worksheets/sheet1.xml"), "xl/worksheets/sheet1.xml");
        assert_eq!(resolved("xl/worksheets", "../styles.xml"), "xl/styles.xml");
        assert_eq!(resolved("", "xl\\workbook.xml"), "xl/workbook.xml");
    }
}
