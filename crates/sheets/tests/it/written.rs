//! What the writer writes is what the reader reads.

use std::io::Cursor;

use chrono::NaiveDate;
use sheets::{Cell, Column, Content, Source, WorkbookWriter, WriteError};

use crate::support::read;

fn columns(headings: &[&str]) -> Vec<Column> {
    headings.iter().map(|heading| Column { heading: (*heading).to_owned(), width: 20 }).collect()
}

#[test]
fn every_type_of_cell_comes_back() {
    let mut writer =
        WorkbookWriter::new("SKUs", &columns(&["sku", "estoque", "preco", "data", "ativo"])).unwrap();
    let date = NaiveDate::from_ymd_opt(2026, 10, 1).unwrap().and_hms_opt(14, 30, 5).unwrap();
    let codes =
        ["00123", "1/2", "1E5", "12345678901234567890", "VERDADEIRO", "=1+1", "_x000D_", "a\nb", "<&>\""];
    for code in codes {
        let cells = [
            Content::Text(code),
            Content::Whole(7_891_000_315_507),
            Content::Decimal(1234.5),
            Content::DateTime(date),
            Content::Bool(true),
        ];
        writer.row(&cells).unwrap();
    }
    writer.row(&[Content::Empty, Content::Whole(-1)]).unwrap();
    let mut bytes = Cursor::new(Vec::new());
    writer.finish(&mut bytes).unwrap();
    let whole = read(bytes.get_ref()).unwrap();
    assert_eq!(whole.source, Source::Workbook { sheet: "SKUs".to_owned() });
    assert_eq!(whole.warnings, []);
    let text = |text: &str| Cell::Text(text.to_owned());
    assert_eq!(whole.rows[0].cells, ["sku", "estoque", "preco", "data", "ativo"].map(text));
    for (number, code) in codes.iter().enumerate() {
        let row = &whole.rows[number + 1];
        assert_eq!(row.line, number as u64 + 2);
        assert_eq!(
            row.cells,
            [
                text(code),
                Cell::Number(7_891_000_315_507.0),
                Cell::Number(1234.5),
                Cell::Date(date),
                Cell::Bool(true)
            ]
        );
    }
    assert_eq!(whole.rows[10].cells, [Cell::Empty, Cell::Number(-1.0)]);
}

#[test]
fn a_second_sheet_is_told_and_not_read() {
    let mut writer = WorkbookWriter::new("Modelo", &columns(&["sku"])).unwrap();
    writer.row(&[Content::Text("A")]).unwrap();
    writer.add_sheet("Explicação", &columns(&["coluna", "significa"])).unwrap();
    writer.row(&[Content::Text("sku"), Content::Text("o código")]).unwrap();
    let mut bytes = Cursor::new(Vec::new());
    writer.finish(&mut bytes).unwrap();
    let whole = read(bytes.get_ref()).unwrap();
    assert_eq!(whole.rows.len(), 2);
    assert_eq!(
        whole.warnings,
        [sheets::Warning::OtherSheet { name: "Explicação".to_owned(), hidden: false }]
    );
}

#[test]
fn what_no_workbook_takes_is_an_error() {
    let mut writer = WorkbookWriter::new("A", &columns(&["sku"])).unwrap();
    let long = "x".repeat(40_000);
    assert!(matches!(writer.row(&[Content::Text(&long)]), Err(WriteError::Long(2))));
    assert!(matches!(WorkbookWriter::new("a/b", &[]), Err(WriteError::Refused(_))));
}
