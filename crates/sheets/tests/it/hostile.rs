//! Files that somebody made to harm: each ends in a sentence. What they cost is measured in `memory.rs`.

use sheets::SheetError;

use crate::support::{archive, count, ods, read, xlsx};

#[test]
fn a_cell_in_the_last_corner_costs_nothing() {
    let far = r#"<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>"#;
    let error = count(&xlsx(&[("A", "visible", far)], &[])).unwrap_err();
    assert!(matches!(error, SheetError::Wide { line: 1_048_576, columns: 16_384 }), "{error:?}");
    let low = r#"<row r="1048576"><c r="ALL1048576"><v>1</v></c></row>"#;
    assert_eq!(count(&xlsx(&[("A", "visible", low)], &[])).unwrap(), 1);
}

#[test]
fn a_long_shared_text_that_many_cells_name_is_one_row_too_long() {
    let strings = format!("<sst><si><t>{}</t></si></sst>", "x".repeat(1 << 20));
    let row = format!("<row>{}</row>", r#"<c t="s"><v>0</v></c>"#.repeat(500));
    let book = xlsx(&[("A", "visible", &row)], &[("xl/sharedStrings.xml", strings.as_bytes())]);
    assert!(matches!(count(&book), Err(SheetError::Endless(1))));
}

#[test]
fn repeated_cells_and_rows_are_bounded() {
    let table = |rows: &str| ods("", &format!("<table:table table:name=\"A\">{rows}</table:table>"));
    let cell = |times: &str| {
        format!(
            "<table:table-row table:number-rows-repeated=\"ROWS\"><table:table-cell office:value-type=\"float\" \
             office:value=\"1\" table:number-columns-repeated=\"{times}\"/></table:table-row>"
        )
    };
    let rows = |times: &str, rows: &str| count(&table(&cell(times).replace("ROWS", rows)));
    assert!(matches!(rows("16384", "1"), Err(SheetError::Wide { .. })));
    assert!(matches!(rows("18446744073709551615", "1"), Err(SheetError::Wide { .. })));
    assert!(matches!(rows("1000", "1048576"), Err(SheetError::Cells(_))));
    assert!(matches!(rows("1", "18446744073709551615"), Err(SheetError::Rows(1))));
    assert_eq!(rows("1", "1048576").unwrap(), 1 << 20);
    let empty =
        "<table:table-row table:number-rows-repeated=\"9999999999\"><table:table-cell/></table:table-row>";
    assert!(matches!(count(&table(&empty.repeat(100))), Err(SheetError::NoRows)));
}

#[test]
fn archives_that_lie_about_sizes_are_refused() {
    let book = xlsx(&[("A", "visible", "<row><c><v>1</v></c></row>")], &[]);
    // every entry of the directory says that it unpacks into four bytes
    let lies = with_sizes(book.clone(), 4);
    assert!(matches!(read(&lies), Err(SheetError::Broken(_))));
    let changed = archive(&[("a.csv", b"sku;preco\nA;10\n")]);
    assert!(read(&changed).is_ok());
    let at = changed.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap() + 16;
    let changed: Vec<u8> =
        changed.iter().enumerate().map(|(place, byte)| if place == at { !byte } else { *byte }).collect();
    assert!(matches!(read(&changed), Err(SheetError::Broken(_))));
    let claims = with_sizes(book, 1 << 29);
    assert!(matches!(read(&claims), Err(SheetError::Large { .. })));
    let many: Vec<(String, &[u8])> =
        (0..5000).map(|number| (format!("{number}.csv"), b"".as_slice())).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, content)| (name.as_str(), *content)).collect();
    assert!(matches!(read(&archive(&many)), Err(SheetError::Broken(_))));
}

/// The archive with another unpacked size for each entry.
fn with_sizes(mut bytes: Vec<u8>, size: u32) -> Vec<u8> {
    for at in 0..bytes.len().saturating_sub(46) {
        if bytes[at..].starts_with(b"PK\x01\x02") {
            bytes[at + 24..at + 28].copy_from_slice(&size.to_le_bytes());
        }
    }
    bytes
}

#[test]
fn nested_and_endless_xml_is_refused() {
    let deep = format!("<row>{}</row>", "<c>".repeat(100_000));
    assert!(matches!(read(&xlsx(&[("A", "visible", &deep)], &[])), Err(SheetError::BrokenXml(_))));
    let long = format!("<row><c t=\"str\"><v>{}</v></c></row>", " ".repeat(9 << 20));
    assert!(matches!(read(&xlsx(&[("A", "visible", &long)], &[])), Err(SheetError::Endless(1))));
    let name = format!("<rss><{}/></rss>", "a".repeat(5000));
    assert!(matches!(read(name.as_bytes()), Err(SheetError::BrokenXml(_))));
    let entity = r#"<row><c t="str"><v>&xxe;</v></c></row>"#;
    assert_eq!(read(&xlsx(&[("A", "visible", entity)], &[])).unwrap().texts()[0].1, ["&xxe;"]);
}

#[test]
fn workbooks_of_other_kinds_end_in_a_sentence() {
    let relation = "<Relationships><Relationship Id=\"a\" Type=\"x/officeDocument\" Target=\"xl/workbook.bin\"/></Relationships>";
    let binary = archive(&[("[Content_Types].xml", b"<Types/>"), ("_rels/.rels", relation.as_bytes())]);
    assert!(matches!(read(&binary), Err(SheetError::OtherWorkbook("XLSB"))));
    let relation = relation.replace("xl/workbook.bin", "word/document.xml");
    let document = b"<w:document/>".as_slice();
    let word = archive(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("_rels/.rels", relation.as_bytes()),
        ("word/document.xml", document),
    ]);
    assert!(matches!(read(&word), Err(SheetError::NoTable)));
}
