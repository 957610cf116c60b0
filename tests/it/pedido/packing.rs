//! The long texts of an order are stored packed.

use serde_json::{Value, json};
use store::StoreError;
use store::orders::check_registros;

use crate::support::packed::texts;
use crate::support::program::Program;
use crate::support::{TestApp, models};

/// Orders `from..to` of the store `u`; answers their numbers.
async fn orders(app: &TestApp, from: usize, to: usize) -> Vec<i64> {
    let orders: Vec<Value> = (from..to)
        .map(|n| models::pedido("canal", &format!("P{n}"), if n % 2 == 0 { "S" } else { "?" }))
        .collect();
    let created = app.a.post("/Pedido/Lote?usuarioId=u", &Value::Array(orders)).await.json_of(200);
    created.as_array().unwrap().iter().map(|one| one["pedidoId"].as_i64().unwrap()).collect()
}

async fn invoice(app: &TestApp, id: i64) {
    let path = format!("/Pedido/{id}/Status?usuarioId=u");
    app.a.put(&path, &json!({"status": "Faturado"})).await.with_status(200);
}

#[track_caller]
fn good(app: &TestApp, orders: usize) {
    let loja = app.loja("u");
    let checks =
        app.store.read_blocking(|conn| -> Result<_, StoreError> { check_registros(conn, loja) }).unwrap();
    assert_eq!((checks.read, checks.compared, checks.divergences), (orders, orders, Vec::new()));
}

on_both_databases! {
    async fn an_order_takes_a_quarter_of_its_texts(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let alone = app.create_pedido("u", &models::pedido("canal", "A", "S")).await;
        let mut ids = orders(&app, 0, 2).await;
        ids.push(alone["pedidoId"].as_i64().unwrap());
        let loja = app.loja("u");
        for id in ids {
            let before = texts(&app, loja, id);
            let written = before.documento.len() + before.registro.len() + before.catalogo.len();
            let stored: usize = before.bytes.values().sum();
            assert!(stored * 4 < written, "{stored} of {written} bytes");
            invoice(&app, id).await;
            let after = texts(&app, loja, id);
            assert_eq!(after.documento, before.documento.replace("\"Pago\"", "\"Faturado\""));
            assert_eq!((after.registro, after.catalogo), (before.registro, before.catalogo));
            assert!(after.bytes["documento"] * 3 < after.documento.len(), "{:?}", after.bytes);
        }
        good(&app, 3);
    }

    async fn an_operator_sees_an_order_as_it_is_stored(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let id = orders(&app, 0, 1).await[0].to_string();
        let p = Program::new().env("DATABASE_URL", &app.database.url);
        let show = ["order", "show", "--app", "testes", "--user", "u"];
        let shown: Value = serde_json::from_str(&p.ok(&[&show[..], &[&id]].concat())).unwrap();
        let line = p.ok(&[&show[..], &[&id, "--json"]].concat());
        assert_eq!(line.trim().lines().count(), 1);
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), shown);
        let answered = app.a.get(&format!("/Pedido/{id}?usuarioId=u")).await.json_of(200);
        assert_eq!(shown["documento"], answered);
        assert_eq!(shown["registro"]["itens"][0]["sku"], "S");
        assert_eq!(shown["catalogo"][0]["sku"], "S");
        assert_eq!(shown["historico"].as_array().unwrap().len(), 1);
        assert!(shown["bytes"]["registro"].as_i64().unwrap() > 50, "{shown}");
        assert!(p.failure(1, &[&show[..], &["999"]].concat()).contains("has no order 999"));
        assert!(p.failure(2, &[&show[..], &["x"]].concat()).contains("the number of an order"));
        let of_another = ["order", "show", "--app", "testes", "--user", "v", &id];
        assert!(p.failure(1, &of_another).contains("no user \"v\""));
    }
}
