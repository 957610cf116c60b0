//! Tables of text, as people's programs write them.

use sheets::{Letters, SheetError, Source, Warning};

use crate::support::{data, read, row};

const HEADING: [&str; 5] = ["sku", "nome", "precoPor", "estoque", "gtin"];
const SHIRT: [&str; 5] = ["ENC-1", "Camisão açaí", "89,90", "3", "7891000315507"];
const CAKE: [&str; 4] = ["ENC-2", "Pão de ló", "1.234,50", "4"];

fn text(separator: u8, letters: Letters) -> Source {
    Source::Text { separator, letters }
}

#[test]
fn one_table_comes_in_from_all_letters_line_ends_and_separators() {
    let cases = [
        ("codificacao-utf16be.csv", 1, text(b';', Letters::Utf16Be)),
        ("codificacao-utf8-bom-pontoevirgula.csv", 1, text(b';', Letters::Utf8)),
        ("codificacao-windows1252.csv", 1, text(b';', Letters::Windows1252)),
        ("fim-de-linha-cr.csv", 1, text(b';', Letters::Utf8)),
        ("fim-de-linha-misto.csv", 1, text(b';', Letters::Utf8)),
        ("linha-vazia-acima.csv", 2, text(b';', Letters::Utf8)),
        ("sep-primeira-linha.csv", 2, text(b';', Letters::Utf8)),
        ("pipe.csv", 1, text(b'|', Letters::Utf8)),
    ];
    for (name, line, source) in cases {
        let whole = read(&data(name)).unwrap();
        assert_eq!(
            whole.texts(),
            [row(line, &HEADING), row(line + 1, &SHIRT), row(line + 2, &CAKE)],
            "{name}"
        );
        assert_eq!(whole.source, source, "{name}");
        assert_eq!(whole.warnings, [], "{name}");
    }
}

#[test]
fn excels_unicode_text_is_read_with_and_without_its_mark() {
    let table = "sku\tnome\r\n1\tPão \"de\" ló\r\n2\t\"a\nb\"\r\n";
    let expected = [row(1, &["sku", "nome"]), row(2, &["1", "Pão \"de\" ló"]), row(3, &["2", "a\nb"])];
    let low: Vec<u8> = table.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let high: Vec<u8> = table.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (bytes, letters) in [(&low, Letters::Utf16Le), (&high, Letters::Utf16Be)] {
        let mark: &[u8] = if letters == Letters::Utf16Le { b"\xFF\xFE" } else { b"\xFE\xFF" };
        for bytes in [bytes.clone(), [mark, bytes.as_slice()].concat()] {
            let whole = read(&bytes).unwrap();
            assert_eq!(whole.texts(), expected);
            assert_eq!(whole.source, text(b'\t', letters));
        }
    }
}

#[test]
fn a_title_above_the_heading_is_a_row() {
    let whole = read(&data("titulo-acima.csv")).unwrap();
    assert_eq!(
        whole.texts()[..3],
        [row(1, &["Relatório de produtos"]), row(2, &["Emitido em 01/10/2026"]), row(4, &HEADING)]
    );
}

#[test]
fn spoiled_letters_are_told() {
    let warning = |name: &str| read(&data(name)).unwrap().warnings.into_iter().next();
    assert!(matches!(
        warning("codificacao-utf8-duas-vezes.csv"),
        Some(Warning::DoubleEncoded { line: 2, .. })
    ));
    let letters = |name: &str| match warning(name) {
        Some(Warning::OtherLetters { letters, line: 2, .. }) => letters,
        other => panic!("{other:?}"),
    };
    assert_eq!(letters("codificacao-cp850.csv"), "CP850");
    assert_eq!(letters("codificacao-macroman.csv"), "Mac Roman");
    for name in ["bling-produtos-latin1.csv", "bling-modelo.tsv", "planilha-simples.csv"] {
        assert_eq!(warning(name), None, "{name}");
    }
}

#[test]
fn quotes_of_inches_stay_and_are_told() {
    let whole = read("sku;nome\nA;\"Tubo 2\" PVC\nB;\"Tubo 3\"\" PVC\"\nC;Tubo 4\"\n".as_bytes()).unwrap();
    let names: Vec<String> = whole.texts().into_iter().map(|(_, cells)| cells[1].clone()).collect();
    assert_eq!(names, ["nome", "\"Tubo 2\" PVC", "Tubo 3\" PVC", "Tubo 4\""]);
    assert!(matches!(whole.warnings.as_slice(), [Warning::LooseQuote { line: 2, .. }]));
    assert_eq!(
        read(&data("aspas-simples.csv")).unwrap().texts()[1],
        row(2, &["'00123'", "'Panela'", "'89,90'"])
    );
}

#[test]
fn what_is_no_table_ends_in_a_sentence() {
    let cases: [(&[u8], &str); 10] = [
        (b"", "empty"),
        (b"\xEF\xBB\xBF \r\n", "empty"),
        (b"\x1F\x8B\x08\0\0\0", "packed (gzip)"),
        (b"\x89PNG\r\n\x1A\n", "picture"),
        (b"\xFF\xD8\xFF\xE0", "picture"),
        (b"%PDF-1.7\n", "PDF"),
        (b"{\"sku\": 1}", "JSON"),
        (b"\0\x01\x02\x03\x04", "no table"),
        (b"<html><table><tr><td>sku</td></tr></table></html>", "web page"),
        (b"<pedido/>", "XML that begins with <pedido>"),
    ];
    for (bytes, sentence) in cases {
        let error = read(bytes).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error}");
    }
}

#[test]
fn letters_that_change_in_the_middle_are_read_cell_by_cell() {
    let bytes = [b"sku;nome\n1;Camis\xC3\xA3o\n2;".as_slice(), b"Camis\xE3o\n"].concat();
    assert_eq!(read(&bytes).unwrap().texts()[1..], [row(2, &["1", "Camisão"]), row(3, &["2", "Camisão"])]);
}

#[test]
fn a_quote_that_is_open_at_the_end_is_an_error_of_its_line() {
    let error = read(b"sku;nome\n1;\"a\n2;b\n").unwrap_err();
    assert!(matches!(error, SheetError::OpenQuote(2)), "{error:?}");
}
