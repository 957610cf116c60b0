//! Workbooks of LibreOffice (ODS).

use sheets::{Cell, SheetError, Source, Warning};

use crate::support::{archive, ods, read, row};

#[test]
fn every_kind_of_cell_is_read() {
    let table = r#"<table:table table:name="Planilha1"><table:table-column/>
        <table:table-header-rows><table:table-row><table:table-cell office:value-type="string"><text:p>sku</text:p>
        </table:table-cell><table:table-cell table:number-columns-repeated="2"/><table:table-cell
        office:value-type="string" table:number-columns-repeated="2"><text:p>nome</text:p></table:table-cell>
        <table:table-cell table:number-columns-repeated="16379"/></table:table-row></table:table-header-rows>
        <table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>
        <table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string"><office:annotation>
        <text:p>nota</text:p></office:annotation><text:p>00<text:span>12</text:span>3<text:s text:c="2"/>x</text:p>
        <text:p>dois</text:p></table:table-cell>
        <table:table-cell office:value-type="float" office:value="89.9"><text:p>89,90</text:p></table:table-cell>
        <table:table-cell office:value-type="date" office:date-value="2026-10-01"><text:p>1/10</text:p></table:table-cell>
        <table:table-cell office:value-type="date" office:date-value="2026-10-01T10:30:00"/>
        <table:table-cell office:value-type="boolean" office:boolean-value="true"/>
        <table:table-cell office:value-type="string" calcext:value-type="error"><text:p>#N/D</text:p></table:table-cell>
        <table:covered-table-cell/></table:table-row>
        <table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row></table:table>"#;
    let whole = read(&ods("", table)).unwrap();
    let cells = [
        "0012 3  x\ndois".replace("0012 3", "00123").as_str(),
        "89.9",
        "2026-10-01",
        "2026-10-01T10:30:00",
        "true",
    ]
    .map(str::to_owned);
    assert_eq!(whole.texts()[0], row(1, &["sku", "", "", "nome", "nome"]));
    assert_eq!((whole.rows[1].line, whole.rows[2].line, whole.rows.len()), (5, 6, 3));
    for (_, texts) in &whole.texts()[1..] {
        assert_eq!(texts[..5], cells);
    }
    assert_eq!(whole.rows[1].cells[5], Cell::Fault("#N/D".to_owned()));
    assert_eq!(whole.source, Source::Workbook { sheet: "Planilha1".to_owned() });
}

#[test]
fn the_first_sheet_that_is_shown_and_has_a_row_is_read() {
    let styles = r#"<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/>
        </style:style><style:style style:name="ta2" style:family="table"><style:table-properties
        table:display="false"/></style:style>"#;
    let table = |name: &str, style: &str, cell: &str| {
        format!(
            r#"<table:table table:name="{name}" table:style-name="{style}"><table:table-row><table:table-cell
            office:value-type="string"><text:p>{cell}</text:p></table:table-cell></table:table-row></table:table>"#
        )
    };
    let tables = [
        table("Vazia", "ta1", ""),
        table("Oculta", "ta2", "a"),
        table("Dados", "ta1", "b"),
        table("Mais", "ta1", "c"),
    ];
    let whole = read(&ods(styles, &tables.concat())).unwrap();
    assert_eq!(whole.texts(), [row(1, &["b"])]);
    let other = |name: &str, hidden| Warning::OtherSheet { name: name.to_owned(), hidden };
    assert_eq!(whole.warnings, [other("Oculta", true), other("Mais", false)]);
}

#[test]
fn a_password_is_told() {
    let files: &[(&str, &[u8])] = &[
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", b"\x01\x02\x03"),
        (
            "META-INF/manifest.xml",
            b"<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>",
        ),
    ];
    assert!(matches!(read(&archive(files)), Err(SheetError::Password)));
}
