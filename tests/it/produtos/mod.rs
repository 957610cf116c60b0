//! Interface B's products.

mod catalogue;
mod image_files;
mod narrowing;
mod reading;
mod tabelas_preco;
mod writing;

use serde_json::{Value, json};

use crate::support::contract::Contract;
use crate::support::{Answer, TestApp, TestClient, models};

/// Refused in interface B's shape.
#[track_caller]
pub fn refusal(answer: Answer, status: u16, stretch: &str) {
    let body = answer.json_of(status);
    // programs tell a missing product by its own code
    let code = if body["mensagem"] == "O produto não foi encontrado." { 15_012 } else { status };
    assert_eq!((&body["resultadoOperacao"], &body["codigo"]), (&json!(false), &json!(code)));
    assert!(body["mensagem"].as_str().unwrap().contains(stretch), "{body}");
}

pub fn sku(code: &str, grupo: &str) -> Value {
    let mut sku = models::sku(code);
    sku["parentId"] = json!(grupo);
    sku
}

/// A user with some SKUs of groups, a channel, and interface B as its store.
pub async fn loja(app: &TestApp, usuario: &str, skus: &[(&str, &str)]) -> TestClient {
    app.loja_with_skus(usuario, &[]).await;
    for (code, grupo) in skus {
        app.a.post(&format!("/sku?usuarioId={usuario}"), &sku(code, grupo)).await.with_status(201);
    }
    app.b_as(app.loja(usuario)).with_contract(Contract::b())
}

pub fn number(produto: &Value, member: &str) -> i64 {
    produto[member].as_i64().unwrap_or_else(|| panic!("{member}: {produto}"))
}

pub async fn by_sku(b: &TestClient, in_path: &str) -> Value {
    b.get(&format!("/produtos/{in_path}?tipoIdentificador=Sku")).await.json_of(200)
}
