//! What the tests share: files read to their end, and archives made by hand.

use std::io::{Cursor, Write};

use sheets::{Cell, Row, SheetError, Source, Table, Warning};
use zip::write::SimpleFileOptions;

/// A file that was read to its end.
#[derive(Debug)]
pub struct Whole {
    pub source: Source,
    pub rows: Vec<Row>,
    pub warnings: Vec<Warning>,
}

impl Whole {
    /// Each row's line, and its cells as text.
    pub fn texts(&self) -> Vec<(u64, Vec<String>)> {
        let text = |cell: &Cell| cell.text().map_or_else(|| format!("{cell:?}"), |text| text.into_owned());
        self.rows.iter().map(|row| (row.line, row.cells.iter().map(text).collect())).collect()
    }
}

pub fn read(bytes: &[u8]) -> Result<Whole, SheetError> {
    let mut table = Table::open(Cursor::new(bytes))?;
    let mut rows = Vec::new();
    while let Some(row) = table.next_row()? {
        rows.push(row);
    }
    assert!(table.next_row()?.is_none(), "an end is an end");
    Ok(Whole { source: table.source().clone(), rows, warnings: table.warnings().to_vec() })
}

/// How many rows a file has, without keeping them.
pub fn count(bytes: &[u8]) -> Result<usize, SheetError> {
    let mut table = Table::open(Cursor::new(bytes))?;
    let mut rows = 0;
    while table.next_row()?.is_some() {
        rows += 1;
    }
    Ok(rows)
}

pub fn row(line: u64, cells: &[&str]) -> (u64, Vec<String>) {
    (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
}

/// A file of the folder of data.
pub fn data(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// An archive of files.
pub fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// An XLSX of sheets (name, state, what is in `sheetData`), with what else is given.
pub fn xlsx(sheets: &[(&str, &str, &str)], others: &[(&str, &[u8])]) -> Vec<u8> {
    let mut names = String::new();
    let mut relations = String::new();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (number, (name, state, rows)) in sheets.iter().enumerate() {
        names += &format!(r#"<sheet name="{name}" sheetId="{number}" state="{state}" r:id="r{number}"/>"#);
        relations += &relation(&format!("r{number}"), "worksheet", &format!("worksheets/s{number}.xml"));
        let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
        files.push((format!("xl/worksheets/s{number}.xml"), sheet.into_bytes()));
    }
    relations += &relation("rs", "sharedStrings", "sharedStrings.xml");
    relations += &relation("rf", "styles", "/xl/styles.xml");
    let book = format!("<workbook><sheets>{names}</sheets></workbook>");
    let relations = format!("<Relationships>{relations}</Relationships>");
    let root =
        format!("<Relationships>{}</Relationships>", relation("r", "officeDocument", "xl/workbook.xml"));
    let mut all: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", b"<Types/>"),
        ("_rels/.rels", root.as_bytes()),
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
    ];
    all.extend(files.iter().map(|(name, content)| (name.as_str(), content.as_slice())));
    all.extend(others);
    archive(&all)
}

fn relation(id: &str, kind: &str, target: &str) -> String {
    format!(r#"<Relationship Id="{id}" Type="http://x/relationships/{kind}" Target="{target}"/>"#)
}

/// An ODS of what is in `office:spreadsheet`, and of styles.
pub fn ods(styles: &str, tables: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:automatic-styles>{styles}</office:automatic-styles>\
         <office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    );
    archive(&[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", content.as_bytes()),
        ("META-INF/manifest.xml", b"<manifest:manifest/>"),
    ])
}
