#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::reading::json::{ReadError, read_json};
use proptest::prelude::*;
use serde_json::value::RawValue;

fn read(text: &str) -> Result<Sku, String> {
    read_json(text.as_bytes()).map_err(|e: ReadError| e.to_string())
}

#[test]
fn reads_a_full_sku() {
    let text = r#"{"parentId":"G1","sku":"A-1","nome":"Camiseta","marca":"Marca","urlOrigem":"https://loja.com/a","descricao":"<p>x</p>","categorias":["Roupas > Camisetas"],"largura":10,"altura":2,"comprimento":30,"peso":250,"ativo":true,"prazoDespacho":1,"precoDe":100.5,"precoPor":89.99,"gtin":"7891000315507","estoque":7,"imagens":["https://loja.com/a.jpg"],"atributos":[{"nome":"Cor","valor":"Azul"}]}"#;
    let written = serde_json::to_value(read(text).unwrap()).unwrap();
    for (member, value) in serde_json::from_str::<serde_json::Map<_, _>>(text).unwrap() {
        assert_eq!(written[&member], value, "{member}");
    }
}

#[test]
fn only_key_and_name_are_required() {
    let parsed =
        read(r#"{"sku":"A","nome":"B","ativo":1,"imagens":null,"precoPor":"10.5","peso":"200"}"#).unwrap();
    assert!(parsed.ativo && parsed.imagens.is_empty() && parsed.peso == 200);
    assert_eq!(parsed.preco_por, Dinheiro::from_cents(1050));
    assert_eq!(read("{}").unwrap_err(), "sku: é obrigatório; nome: é obrigatório");
}

#[test]
fn aliases_of_the_group() {
    let grupo = |rest: &str| read(&format!(r#"{{"sku":"A","nome":"B",{rest}}}"#)).unwrap().parent_id;
    assert_eq!(grupo(r#""produtoId":"G""#), "G");
    assert_eq!(grupo(r#""produtod":"G""#), "G");
    assert_eq!(grupo(r#""produtod":"X","parentId":"G""#), "G");
    assert_eq!(grupo(r#""produtod":"G","parentId":null"#), "G");
}

#[test]
fn a_patch_may_use_an_alias() {
    let before = read(r#"{"sku":"A","nome":"B","parentId":"G","precoPor":10.1234}"#).unwrap();
    let with = |text: &str| {
        let patched = before.patch(&RawValue::from_string(text.into()).unwrap());
        patched.map(|(sku, _)| sku).map_err(|p| p.to_string())
    };
    assert_eq!(with(r#"{"produtoId":"H"}"#).unwrap(), Sku { parent_id: "H".into(), ..before.clone() });
    assert_eq!(with(r#"{"produtod":null}"#).unwrap(), Sku { parent_id: String::new(), ..before.clone() });
    assert_eq!(with(r#"{"precoDe":5}"#).unwrap_err(), "precoDe: deve ser maior ou igual a precoPor");
    assert_eq!(with("{}").unwrap(), before);
}

#[test]
fn every_problem_at_once() {
    let error = read(
        r#"{"sku":"","nome":[],"largura":-1,"altura":0.35,"peso":"x","precoDe":1,"precoPor":2,"gtin":"123","estoque":"x",
            "imagens":["https://a.com/1","b.jpg"],"atributos":[{"nome":"a"},{"valor":"b"}],"categorias":[""]}"#,
    )
    .unwrap_err();
    let expected = [
        "sku: é obrigatório",
        "nome: deve ser um texto",
        "categorias[0]: deve ter de 1 a 500 caracteres",
        "largura: deve ser maior ou igual a zero",
        "peso: deve ser um número",
        "precoDe: deve ser maior ou igual a precoPor",
        "gtin: deve ter 8, 12, 13 ou 14 dígitos, ou ser SEM GTIN, ou ficar vazio",
        "estoque: deve ser um número inteiro",
        "imagens[1]: deve ser um endereço http ou https completo",
        "atributos[1].nome: é obrigatório",
    ];
    assert_eq!(error, expected.join("; "));
}

#[test]
fn money_is_exact_or_refused() {
    let preco =
        |text: &str| read(&format!(r#"{{"sku":"A","nome":"B","precoPor":{text}}}"#)).map(|s| s.preco_por);
    assert_eq!(preco("10.1234"), Ok(Dinheiro::from_ten_thousandths(101_234)));
    for bad in ["1.00001", "1e400", "-1", "NaN", "\"NaN\"", "100000000000", "true"] {
        assert!(preco(bad).is_err(), "{bad}");
    }
}

proptest! {
    /// What is written is read back as the same value.
    #[test]
    fn written_is_read(
        parent_id in "[^\0]{0,100}", sku in "[\\pL\\pN\\pP ]{0,99}[a-z]".prop_filter("visible", |sku| SkuId::parse(sku.as_str()).is_ok()), nome in "[^\0]{1,300}", descricao in "[^\0]{0,80}",
        measures: [u16; 4], ativo: bool, by in 0i64..1_000_000_000_000_000, gtin in "(|SEM GTIN|96385074)",
        estoque in 0i32.., categorias in proptest::collection::vec("[^\0]{1,20}", 0..4),
    ) {
        let [largura, altura, comprimento, peso] = measures.map(i32::from);
        let one = Sku {
            parent_id, descricao, categorias, largura, altura, comprimento, peso, ativo, gtin, estoque,
            preco_por: Dinheiro::from_ten_thousandths(by), imagens: vec!["https://a.com/1".into()],
            ..Sku::new(&SkuId::parse(sku).unwrap(), &nome).unwrap()
        };
        let text = serde_json::to_string(&one).unwrap();
        prop_assert_eq!(read(&text), Ok(one.clone()));
        prop_assert_eq!(serde_json::from_str::<Sku>(&text).unwrap(), one);
    }
}

#[test]
fn new_refuses_a_name_that_the_reader_refuses() {
    assert!(Sku::new(&SkuId::parse("A-1").unwrap(), "").is_err());
}
