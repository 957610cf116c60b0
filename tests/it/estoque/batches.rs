//! Stocks and prices by the batch: as if each came alone, for the cost of a few statements.

use actix_web::rt;
use serde_json::{Value, json};

use super::steps::{agrees, complete, kept_by, ledger, line, sold};
use crate::support::own_postgres::OwnPostgres;
use crate::support::{TestApp, TestDatabase};
use crate::tenants::{EXPLAINED, plans};

const ESTOQUE: &str = "/sku/Estoque/Lote?usuarioId=u";
const PRECO: &str = "/sku/Preco/Lote?usuarioId=u";

fn codes(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("S{n:03}")).collect()
}

fn items(codes: &[String], item: impl Fn(&str) -> Value) -> Value {
    codes.iter().map(|code| item(code)).collect()
}

async fn all_done(app: &TestApp, path: &str, items: &Value) {
    let outcomes = app.a.post(path, items).await.json_of(200);
    let outcomes = outcomes.as_array().unwrap();
    assert_eq!(outcomes.len(), items.as_array().unwrap().len());
    assert!(outcomes.iter().all(|one| one["status"] == 200), "{path}: {outcomes:?}");
}

on_both_databases! {
    async fn a_number_contains_what_was_taken_over_before_it_was_counted(app: TestApp) {
        kept_by(&app, "erp", &["A", "B", "C"]).await;
        let (first, second) = (sold(&app, "M-1", "A", 3).await, sold(&app, "M-2", "B", 2).await);
        complete(&app, first).await;
        complete(&app, second).await;
        // of B only what was taken over before the orders came
        let items = json!([
            { "sku": "C", "variacao": -4 },
            { "sku": "B", "estoque": 8, "dataReferencia": "2020-01-01T00:00:00Z" },
            { "sku": "A", "estoque": 6 },
        ]);
        all_done(&app, ESTOQUE, &items).await;
        assert_eq!(ledger(&app, "A").await, [line("pedido", 10, 3), line("saldo", 6, 0)]);
        assert_eq!(ledger(&app, "B").await, [line("pedido", 10, 2), line("saldo", 8, 2)]);
        assert_eq!(ledger(&app, "C").await, [line("variacao", 6, 0)]);
        // the same once more changes nothing
        let absolute = json!([{ "sku": "A", "estoque": 6 }, { "sku": "C", "variacao": 0 }]);
        all_done(&app, ESTOQUE, &absolute).await;
        assert_eq!((ledger(&app, "A").await.len(), ledger(&app, "C").await.len()), (2, 1));
        agrees(&app);
    }

    async fn batches_of_the_same_skus_wait_for_each_other_and_none_is_lost(app: TestApp) {
        let codes = codes(60);
        kept_by(&app, "erp", &codes.iter().map(String::as_str).collect::<Vec<_>>()).await;
        let mut backwards = codes.clone();
        backwards.reverse();
        let orders = [codes.clone(), backwards];
        let sending: Vec<_> = (0..8)
            .map(|n| {
                let (app, codes) = (app.a.clone(), orders[n % 2].clone());
                rt::spawn(async move {
                    let prices = items(&codes, |sku| json!({ "sku": sku, "precoPor": n + 1 }));
                    app.post(PRECO, &prices).await.with_status(200);
                    let stocks = items(&codes, |sku| json!({ "sku": sku, "variacao": 1 }));
                    app.post(ESTOQUE, &stocks).await.json_of(200)
                })
            })
            .collect();
        for one in sending {
            let outcomes = one.await.unwrap();
            assert!(outcomes.as_array().unwrap().iter().all(|one| one["status"] == 200), "{outcomes}");
        }
        for sku in &codes {
            assert_eq!(app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200)["estoque"], 18);
        }
        agrees(&app);
    }
}

/// Statements that PostgreSQL runs for a batch.
async fn statements(app: &TestApp, own: &OwnPostgres, path: &str, items: &Value) -> usize {
    let before = own.log().len();
    all_done(app, path, items).await;
    let log = own.log();
    let plans = plans(&log[before..]);
    let of_skus = ["skus", "estoque_", "eventos_novos", "centros"];
    let texts = plans.iter().map(|plan| plan["Query Text"].as_str().unwrap());
    texts.filter(|text| of_skus.iter().any(|table| text.contains(table))).count()
}

#[test]
fn a_batch_costs_no_more_statements_than_one_change() {
    let Some(own) = OwnPostgres::with(EXPLAINED) else { return };
    let database = TestDatabase::migrated(own.url());
    actix_web::rt::System::new().block_on(async {
        let app = TestApp::start(database);
        let codes = codes(300);
        kept_by(&app, "erp", &codes.iter().map(String::as_str).collect::<Vec<_>>()).await;
        app.a
            .put("/Centro/2?usuarioId=u", &json!({ "nome": "Recife", "prioridade": 2 }))
            .await
            .with_status(201);
        for (n, sku) in codes.iter().enumerate().take(20) {
            let order = sold(&app, &format!("M-{n}"), sku, 1).await;
            complete(&app, order).await;
        }
        let stock = |sku: &str| json!({ "sku": sku, "estoque": 5 });
        let vary = |sku: &str| json!({ "sku": sku, "variacao": 1 });
        let price = |sku: &str| json!({ "sku": sku, "precoPor": 3 });
        let one = [codes[0].clone()];
        for (path, item) in [(ESTOQUE, &stock as &dyn Fn(&str) -> Value), (ESTOQUE, &vary), (PRECO, &price)] {
            let alone = statements(&app, &own, path, &items(&one, item)).await;
            let many = statements(&app, &own, path, &items(&codes[1..], item)).await;
            assert!(
                (1..=alone + 2).contains(&many),
                "{path}: {many} for {}, {alone} for one",
                codes.len() - 1
            );
        }
    });
}
