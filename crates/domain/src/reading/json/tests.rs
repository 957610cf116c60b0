#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use proptest::prelude::*;

fn read<T: FromJson>(text: &str) -> Result<T, String> {
    read_json(text.as_bytes()).map_err(|e| e.to_string())
}

/// Two members and a list, the smallest thing that shows every way of reading.
#[derive(Debug, PartialEq)]
struct Thing {
    nome: String,
    numero: i32,
    partes: Vec<Thing>,
}

impl FromJson for Thing {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let name = obj.text("nome", 1, 5, p);
        let number = obj.integer("numero", 0, 9, 7, p);
        let parts = obj.list("partes", 3, p);
        Some(Self { nome: name?, numero: number?, partes: parts? })
    }
}

#[test]
fn places_of_problems() {
    let error =
        read::<Thing>(r#"{"nome":"é","partes":[{"nome":"a"},{"partes":[{"nome":[]},3],"numero":10}]}"#);
    assert_eq!(
        error.unwrap_err(),
        "partes[1].nome: é obrigatório; partes[1].numero: deve ser um inteiro de 0 a 9; \
         partes[1].partes[0].nome: deve ser um texto; partes[1].partes[1]: deve ser um objeto"
    );
    assert_eq!(read::<Thing>("null").unwrap_err(), "deve ser um objeto");
    assert_eq!(read::<Thing>(r#"{"nome":"a","partes":{}}"#).unwrap_err(), "partes: deve ser uma lista");
    assert_eq!(
        read::<Thing>(r#"{"nome":"a","partes":[1,2,3,4]}"#).unwrap_err(),
        "partes: deve ter no máximo 3 itens"
    );
}

#[test]
fn null_is_absent_and_the_last_of_two_counts() {
    let parsed: Thing = read(r#"{"nome":"a","nome":"b","numero":null,"outro":{"x":[1]}}"#).unwrap();
    assert_eq!(parsed, Thing { nome: "b".into(), numero: 7, partes: vec![] });
    assert_eq!(read::<Thing>(r#"{"nome":null}"#).unwrap_err(), "nome: é obrigatório");
}

#[test]
fn an_empty_text_is_absent_where_there_is_no_text_and_a_number_is_a_text() {
    for blank in ["", " ", "\\t\u{a0}"] {
        let parsed: Thing =
            read(&format!(r#"{{"nome":"a","numero":"{blank}","partes":"{blank}"}}"#)).unwrap();
        assert_eq!(parsed, Thing { nome: "a".into(), numero: 7, partes: vec![] });
    }
    let names = [("5", "5"), ("-1.50", "-1.50"), ("1e2", "1e2")];
    for (number, name) in names {
        assert_eq!(read::<Thing>(&format!(r#"{{"nome":{number}}}"#)).unwrap().nome, name);
    }
    assert_eq!(read::<Thing>(r#"{"nome":""}"#).unwrap_err(), "nome: deve ter de 1 a 5 caracteres");
}

#[test]
fn a_stock_is_never_below_zero_and_never_zero_because_nothing_was_said() {
    let stock = |text: &str| {
        let raw = RawValue::from_string(format!(r#"{{"estoque":{text}}}"#)).unwrap();
        let (units, notices) = read_noting(&raw, |value, p| value.object(p)?.stock("estoque", p)).unwrap();
        (units, notices.iter().map(Notice::code).collect::<Vec<_>>())
    };
    assert_eq!(stock("3"), (Some(3), vec![]));
    assert_eq!(stock("-3"), (Some(0), vec!["estoque-negativo"]));
    assert_eq!(stock(r#""-1""#), (Some(0), vec!["estoque-negativo"]));
    assert_eq!(stock(r#"" ""#), (None, vec!["valor-vazio"]));
    assert_eq!(stock("null"), (None, vec![]));
}

#[test]
fn lengths_are_counted_in_characters() {
    assert_eq!(read::<Thing>(r#"{"nome":"ééééé"}"#).unwrap().nome, "ééééé");
    assert_eq!(read::<Thing>(r#"{"nome":"éééééé"}"#).unwrap_err(), "nome: deve ter de 1 a 5 caracteres");
    assert_eq!(read::<Thing>(r#"{"nome":"\u00e9\n"}"#).unwrap().nome, "é\n");
}

#[test]
fn text_that_is_not_json_is_told_where() {
    assert_eq!(
        read::<Thing>("{\n \"nome\" 1}").unwrap_err(),
        "O corpo não é um JSON válido (linha 2, coluna 9)."
    );
    assert!(read::<Thing>("").is_err() && read::<Thing>("{} {}").is_err());
    assert!(matches!(read_json::<Thing>(b"\xff"), Err(ReadError::Syntax { .. })));
}

#[test]
fn numbers_and_booleans() {
    for (text, expected) in [
        ("5", 5),
        ("\"5\"", 5),
        ("5.00", 5),
        ("-3", -3),
        ("\" 7 \"", 7),
        ("3.0000000000000004", 3),
        ("2.9999999999999996", 3),
        ("-2.9999999999999996", -3),
    ] {
        assert_eq!(read::<i32>(text), Ok(expected));
    }
    for bad in ["5.5", "5.00000001", "5.0000000001x", "\"\"", "\"x\"", "true", "[]", "1e2", "5.", "\"5.\""] {
        assert!(read::<i64>(bad).is_err(), "{bad}");
    }
    assert!(read::<i32>("2147483648").unwrap_err().contains("32 bits"));
    assert_eq!((read("1"), read("0"), read("true")), (Ok(true), Ok(false), Ok(true)));
    assert!(read::<bool>("2").is_err() && read::<bool>("\"true\"").is_err());
}

#[test]
fn a_flood_of_problems_is_cut() {
    let text = format!("[{}]", vec!["1"; 500].join(","));
    let Err(ReadError::Problems(p)) = read_list::<Thing>(text.as_bytes(), 500) else { panic!() };
    assert_eq!(p.len(), 100);
}

proptest! {
    #[test]
    fn nothing_panics(text: String) {
        let _ = read::<Thing>(&text);
    }

    #[test]
    fn any_text_without_nul_is_kept(name in "[^\0]{1,5}") {
        let text = serde_json::json!({ "nome": name }).to_string();
        prop_assert_eq!(read::<Thing>(&text).unwrap().nome, name);
    }
}
