#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::reading::json::{ReadError, read_json};
use crate::tipo_canal::TipoCanal;

fn read(text: &str) -> Result<Canal, String> {
    read_json(text.as_bytes()).map_err(|e: ReadError| e.to_string())
}

fn kind() -> TipoCanal {
    serde_json::from_str(
        r#"{"codigo":"ML","titulo":"Mercado Livre","configuracoesAdicionais":[
            {"codigo":"chave","nome":"Chave","tipo":"String","obrigatorio":true,"segredo":true},
            {"codigo":"anuncio","nome":"Anúncio","tipo":"String","obrigatorio":true,"opcoes":["gold","silver"]},
            {"codigo":"parcelas","nome":"Parcelas","tipo":"Int"},
            {"codigo":"taxa","nome":"Taxa","tipo":"Decimal"},
            {"codigo":"gratis","nome":"Grátis","tipo":"Boolean"},
            {"codigo":"desde","nome":"Desde","tipo":"Datetime"}]}"#,
    )
    .unwrap()
}

fn canal(pairs: &[(&str, &str)]) -> Canal {
    let mut canal = read(r#"{"canalId":"ml","nome":"ML","tipoCanal":"ML"}"#).unwrap();
    canal.configuracoes_adicionais = pairs
        .iter()
        .map(|(code, value)| ValorConfiguracao { codigo: (*code).into(), valor: (*value).into() })
        .collect();
    canal
}

#[test]
fn defaults() {
    let parsed = read(r#"{"canalId":"ml","nome":"ML","tipoCanal":"ML"}"#).unwrap();
    assert_eq!(
        serde_json::to_string(&parsed).unwrap(),
        r#"{"canalId":"ml","nome":"ML","tipoCanal":"ML","ativo":true,"prazo":0,"enviarMinimoDimensaoZerada":false,"enviarMinimoDimensaoMenor":false,"percentualEstoque":100,"enviarSku":true,"configuracoesAdicionais":[]}"#
    );
}

#[test]
fn every_problem_is_named() {
    let error = read(
        r#"{"canalId":"TIPO_CANAL","nome":"","prazo":-1,"percentualEstoque":101,"enviarSku":"s",
            "configuracoesAdicionais":[{"codigo":"a","valor":"b"},{"codigo":""}]}"#,
    );
    let expected = [
        "canalId: é um nome reservado",
        "nome: deve ter de 1 a 200 caracteres",
        "tipoCanal: é obrigatório",
        "prazo: deve ser maior ou igual a zero",
        "percentualEstoque: deve ser um inteiro de 0 a 100",
        "enviarSku: deve ser true ou false",
        "configuracoesAdicionais[1].codigo: deve ter de 1 a 100 caracteres",
        "configuracoesAdicionais[1].valor: é obrigatório",
    ];
    assert_eq!(error.unwrap_err(), expected.join("; "));
    assert!(read(r#"{"canalId":"tipoCanal","nome":"x","tipoCanal":"ML"}"#).is_err());
}

#[test]
fn settings_that_fit() {
    let canal = canal(&[
        ("chave", "x"),
        ("anuncio", "gold"),
        ("parcelas", "12"),
        ("taxa", "0.5"),
        ("gratis", "true"),
        ("desde", "2026-05-10T00:00:00Z"),
    ]);
    assert!(canal.check_configuracoes(&kind()).is_empty());
    let empty = self::canal(&[("chave", "x"), ("anuncio", "gold"), ("parcelas", "")]);
    assert!(empty.check_configuracoes(&kind()).is_empty());
}

#[test]
fn settings_that_do_not_fit() {
    let canal = canal(&[
        ("anuncio", "bronze"),
        ("parcelas", "doze"),
        ("taxa", "0.12345"),
        ("gratis", "sim"),
        ("desde", "ontem"),
        ("outra", "1"),
        ("parcelas", "1"),
    ]);
    let expected = [
        "configuracoesAdicionais[0].valor: deve ser um destes valores: gold, silver",
        "configuracoesAdicionais[1].valor: deve ser um número inteiro",
        "configuracoesAdicionais[2].valor: deve ser um número decimal com no máximo 4 casas",
        "configuracoesAdicionais[3].valor: deve ser true ou false",
        "configuracoesAdicionais[4].valor: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
        "configuracoesAdicionais[5].codigo: não existe neste tipo de canal",
        "configuracoesAdicionais[6].codigo: está repetido",
        "configuracoesAdicionais: falta a configuração obrigatória chave",
    ];
    assert_eq!(canal.check_configuracoes(&kind()).to_string(), expected.join("; "));
}

#[test]
fn secrets_are_masked_and_kept() {
    let kept = canal(&[("anuncio", "gold"), ("chave", "segredo")]);
    let mut seen = kept.clone();
    seen.mask(&kind());
    assert_eq!(seen, canal(&[("anuncio", "gold"), ("chave", MASCARA)]));

    let mut returned = seen.clone();
    returned.keep_segredos(&kept, &kind());
    assert_eq!(returned, kept);

    let mut swapped = canal(&[("anuncio", MASCARA), ("chave", "novo")]);
    swapped.keep_segredos(&kept, &kind());
    assert_eq!(swapped, canal(&[("anuncio", MASCARA), ("chave", "novo")]));

    let without_previous = canal(&[("anuncio", "gold"), ("chave", MASCARA)]);
    assert_eq!(
        without_previous.check_configuracoes(&kind()).to_string(),
        "configuracoesAdicionais[1].valor: deve trazer o valor, pois não há um anterior a manter"
    );
    assert!(canal(&[("anuncio", "gold"), ("chave", "")]).check_configuracoes(&kind()).len() == 1);
}

#[test]
fn what_the_type_no_longer_has_is_masked_too() {
    let mut seen = canal(&[("anuncio", "gold"), ("senhaAntiga", "segredo")]);
    seen.mask(&kind());
    assert_eq!(seen, canal(&[("anuncio", "gold"), ("senhaAntiga", MASCARA)]));
}

#[test]
fn new_is_what_the_reader_makes_of_the_least_input() {
    let read: Canal = read_json(br#"{"canalId":"ml","nome":"Loja","tipoCanal":"ML"}"#).unwrap();
    assert_eq!(Canal::new(read.canal_id.clone(), "Loja", "ML"), read);
}
