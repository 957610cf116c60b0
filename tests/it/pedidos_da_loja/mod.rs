//! Interface B's orders: followed, moved, acknowledged and noted upon by the store's own system.

mod memoria;
mod modelo;
mod operador;
mod passos;

use domain::loja_config::LojaConfig;
use domain::values::ids::LojaId;
use serde_json::Value;
use store::lojas_config;

use crate::suporte::app::em_bloco;
use crate::suporte::contrato::Contrato;
use crate::suporte::{Cliente, Resposta, TestApp, modelos};

/// A store `u` with the channel `canal`, and interface B as that store.
async fn loja(app: &TestApp) -> Cliente {
    app.loja_com_skus("u", &["S"]).await;
    como_u(app)
}

/// Interface B as the store `u`; every answer is held against its document.
fn como_u(app: &TestApp) -> Cliente {
    app.b_como(app.loja("u")).com_contrato(Contrato::b())
}

/// A new paid order; its number.
async fn pedido(app: &TestApp, source_id: &str) -> i64 {
    let criado = app.criar_pedido("u", &modelos::pedido("canal", source_id, "S")).await;
    criado["pedidoId"].as_i64().unwrap()
}

/// Sets what an operator sets for a store.
fn configurar(app: &TestApp, loja: LojaId, config: LojaConfig) {
    em_bloco(&app.store, move |store| {
        let config = config.clone();
        store.write_blocking(move |tx| lojas_config::upsert(tx, loja, &config))
    });
}

/// The numbers of a list of orders, in its order.
fn ids(lista: &Value) -> Vec<i64> {
    lista.as_array().unwrap().iter().map(|p| p["pedidoId"].as_i64().unwrap()).collect()
}

/// Fails unless the answer is this interface's error of this status; its message.
#[track_caller]
fn recusa(resposta: &Resposta, status: u16) -> String {
    let corpo = resposta.json();
    assert_eq!((resposta.status, &corpo["codigo"]), (status, &Value::from(status)), "{resposta:?}");
    assert_eq!(corpo["resultadoOperacao"], false);
    corpo["mensagem"].as_str().unwrap().to_owned()
}
