#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use proptest::prelude::*;

fn ler<T: Leitura>(texto: &str) -> Result<T, String> {
    ler_json(texto.as_bytes()).map_err(|e| e.to_string())
}

/// Two members and a list, the smallest thing that shows every way of reading.
#[derive(Debug, PartialEq)]
struct Coisa {
    nome: String,
    numero: i32,
    partes: Vec<Coisa>,
}

impl Leitura for Coisa {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let nome = obj.texto("nome", 1, 5, p);
        let numero = obj.inteiro("numero", 0, 9, 7, p);
        let partes = obj.lista("partes", 3, p);
        Some(Self { nome: nome?, numero: numero?, partes: partes? })
    }
}

#[test]
fn places_of_problems() {
    let erro = ler::<Coisa>(r#"{"nome":"é","partes":[{"nome":"a"},{"partes":[{"nome":1},3],"numero":10}]}"#);
    assert_eq!(
        erro.unwrap_err(),
        "partes[1].nome: é obrigatório; partes[1].numero: deve ser um inteiro de 0 a 9; \
         partes[1].partes[0].nome: deve ser um texto; partes[1].partes[1]: deve ser um objeto"
    );
    assert_eq!(ler::<Coisa>("null").unwrap_err(), "deve ser um objeto");
    assert_eq!(ler::<Coisa>(r#"{"nome":"a","partes":{}}"#).unwrap_err(), "partes: deve ser uma lista");
    assert_eq!(
        ler::<Coisa>(r#"{"nome":"a","partes":[1,2,3,4]}"#).unwrap_err(),
        "partes: deve ter no máximo 3 itens"
    );
}

#[test]
fn null_is_absent_and_the_last_of_two_counts() {
    let lida: Coisa = ler(r#"{"nome":"a","nome":"b","numero":null,"outro":{"x":[1]}}"#).unwrap();
    assert_eq!(lida, Coisa { nome: "b".into(), numero: 7, partes: vec![] });
    assert_eq!(ler::<Coisa>(r#"{"nome":null}"#).unwrap_err(), "nome: é obrigatório");
}

#[test]
fn lengths_are_counted_in_characters() {
    assert_eq!(ler::<Coisa>(r#"{"nome":"ééééé"}"#).unwrap().nome, "ééééé");
    assert_eq!(ler::<Coisa>(r#"{"nome":"éééééé"}"#).unwrap_err(), "nome: deve ter de 1 a 5 caracteres");
    assert_eq!(ler::<Coisa>(r#"{"nome":"\u00e9\n"}"#).unwrap().nome, "é\n");
}

#[test]
fn text_that_is_not_json_is_told_where() {
    assert_eq!(
        ler::<Coisa>("{\n \"nome\" 1}").unwrap_err(),
        "O corpo não é um JSON válido (linha 2, coluna 9)."
    );
    assert!(ler::<Coisa>("").is_err() && ler::<Coisa>("{} {}").is_err());
    assert!(matches!(ler_json::<Coisa>(b"\xff"), Err(ErroLeitura::Sintaxe { .. })));
}

#[test]
fn numbers_and_booleans() {
    for (texto, esperado) in [("5", 5), ("\"5\"", 5), ("5.00", 5), ("-3", -3), ("\" 7 \"", 7)] {
        assert_eq!(ler::<i32>(texto), Ok(esperado));
    }
    for ruim in ["5.5", "\"\"", "\"x\"", "true", "[]", "1e2", "5.", "\"5.\""] {
        assert!(ler::<i64>(ruim).is_err(), "{ruim}");
    }
    assert!(ler::<i32>("2147483648").unwrap_err().contains("32 bits"));
    assert_eq!((ler("1"), ler("0"), ler("true")), (Ok(true), Ok(false), Ok(true)));
    assert!(ler::<bool>("2").is_err() && ler::<bool>("\"true\"").is_err());
}

#[test]
fn a_flood_of_problems_is_cut() {
    let texto = format!("[{}]", vec!["1"; 500].join(","));
    let Err(ErroLeitura::Problemas(p)) = ler_lista::<Coisa>(texto.as_bytes(), 500) else { panic!() };
    assert_eq!(p.len(), 100);
}

proptest! {
    #[test]
    fn nothing_panics(texto: String) {
        let _ = ler::<Coisa>(&texto);
    }

    #[test]
    fn any_text_without_nul_is_kept(nome in "[^\0]{1,5}") {
        let texto = serde_json::json!({ "nome": nome }).to_string();
        prop_assert_eq!(ler::<Coisa>(&texto).unwrap().nome, nome);
    }
}
