//! Orders that come in at once: each is stored once and answered for itself, whatever else comes in.

use std::collections::BTreeMap;

use actix_web::rt;
use reqwest::Method;
use serde_json::{Value, json};
use store::orders::{check_counts, check_registros};
use store::{StoreError, inventory};

use crate::support::app::run_blocking;
use crate::support::{Answer, TestApp, TestClient, models};

const LOJAS: [&str; 5] = ["l0", "l1", "l2", "l3", "l4"];
const CODES: [&str; 4] = ["S0", "S1", "S2", "S3"];

/// An order of a SKU that is registered, and of one that may not be.
fn order(source: &str, sku: &str) -> Value {
    let mut order = models::pedido("canal", source, sku);
    order["produtos"] = json!([
        { "sku": sku, "quantidade": 2, "preco": 10 },
        { "sku": if source.ends_with('7') { "não cadastrado" } else { "S3" }, "quantidade": 1, "preco": 5 },
    ]);
    order["total"] = json!(25);
    order
}

/// Sends all at once; answers in their order.
async fn at_once(all: Vec<(TestClient, &str, Option<String>, Value)>) -> Vec<Answer> {
    let sending = all.into_iter().map(|(client, usuario, key, order)| {
        let path = format!("/Pedido?usuarioId={usuario}");
        rt::spawn(async move {
            let key = key.as_deref().map(|key| ("idempotency-key", key));
            loop {
                let answer = client.json_with(Method::POST, &path, key.as_slice(), &order).await;
                // more orders at once than a busy machine takes in within the wait for the database
                if answer.status != 503 {
                    return answer;
                }
            }
        })
    });
    let sending: Vec<_> = sending.collect();
    let mut answers = Vec::new();
    for one in sending {
        answers.push(one.await.unwrap());
    }
    answers
}

/// Stores whose stock is kept by nobody, the owner or the hub.
async fn lojas(app: &TestApp) {
    for (loja, control) in LOJAS.iter().zip(["nenhum", "erp", "hub"].iter().cycle()) {
        app.loja_with_skus(loja, &CODES).await;
        let body = json!({ "controleEstoque": control });
        app.a.put(&format!("/Usuario/{loja}/Estoque"), &body).await.with_status(200);
    }
}

/// Every number that hangs on the orders of the stores agrees with every other.
fn agree(app: &TestApp) {
    for loja in LOJAS {
        let loja = app.loja(loja);
        let (stock, records, counters) = run_blocking(&app.store, move |store| {
            store.settle_blocking()?;
            store.read_blocking(|conn| {
                let stock = inventory::check(conn, loja, 0, 10_000)?;
                Ok::<_, StoreError>((stock, check_registros(conn, loja)?, check_counts(conn, loja)?))
            })
        });
        assert_eq!(stock.problems, []);
        assert!(records.divergences.is_empty() && counters.divergences.is_empty());
    }
}

on_both_databases! {
    async fn each_of_many_at_once_comes_in_once(app: TestApp) {
        lojas(&app).await;
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &models::usuario("l0")).await.with_status(201);
        other.post("/Canal?usuarioId=l0", &models::canal("canal")).await.with_status(201);
        let mut all = Vec::new();
        for n in 0..12 {
            for loja in LOJAS {
                let order = order(&format!("P-{n}"), CODES[n % 3]);
                // every one twice, some under the same key
                let key = (n % 2 == 0).then(|| format!("{loja}-{n}"));
                all.push((app.a.clone(), loja, key, order.clone()));
                all.push((app.a.clone(), loja, None, order));
            }
            all.push((other.clone(), "l0", None, order(&format!("P-{n}"), "S0")));
        }
        let whose = |n: usize| if n % 11 == 10 { "theirs" } else { "ours" };
        let sent: Vec<_> = all
            .iter()
            .enumerate()
            .map(|(n, (_, loja, _, order))| (whose(n), *loja, order["sourceId"].to_string()))
            .collect();
        let mut by_order: BTreeMap<_, (Vec<u16>, Vec<Value>)> = BTreeMap::new();
        for (answer, sent) in at_once(all).await.into_iter().zip(sent) {
            let (statuses, ids) = by_order.entry(sent).or_default();
            statuses.push(answer.status);
            ids.push(answer.json()["pedidoId"].clone());
        }
        assert_eq!(by_order.len(), 72);
        for ((whose, loja, source), (mut statuses, ids)) in by_order {
            statuses.sort_unstable();
            let expected: &[u16] = if whose == "theirs" { &[201] } else { &[200, 201] };
            assert_eq!(statuses, expected, "{loja} {source}");
            assert!(ids.iter().all(|id| *id == ids[0] && id.is_i64()), "{ids:?}");
        }
        for loja in LOJAS {
            let list = app.a.get(&format!("/Pedido?usuarioId={loja}")).await.json_of(200);
            assert_eq!(list["metadados"]["total"], 12, "{loja}");
        }
        let log = app.a.get("/Evento?tipo=pedido.criado&quantidade=200").await.json_of(200);
        let mut told: Vec<i64> = log["eventos"]
            .as_array()
            .unwrap()
            .iter()
            .map(|event| event["pedidoId"].as_i64().unwrap())
            .collect();
        told.sort_unstable();
        let all = told.len();
        told.dedup();
        assert_eq!((all, told.len()), (60, 60));
        agree(&app);
    }

    async fn what_cannot_come_in_keeps_nobody_else_out(app: TestApp) {
        lojas(&app).await;
        app.a.put("/Usuario/l4", &models::with(models::usuario("l4"), "/ativo", json!(false))).await;
        let first = order("OLD", "S0");
        app.a.post("/Pedido?usuarioId=l0", &first).await.with_status(201);
        let mut all = Vec::new();
        for n in 0..10 {
            let good = order(&format!("P-{n}"), "S0");
            let elsewhere = models::with(good.clone(), "/canalId", json!("nenhum"));
            let different = models::with(first.clone(), "/sourceId", json!("OLD"));
            let different = models::with(different, "/produtos/0/quantidade", json!(9));
            all.push((app.a.clone(), "l1", None, good.clone()));
            all.push((app.a.clone(), "l1", None, elsewhere));
            all.push((app.a.clone(), "l0", None, different));
            all.push((app.a.clone(), "l4", None, good.clone()));
            all.push((app.a.clone(), "ninguém", None, good.clone()));
            // one key for other orders: the first one has it
            all.push((app.a.clone(), "l2", Some("one-key".to_owned()), good));
        }
        let answers = at_once(all).await;
        for (answer, expected) in answers.iter().zip([201, 400, 409, 409, 404].iter().chain(&[0]).cycle()) {
            assert!(*expected == 0 || answer.status == *expected, "{expected}: {answer:?}");
        }
        let under_key: Vec<u16> = answers.iter().skip(5).step_by(6).map(|answer| answer.status).collect();
        assert_eq!(under_key.iter().filter(|status| **status == 201).count(), 1, "{under_key:?}");
        agree(&app);
    }
}
