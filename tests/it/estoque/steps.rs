//! What the tests of this folder do, and look at.

use serde_json::{Value, json};
use store::inventory;

use crate::support::app::run_blocking;
use crate::support::{Answer, TestApp, models};

/// A user `u` with SKUs of stock 10, kept by somebody.
pub async fn kept_by(app: &TestApp, control: &str, skus: &[&str]) {
    app.loja_with_skus("u", skus).await;
    control_by(app, control).await;
}

pub async fn control_by(app: &TestApp, control: &str) {
    app.a.put("/Usuario/u/Estoque", &json!({ "controleEstoque": control })).await.with_status(200);
}

/// An order of some units of SKUs, in a status; answers all of it.
pub async fn sell(app: &TestApp, source_id: &str, status: &str, items: &[(&str, i64)]) -> Answer {
    let mut pedido = models::pedido("canal", source_id, "S");
    pedido["status"] = json!(status);
    let item = |(sku, units): &(&str, i64)| json!({ "sku": sku, "quantidade": units, "preco": 10 });
    pedido["produtos"] = items.iter().map(item).collect();
    pedido["frete"] = json!([]);
    pedido["total"] = json!(items.iter().map(|(_, units)| 10 * units).sum::<i64>() - 5);
    app.send_pedido("u", &pedido).await.with_status(201)
}

/// A paid order of one SKU; answers its number.
pub async fn sold(app: &TestApp, source_id: &str, sku: &str, units: i64) -> i64 {
    sell(app, source_id, "Pago", &[(sku, units)]).await.json()["pedidoId"].as_i64().unwrap()
}

pub async fn move_on(app: &TestApp, pedido: i64, status: &str) {
    moved(app, pedido, json!({ "status": status, "motivo": "teste" })).await;
}

pub async fn moved(app: &TestApp, pedido: i64, body: Value) {
    app.a.put(&format!("/Pedido/{pedido}/Status?usuarioId=u"), &body).await.with_status(200);
}

pub async fn tell(app: &TestApp, sku: &str, body: Value) {
    app.a.put(&format!("/sku/{sku}/Estoque?usuarioId=u"), &body).await.with_status(200);
}

/// The store's own system takes an order over.
pub async fn complete(app: &TestApp, pedido: i64) {
    let b = app.b_as(app.loja("u"));
    b.post("/pedidos/complete", &json!({ "pedidoId": pedido })).await.with_status(200);
}

/// Events of a kind, the oldest first.
pub async fn events(app: &TestApp, kind: &str) -> Vec<Value> {
    let log = app.a.get(&format!("/Evento?tipo={kind}&quantidade=100")).await.json_of(200);
    log["eventos"].as_array().unwrap().clone()
}

/// Stock, what orders hold of it, and what the channel shows; every number of the SKU agrees.
pub async fn shown(app: &TestApp, sku: &str) -> (i64, i64, i64) {
    let saldo = app.a.get(&format!("/sku/{sku}/Estoque?usuarioId=u")).await.json_of(200);
    let number = |name: &str| saldo[name].as_i64().unwrap();
    let (stock, held) = (number("estoque"), number("reservado"));
    assert_eq!(number("disponivel"), stock - held);
    assert_eq!(app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json()["estoque"], stock);
    let oferta = app.a.get(&format!("/sku/{sku}/Canal/canal/Oferta?usuarioId=u")).await.json_of(200);
    agrees(app);
    (stock, held, oferta["estoque"].as_i64().unwrap())
}

/// Stock, reservations and ledger of the user agree.
pub fn agrees(app: &TestApp) {
    let loja = app.loja("u");
    let checks = run_blocking(&app.store, move |store| {
        store.read_blocking(|conn| inventory::check(conn, loja, 0, 10_000))
    });
    assert_eq!(checks.problems, []);
}

/// The ledger, the oldest first: cause, stock, what orders hold. It has no gaps.
pub async fn ledger(app: &TestApp, sku: &str) -> Vec<(String, i64, i64)> {
    ledger_of(app, sku, "").await
}

/// The same with a filter.
pub async fn ledger_of(app: &TestApp, sku: &str, filter: &str) -> Vec<(String, i64, i64)> {
    let uri = format!("/sku/{sku}/Movimento?usuarioId=u&quantidade_registros=100{filter}");
    let page = app.a.get(&uri).await.json_of(200);
    let mut entries = page["resultado"].as_array().unwrap().clone();
    entries.reverse();
    let numbers = entries.iter().map(|entry| entry["numero"].as_i64().unwrap());
    assert_eq!(numbers.collect::<Vec<_>>(), (1..=entries.len() as i64).collect::<Vec<_>>());
    let line = |entry: &Value| {
        let number = |name: &str| entry[name].as_i64().unwrap();
        (entry["causa"].as_str().unwrap().to_owned(), number("estoque"), number("reservado"))
    };
    entries.iter().map(line).collect()
}

/// A line of the ledger.
pub fn line(cause: &str, stock: i64, held: i64) -> (String, i64, i64) {
    (cause.to_owned(), stock, held)
}
