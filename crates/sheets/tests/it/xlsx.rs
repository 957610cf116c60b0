//! Workbooks (XLSX) as several programs write them.

use sheets::{Cell, SheetError, Source, Warning};

use crate::support::{data, read, row, xlsx};

#[test]
fn the_workbooks_of_people_are_read() {
    let whole = read(&data("excel.xlsx")).unwrap();
    assert_eq!(
        whole.texts(),
        [
            row(1, &["sku", "nome", "precoPor", "estoque", "gtin"]),
            row(2, &["XL-1", "Camisão açaí", "89.9", "3", "7891000315507"]),
            row(3, &["XL-2", "Pão de ló", "1234.5", "4", "7891000315507"]),
        ]
    );
    assert_eq!(whole.rows[2].cells[4], Cell::Number(7_891_000_315_507.0));
    let whole = read(&data("mercadolivre-vendas.xlsx")).unwrap();
    assert_eq!(whole.rows[0].line, 1);
    assert_eq!(whole.rows[1].line, 6);
    assert_eq!(whole.rows[1].cells[0], Cell::Text("N.º de venda".to_owned()));
}

#[test]
fn every_kind_of_cell_is_read() {
    let styles = br#"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>
        <numFmt numFmtId="165" formatCode="0.00 &quot;dias&quot;"/></numFmts>
        <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
        <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>"#;
    let strings = "<sst><si><t>00123</t></si><si><r><t>Pã</t></r><r><t xml:space=\"preserve\">o </t></r>\
        <rPh><t>x</t></rPh></si></sst>";
    let rows = r#"<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="D3" t="b"><v>1</v></c>
        <c r="E3" t="e"><v>#N/A</v></c><c r="F3" s="1"><v>46296</v></c><c r="G3" s="2"><v>46296.5</v></c>
        <c r="H3" s="3"><v>2</v></c><c r="I3" t="str"><f>A1&amp;B1</f><v>x&amp;y</v></c><c r="J3"><v>1E+3</v></c>
        <c r="K3" t="d"><v>2026-10-01T10:00:00</v></c><c r="L3" t="s"><v>99</v></c></row>
        <row/><row><c><v>1</v></c><c/><c t="inlineStr"><is><t>fim</t></is></c>
        <c><f>A1*2</f><v/></c></row>"#;
    let files: &[(&str, &[u8])] = &[("xl/styles.xml", styles), ("xl/sharedStrings.xml", strings.as_bytes())];
    let whole = read(&xlsx(&[("Plan1", "visible", rows)], files)).unwrap();
    assert_eq!(
        whole.texts(),
        [
            row(
                3,
                &[
                    "00123",
                    "Pão",
                    "",
                    "true",
                    "Fault(\"#N/A\")",
                    "2026-10-01",
                    "2026-10-01T12:00:00",
                    "2",
                    "x&y",
                    "1000",
                    "2026-10-01T10:00:00"
                ]
            ),
            row(5, &["1", "", "fim", "Fault(\"=A1*2\")"]),
        ]
    );
}

#[test]
fn the_first_sheet_that_is_shown_and_has_a_row_is_read() {
    let with = |text: &str| format!("<row><c t=\"str\"><v>{text}</v></c></row>");
    let sheets = [
        ("Vazia", "visible", "<row><c s=\"1\"/></row>".to_owned()),
        ("Oculta", "hidden", with("a")),
        ("Dados", "visible", with("b")),
        ("Mais", "visible", with("c")),
        ("Funda", "veryHidden", with("d")),
    ];
    let sheets: Vec<(&str, &str, &str)> =
        sheets.iter().map(|(name, state, rows)| (*name, *state, rows.as_str())).collect();
    let whole = read(&xlsx(&sheets, &[])).unwrap();
    assert_eq!(whole.source, Source::Workbook { sheet: "Dados".to_owned() });
    assert_eq!(whole.texts(), [row(1, &["b"])]);
    let other = |name: &str, hidden| Warning::OtherSheet { name: name.to_owned(), hidden };
    assert_eq!(whole.warnings, [other("Oculta", true), other("Mais", false), other("Funda", true)]);
    assert!(matches!(read(&xlsx(&sheets[..2], &[])), Err(SheetError::NoRows)));
}

#[test]
fn macros_and_links_are_told_and_left_alone() {
    let rows = r#"<row><c r="A1"><f>[1]Plan1!A1</f><v>5</v></c></row>"#;
    let files: &[(&str, &[u8])] =
        &[("xl/vbaProject.bin", b"x"), ("xl/externalLinks/externalLink1.xml", b"<x/>")];
    let whole = read(&xlsx(&[("Plan1", "visible", rows)], files)).unwrap();
    assert_eq!(whole.texts(), [row(1, &["5"])]);
    assert_eq!(whole.warnings, [Warning::Macros, Warning::ExternalLinks]);
}
