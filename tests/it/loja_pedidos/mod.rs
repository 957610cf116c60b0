//! Interface B's orders: followed, moved, acknowledged and noted upon by the store's own system.

mod memory;
mod model;
mod operator;
mod questions;
mod records;
mod renewal;
mod steps;
mod usuarios;

use domain::loja_config::LojaConfig;
use domain::values::ids::LojaId;
use serde_json::Value;
use store::lojas_config;

use crate::support::app::run_blocking;
use crate::support::contract::Contract;
use crate::support::{Answer, TestApp, TestClient, models};

/// A store `u` with the channel `canal`, and interface B as that store.
async fn loja(app: &TestApp) -> TestClient {
    app.loja_with_skus("u", &["S"]).await;
    as_u(app)
}

/// Interface B as the store `u`; every answer is held against its document.
fn as_u(app: &TestApp) -> TestClient {
    app.b_as(app.loja("u")).with_contract(Contract::b())
}

/// A new paid order; its number.
async fn pedido(app: &TestApp, source_id: &str) -> i64 {
    let created = app.create_pedido("u", &models::pedido("canal", source_id, "S")).await;
    created["pedidoId"].as_i64().unwrap()
}

/// Sets what an operator sets for a store.
fn configure(app: &TestApp, loja: LojaId, config: LojaConfig) {
    run_blocking(&app.store, move |store| {
        let config = config.clone();
        store.write_blocking(move |tx| lojas_config::upsert(tx, loja, &config))
    });
}

/// The numbers of a list of orders, in its order.
fn ids(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|p| p["pedidoId"].as_i64().unwrap()).collect()
}

/// Fails unless the answer is this interface's error of this status; its message.
#[track_caller]
fn refusal(answer: &Answer, status: u16) -> String {
    let body = answer.json();
    assert_eq!((answer.status, &body["codigo"]), (status, &Value::from(status)), "{answer:?}");
    assert_eq!(body["resultadoOperacao"], false);
    body["mensagem"].as_str().unwrap().to_owned()
}
