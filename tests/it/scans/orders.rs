//! Orders to be paged through.

use serde_json::Value;

use crate::support::{TestApp, models};

/// The numbers of a list of orders, in its order.
pub fn ids(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|p| p["pedidoId"].as_i64().unwrap()).collect()
}

/// So many orders that wait for their payment, the first one first.
pub async fn waiting(app: &TestApp, count: usize) -> Vec<i64> {
    let mut all = Vec::new();
    for part in (0..count).collect::<Vec<_>>().chunks(500) {
        let orders: Vec<Value> = part
            .iter()
            .map(|n| {
                let mut pedido = models::pedido("canal", &format!("P{n}"), "S");
                pedido["status"] = "AguardandoPagamento".into();
                pedido
            })
            .collect();
        let done = app.a.post("/Pedido/Lote?usuarioId=u", &Value::from(orders)).await.json_of(200);
        all.extend(done.as_array().unwrap().iter().map(|item| item["pedidoId"].as_i64().unwrap()));
    }
    all.sort_unstable();
    all
}

/// Moves an order on interface A.
pub async fn change(app: &TestApp, id: i64, status: &str) {
    let body = serde_json::json!({ "status": status });
    app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &body).await.with_status(200);
}
