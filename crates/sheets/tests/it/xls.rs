//! Workbooks of Excel 97 to 2003 (XLS): one that a program wrote, and the same changed in all of its places.

use sheets::{Cell, SheetError, Source, Warning};

use crate::support::{count, data, read, row};

#[test]
fn every_kind_of_cell_is_read() {
    let whole = read(&data("planilha.xls")).unwrap();
    assert_eq!(whole.source, Source::Workbook { sheet: "Preços".to_owned() });
    // the program that wrote it kept no value for the formula
    assert_eq!(
        whole.texts()[..3],
        [
            row(2, &["sku", "nome", "preço", "data", "ativo", "dias", "fórmula"]),
            row(4, &["00123", "Pão “de” ló", "1234.5", "2026-10-01T14:30:00", "true", "2"]),
            row(5, &["7891000315507", "-5", "0.1"]),
        ]
    );
    assert_eq!(whole.rows[3].cells, [Cell::Empty, Cell::Number(50.0), Cell::Number(0.05)]);
    let other = |name: &str, hidden| Warning::OtherSheet { name: name.to_owned(), hidden };
    assert_eq!(whole.warnings, [other("Oculta", true), other("Mais", false)]);
}

#[test]
fn a_cell_in_the_last_corner_is_a_row_of_its_own() {
    let whole = read(&data("canto.xls")).unwrap();
    assert_eq!(
        whole.rows.iter().map(|row| (row.line, row.cells.len())).collect::<Vec<_>>(),
        [(1, 1), (65_536, 256)]
    );
}

#[test]
fn a_file_that_is_cut_or_changed_ends() {
    let whole = data("planilha.xls");
    for length in (0..whole.len()).step_by(97) {
        let _ = count(&whole[..length]);
    }
    for place in (0..whole.len()).step_by(3) {
        for value in [0x00, 0x7F, 0xFF] {
            let mut changed = whole.clone();
            changed[place] = value;
            let _ = count(&changed);
        }
    }
}

#[test]
fn a_table_of_sectors_that_is_cut_ends() {
    let mut bytes = data("planilha.xls")[..512 + 111].to_vec();
    // where the table goes on: in the only sector there is
    bytes[68..72].copy_from_slice(&0_u32.to_le_bytes());
    assert!(count(&bytes).is_err());
}

#[test]
fn a_password_is_told() {
    // what a workbook with a password has instead of its own stream
    let mut bytes = data("planilha.xls");
    let named = |name: &str| name.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let from = named("Workbook");
    let at = bytes.windows(from.len()).position(|window| window == from).unwrap();
    let to = named("EncryptedPackage");
    bytes[at..at + to.len()].copy_from_slice(&to);
    bytes[at + 64] = 34;
    assert!(matches!(read(&bytes), Err(SheetError::Password)));
}
