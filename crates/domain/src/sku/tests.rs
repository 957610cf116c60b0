#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::reading::json::{ErroLeitura, ler_json};
use proptest::prelude::*;
use serde_json::value::RawValue;

fn ler(texto: &str) -> Result<Sku, String> {
    ler_json(texto.as_bytes()).map_err(|e: ErroLeitura| e.to_string())
}

#[test]
fn reads_a_full_sku() {
    let texto = r#"{"parentId":"G1","sku":"A-1","nome":"Camiseta","marca":"Marca","urlOrigem":"https://loja.com/a","descricao":"<p>x</p>","categorias":["Roupas > Camisetas"],"largura":10,"altura":2,"comprimento":30,"peso":250,"ativo":true,"prazoDespacho":1,"precoDe":100.5,"precoPor":89.99,"gtin":"7891000315507","estoque":7,"imagens":["https://loja.com/a.jpg"],"atributos":[{"nome":"Cor","valor":"Azul"}]}"#;
    assert_eq!(serde_json::to_string(&ler(texto).unwrap()).unwrap(), texto);
}

#[test]
fn only_key_and_name_are_required() {
    let lido =
        ler(r#"{"sku":"A","nome":"B","ativo":1,"imagens":null,"precoPor":"10.5","peso":"200"}"#).unwrap();
    assert!(lido.ativo && lido.imagens.is_empty() && lido.peso == 200);
    assert_eq!(lido.preco_por, Dinheiro::from_centavos(1050));
    assert_eq!(ler("{}").unwrap_err(), "sku: é obrigatório; nome: é obrigatório");
}

#[test]
fn aliases_of_the_group() {
    let grupo = |resto: &str| ler(&format!(r#"{{"sku":"A","nome":"B",{resto}}}"#)).unwrap().parent_id;
    assert_eq!(grupo(r#""produtoId":"G""#), "G");
    assert_eq!(grupo(r#""produtod":"G""#), "G");
    assert_eq!(grupo(r#""produtod":"X","parentId":"G""#), "G");
    assert_eq!(grupo(r#""produtod":"G","parentId":null"#), "G");
}

#[test]
fn a_patch_may_use_an_alias() {
    let antes = ler(r#"{"sku":"A","nome":"B","parentId":"G","precoPor":10.1234}"#).unwrap();
    let com = |texto: &str| {
        antes.remendar(&RawValue::from_string(texto.into()).unwrap()).map_err(|p| p.to_string())
    };
    assert_eq!(com(r#"{"produtoId":"H"}"#).unwrap(), Sku { parent_id: "H".into(), ..antes.clone() });
    assert_eq!(com(r#"{"produtod":null}"#).unwrap(), Sku { parent_id: String::new(), ..antes.clone() });
    assert_eq!(com(r#"{"precoDe":5}"#).unwrap_err(), "precoDe: deve ser maior ou igual a precoPor");
    assert_eq!(com("{}").unwrap(), antes);
}

#[test]
fn every_problem_at_once() {
    let erro = ler(
        r#"{"sku":"","nome":7,"largura":-1,"peso":1.5,"precoDe":1,"precoPor":2,"gtin":"123","estoque":"x",
            "imagens":["https://a.com/1","b.jpg"],"atributos":[{"nome":"a"},{"valor":"b"}],"categorias":[""]}"#,
    )
    .unwrap_err();
    let esperado = [
        "sku: deve ter de 1 a 100 caracteres",
        "nome: deve ser um texto",
        "categorias[0]: deve ter de 1 a 500 caracteres",
        "largura: deve ser maior ou igual a zero",
        "peso: deve ser um número inteiro",
        "precoDe: deve ser maior ou igual a precoPor",
        "gtin: deve ter 8, 12, 13 ou 14 dígitos, ou ser SEM GTIN, ou ficar vazio",
        "estoque: deve ser um número inteiro",
        "imagens[1]: deve ser um endereço http ou https completo",
        "atributos[1].nome: é obrigatório",
    ];
    assert_eq!(erro, esperado.join("; "));
}

#[test]
fn money_is_exact_or_refused() {
    let preco =
        |texto: &str| ler(&format!(r#"{{"sku":"A","nome":"B","precoPor":{texto}}}"#)).map(|s| s.preco_por);
    assert_eq!(preco("10.1234"), Ok(Dinheiro::from_dez_milesimos(101_234)));
    for ruim in ["1.00001", "1e400", "-1", "NaN", "\"NaN\"", "100000000000", "true", "\"\""] {
        assert!(preco(ruim).is_err(), "{ruim}");
    }
}

proptest! {
    /// What is written is read back as the same value.
    #[test]
    fn written_is_read(
        parent_id in "[^\0]{0,100}", sku in "[^\\pC]{1,100}", nome in "[^\0]{1,300}", descricao in "[^\0]{0,80}",
        medidas: [u16; 4], ativo: bool, por in 0i64..1_000_000_000_000_000, gtin in "(|SEM GTIN|96385074)",
        estoque in 0i32.., categorias in proptest::collection::vec("[^\0]{1,20}", 0..4),
    ) {
        let [largura, altura, comprimento, peso] = medidas.map(i32::from);
        let um = Sku {
            parent_id, sku: SkuId::parse(sku).unwrap(), nome, marca: String::new(), url_origem: String::new(), descricao,
            categorias, largura, altura, comprimento, peso, ativo, prazo_despacho: 0,
            preco_de: Dinheiro::ZERO, preco_por: Dinheiro::from_dez_milesimos(por), gtin, estoque,
            imagens: vec!["https://a.com/1".into()], atributos: vec![],
        };
        let texto = serde_json::to_string(&um).unwrap();
        prop_assert_eq!(ler(&texto), Ok(um.clone()));
        prop_assert_eq!(serde_json::from_str::<Sku>(&texto).unwrap(), um);
    }
}

#[test]
fn new_is_what_the_reader_makes_of_the_least_input() {
    let read: Sku = ler_json(br#"{"sku":"A-1","nome":"Mesa"}"#).unwrap();
    assert_eq!(Sku::new(SkuId::parse("A-1").unwrap(), "Mesa"), read);
}
