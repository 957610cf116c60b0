//! Interface B's products.

mod escrita;
mod leitura;

use serde_json::{Value, json};

use crate::suporte::contrato::Contrato;
use crate::suporte::{Cliente, Resposta, TestApp, modelos};

/// Refused in interface B's shape.
#[track_caller]
pub fn recusa(resposta: Resposta, status: u16, trecho: &str) {
    let corpo = resposta.json_de(status);
    assert_eq!((&corpo["resultadoOperacao"], &corpo["codigo"]), (&json!(false), &json!(status)));
    assert!(corpo["mensagem"].as_str().unwrap().contains(trecho), "{corpo}");
}

pub fn sku(codigo: &str, grupo: &str) -> Value {
    let mut sku = modelos::sku(codigo);
    sku["parentId"] = json!(grupo);
    sku
}

/// A user with some SKUs of groups, a channel, and interface B as its store.
pub async fn loja(app: &TestApp, usuario: &str, skus: &[(&str, &str)]) -> Cliente {
    app.loja_com_skus(usuario, &[]).await;
    for (codigo, grupo) in skus {
        app.a.post(&format!("/sku?usuarioId={usuario}"), &sku(codigo, grupo)).await.com_status(201);
    }
    app.b_como(app.loja(usuario)).com_contrato(Contrato::b())
}

pub fn numero(produto: &Value, membro: &str) -> i64 {
    produto[membro].as_i64().unwrap_or_else(|| panic!("{membro}: {produto}"))
}

pub async fn por_sku(b: &Cliente, no_caminho: &str) -> Value {
    b.get(&format!("/produtos/{no_caminho}?tipoIdentificador=Sku")).await.json_de(200)
}
