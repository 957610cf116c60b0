//! A large batch lets the writes of others in between, and says of each item what came of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::rt;
use reqwest::Method;
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Answer, TestApp, TestClient, models};

const KEY: [(&str, &str); 1] = [("idempotency-key", "lote")];
const ALL: u64 = 500;

/// Another application that writes all the time, until it is told to stop.
struct Other {
    stop: Arc<AtomicBool>,
    task: rt::task::JoinHandle<()>,
}

impl Other {
    async fn writes(app: &TestApp) -> Self {
        let client = app.other_aplicacao("outra");
        client.post("/Usuario", &models::usuario("o")).await.with_status(201);
        client.post("/sku?usuarioId=o", &models::sku("S")).await.with_status(201);
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let task = rt::spawn(async move {
            while !told.load(Ordering::Relaxed) {
                let more = json!({ "variacao": 1 });
                client.put("/sku/S/Estoque?usuarioId=o", &more).await.with_status(200);
                // a client's pause
                rt::time::sleep(Duration::from_millis(5)).await;
            }
        });
        Self { stop, task }
    }

    async fn stops(self) {
        self.stop.store(true, Ordering::Relaxed);
        self.task.await.unwrap();
    }
}

fn orders() -> Value {
    (0..ALL).map(|n| models::pedido("canal", &format!("L{n}"), "S")).collect()
}

async fn send(client: TestClient, modo: &str) -> Answer {
    let path = format!("/Pedido/Lote?usuarioId=u&modo={modo}");
    client.json_with(Method::POST, &path, &KEY, &orders()).await
}

async fn total(app: &TestApp) -> u64 {
    app.a.get("/Pedido?usuarioId=u").await.json_of(200)["metadados"]["total"].as_u64().unwrap()
}

/// How many items have which status.
fn counted(answer: &Answer) -> BTreeMap<u64, u64> {
    let list = answer.json();
    let mut counted = BTreeMap::new();
    for (place, item) in list.as_array().unwrap().iter().enumerate() {
        assert_eq!((&item["indice"], &item["chave"]), (&json!(place), &json!(format!("L{place}"))));
        assert_eq!(item["erro"].is_null(), item["pedidoId"].is_number(), "{item}");
        *counted.entry(item["status"].as_u64().unwrap()).or_default() += 1;
    }
    counted
}

on_both_databases! {
    async fn others_come_in_between_two_chunks(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let other = Other::writes(&app).await;
        let batch = rt::spawn(send(app.a.clone(), "parcial"));
        let mut in_part = false;
        while !batch.is_finished() {
            in_part |= (1..ALL).contains(&total(&app).await);
        }
        let first = batch.await.unwrap().with_status(200);
        assert_eq!(counted(&first), BTreeMap::from([(201, ALL)]));
        assert_eq!(in_part, app.store.engine() == Engine::Sqlite);
        // the key stands for all of it
        let again = send(app.a.clone(), "parcial").await.with_status(200);
        assert_eq!((again.header("idempotent-replayed"), again.json()), ("true", first.json()));
        let another = app.a.json_with(Method::POST, "/Pedido/Lote?usuarioId=u", &KEY, &json!([])).await;
        another.with_status(409);
        other.stops().await;
        assert_eq!(total(&app).await, ALL);
    }

    async fn all_or_nothing_is_written_at_once(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let other = Other::writes(&app).await;
        let batch = rt::spawn(send(app.a.clone(), "tudoOuNada"));
        while !batch.is_finished() {
            let total = total(&app).await;
            assert!(total == 0 || total == ALL, "{total}");
        }
        assert_eq!(counted(&batch.await.unwrap().with_status(200)), BTreeMap::from([(201, ALL)]));
        other.stops().await;
    }

    async fn what_came_in_before_the_store_was_switched_off_is_told_apart(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let other = Other::writes(&app).await;
        let batch = rt::spawn(send(app.a.clone(), "parcial"));
        while !batch.is_finished() && total(&app).await == 0 {}
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.with_status(200);
        let cut = batch.await.unwrap().with_status(200);
        let counted_items = counted(&cut);
        let written = counted_items.get(&201).copied().unwrap_or_default();
        assert_eq!((written, total(&app).await), (written, written));
        assert_eq!(written + counted_items.get(&409).copied().unwrap_or_default(), ALL, "{counted_items:?}");
        assert_eq!(written < ALL, app.store.engine() == Engine::Sqlite, "{written}");
        // sent again, the others come in: what was cut is not kept under the key
        app.a.patch("/Usuario/u", &json!({ "ativo": true })).await.with_status(200);
        let again = send(app.a.clone(), "parcial").await.with_status(200);
        let rest = if written < ALL { ALL - written } else { ALL };
        assert_eq!(counted(&again).get(&201), Some(&rest));
        assert_eq!(total(&app).await, ALL);
        other.stops().await;
    }
}
