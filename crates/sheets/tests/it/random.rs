//! Random rows come back as they were written; random bytes, and files changed at random, end.

use std::io::Cursor;

use proptest::collection::vec;
use proptest::prelude::*;
use sheets::{Cell, Column, Content, WorkbookWriter};

use crate::support::{count, data, ods, read};

fn cell() -> impl Strategy<Value = Cell> {
    prop_oneof![
        Just(Cell::Empty),
        "\\PC{0,20}".prop_map(|text| text_cell(&text)),
        "[0-9=+@'_x]{1,20}".prop_map(|text| text_cell(&text)),
        (-999_999_999_999_999_i64..=999_999_999_999_999).prop_map(|number| Cell::Number(number as f64)),
        any::<bool>().prop_map(Cell::Bool),
        (0_i64..2_900_000_000).prop_map(|minutes| {
            let begin = chrono::NaiveDate::from_ymd_opt(1900, 3, 1).unwrap().and_hms_opt(0, 0, 0).unwrap();
            Cell::Date(begin + chrono::TimeDelta::minutes(minutes % 1_000_000_000))
        }),
    ]
}

fn text_cell(text: &str) -> Cell {
    match text.trim() {
        "" => Cell::Empty,
        text => Cell::Text(text.to_owned()),
    }
}

fn content(cell: &Cell) -> Content<'_> {
    match cell {
        Cell::Empty | Cell::Fault(_) => Content::Empty,
        Cell::Text(text) => Content::Text(text),
        Cell::Number(number) => Content::Whole(*number as i64),
        Cell::Date(date) => Content::DateTime(*date),
        Cell::Bool(value) => Content::Bool(*value),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Few cases, unless somebody fuzzes: `PROPTEST_CASES=1000000 cargo test --release -p entreposto-sheets --test it changed`.
fn config() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let cases = if asked { ProptestConfig::default().cases } else { 64 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn written_rows_come_back(rows in vec(vec(cell(), 1..8), 1..20)) {
        let columns = vec![Column { heading: "a".to_owned(), width: 10 }; 8];
        let mut writer = WorkbookWriter::new("A", &columns).unwrap();
        for row in &rows {
            writer.row(&row.iter().map(content).collect::<Vec<_>>()).unwrap();
        }
        let mut bytes = Cursor::new(Vec::new());
        writer.finish(&mut bytes).unwrap();
        let whole = read(bytes.get_ref()).unwrap();
        let mut expected: Vec<(u64, Vec<Cell>)> = (2..).zip(rows).collect();
        for (_, cells) in &mut expected {
            while cells.last().is_some_and(Cell::is_empty) {
                cells.pop();
            }
        }
        expected.retain(|(_, cells)| !cells.is_empty());
        let read: Vec<(u64, Vec<Cell>)> = whole.rows.into_iter().skip(1).map(|row| (row.line, row.cells)).collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn written_tables_of_text_come_back(rows in vec(vec("[a-zA-Zã\";,|\t\n ]{0,12}", 3..=3), 3..20), end in 0..3_usize) {
        let end = ["\n", "\r\n", "\r"][end];
        let mut table = format!("sep=;{end}");
        for row in &rows {
            let cells: Vec<String> = row.iter().map(|text| quoted(text)).collect();
            table += &cells.join(";");
            table += end;
        }
        let whole = read(table.as_bytes()).unwrap();
        let mut expected: Vec<Vec<Cell>> = rows.iter().map(|row| row.iter().map(|text| text_cell(text)).collect()).collect();
        for cells in &mut expected {
            while cells.last().is_some_and(Cell::is_empty) {
                cells.pop();
            }
        }
        expected.retain(|cells| !cells.is_empty());
        let read: Vec<Vec<Cell>> = whole.rows.into_iter().map(|row| row.cells).collect();
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn random_bytes_end(bytes in vec(any::<u8>(), 0..2000), kind in 0..6_usize) {
        let begin: &[u8] = [b"".as_slice(), b"PK\x03\x04", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", b"<rss>", b"<NFe>", b"\xFF\xFE"][kind];
        let _ = count(&[begin, &bytes].concat());
    }

    #[test]
    fn changed_files_end(changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), kind in 0..5_usize) {
        let table = "<table:table table:name=\"A\"><table:table-row><table:table-cell office:value-type=\"float\" \
            office:value=\"1\"/></table:table-row></table:table>";
        let mut bytes = match kind {
            0 => data("excel.xlsx"),
            1 => data("planilha.xls"),
            2 => ods("", table),
            3 => data("codificacao-utf16be.csv"),
            _ => data("bling-produtos-latin1.csv"),
        };
        for (place, value) in changes {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        let _ = count(&bytes);
    }
}
