//! Tables that are packed alone.

use sheets::{SheetError, Source};

use crate::support::{archive, data, read, row, xlsx};

#[test]
fn an_archive_with_one_table_is_read() {
    let beside: &[(&str, &[u8])] = &[("lista/", b""), ("__MACOSX/._a", b"x"), (".DS_Store", b"x")];
    let whole = read(&archive(&[beside, &[("lista/a.csv", b"sku;nome\n1;a\n")]].concat())).unwrap();
    assert_eq!(whole.texts(), [row(1, &["sku", "nome"]), row(2, &["1", "a"])]);
    assert!(matches!(whole.source, Source::Text { separator: b';', .. }));
}

#[test]
fn other_archives_end_in_a_sentence() {
    let tables = |files: &[(&str, &[u8])]| match read(&archive(files)) {
        Err(SheetError::Tables(tables)) => tables,
        other => panic!("{other:?}"),
    };
    assert_eq!(tables(&[]), 0);
    assert_eq!(tables(&[("a.csv", b"a"), ("b.csv", b"b")]), 2);
    let book = xlsx(&[("A", "visible", "")], &[]);
    assert!(matches!(read(&archive(&[("a.xlsx", &book)])), Err(SheetError::Packed(_))));
    let whole = archive(&[("a.csv", &data("bling-produtos-latin1.csv"))]);
    assert!(matches!(read(&whole[..whole.len() - 30]), Err(SheetError::Broken(_))));
}
