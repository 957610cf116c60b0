//! Bodies made from a document's own schemas: what an operation needs and no more.

use serde_json::{Map, Value, json};

use super::contrato::Operacao;
use super::esquema::resolver;

/// A body for an operation, `None` when it takes none. `conhecido` gives the identifiers their values, by the
/// name of the member.
pub fn corpo(
    documento: &Value,
    operacao: &Operacao<'_>,
    conhecido: &dyn Fn(&str) -> Option<Value>,
) -> Option<Value> {
    let esquema = operacao.corpo()?;
    if operacao.metodo == "PATCH" {
        // a merge patch has no schema; members that a resource does not have are ignored
        return Some(json!({ "nome": "Remendo", "prazo": 7, "prazoDespacho": 7, "estoque": 7 }));
    }
    Some(valor(documento, esquema, "", conhecido))
}

fn valor(documento: &Value, esquema: &Value, nome: &str, conhecido: &dyn Fn(&str) -> Option<Value>) -> Value {
    if let Some(valor) = conhecido(nome) {
        return valor;
    }
    let esquema = resolver(documento, esquema);
    if let Some(partes) = esquema["allOf"].as_array() {
        let mut todos = Map::new();
        for parte in partes {
            if let Value::Object(membros) = valor(documento, parte, nome, conhecido) {
                todos.extend(membros);
            }
        }
        return Value::Object(todos);
    }
    if let Some(opcoes) = esquema["oneOf"].as_array() {
        return valor(documento, &opcoes[0], nome, conhecido);
    }
    if let Some(palavras) = esquema["enum"].as_array() {
        return palavras[0].clone();
    }
    match esquema["type"].as_str().or_else(|| esquema["type"][0].as_str()) {
        Some("object") => objeto(documento, esquema, conhecido),
        Some("array") => json!([valor(documento, &esquema["items"], nome, conhecido)]),
        Some("integer" | "number") => json!(esquema["minimum"].as_i64().unwrap_or(0).max(1)),
        Some("boolean") => json!(true),
        Some("string") if esquema["format"] == "date-time" => json!("2020-02-03T04:05:06Z"),
        Some("string") => json!("texto"),
        outro => panic!("{nome}: no example of {outro:?}"),
    }
}

/// What it requires; where it requires nothing, the first thing that it may have, rather one that is known.
fn objeto(documento: &Value, esquema: &Value, conhecido: &dyn Fn(&str) -> Option<Value>) -> Value {
    let membros = esquema["properties"].as_object().cloned().unwrap_or_default();
    let mut exigidos: Vec<&str> =
        esquema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if exigidos.is_empty() {
        let primeiro = membros.keys().find(|nome| conhecido(nome).is_some()).or(membros.keys().next());
        exigidos.extend(primeiro.map(String::as_str));
    }
    let exigidos = exigidos.into_iter();
    exigidos.map(|nome| (nome.to_owned(), valor(documento, &membros[nome], nome, conhecido))).collect()
}
