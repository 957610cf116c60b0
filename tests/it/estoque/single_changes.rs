//! Single changes of stock and prices that come in at once: each is answered for itself, whatever else is made
//! in the same transaction.

use actix_web::rt;
use domain::estoque::{CENTRO_PADRAO, SaldoEmCentro};
use domain::sku::AjusteEstoque;
use domain::values::ids::{SkuId, UsuarioId};
use reqwest::Method;
use serde_json::{Value, json};
use store::Engine;
use store::inventory::StockOutcome;

use super::steps::{agrees, complete, control_by, events, kept_by, ledger, line, sold};
use crate::support::running::run;
use crate::support::stranger::Stranger;
use crate::support::{Answer, Database, TestApp, TestClient, models};

const CODES: [&str; 4] = ["S0", "S1", "S2", "S3"];

/// Sends all at once; answers in their order.
async fn at_once(client: &TestClient, all: Vec<(String, Option<String>, Value)>) -> Vec<Answer> {
    let sending = all.into_iter().map(|(path, key, body)| {
        let client = client.clone();
        rt::spawn(async move {
            let key = key.as_deref().map(|key| ("idempotency-key", key));
            client.json_with(Method::PUT, &path, key.as_slice(), &body).await
        })
    });
    let sending: Vec<_> = sending.collect();
    let mut answers = Vec::new();
    for one in sending {
        answers.push(one.await.unwrap());
    }
    answers
}

fn stock_of(sku: &str, body: Value) -> (String, Option<String>, Value) {
    (format!("/sku/{sku}/Estoque?usuarioId=u"), None, body)
}

on_both_databases! {
    async fn what_postgresql_makes_in_batches_and_what_it_leaves(app: TestApp) {
        kept_by(&app, "erp", &["S", "T"]).await;
        let order = sold(&app, "M-1", "T", 3).await;
        complete(&app, order).await;
        let (usuario, aplicacao) = (UsuarioId::parse("u").unwrap(), app.aplicacao);
        let batched = async |sku: &str, ajuste: AjusteEstoque| {
            let sku = SkuId::parse(sku).unwrap();
            app.store.change_stock(aplicacao, &usuario, &sku, ajuste.into()).await.unwrap()
        };
        let (set, vary) = (AjusteEstoque::Set(7), AjusteEstoque::Vary(-8));
        let made = [batched("S", set).await, batched("S", vary).await, batched("T", set).await];
        let done = Some(StockOutcome::Done(SaldoEmCentro::new(CENTRO_PADRAO, 7, 0)));
        match app.store.engine() {
            // a number contains the order that was taken over before it
            Engine::Postgres => assert_eq!(made, [done, Some(StockOutcome::Refused(7)), done]),
            Engine::Sqlite => assert_eq!(made, [None; 3], "its writer makes every write in batches"),
        }
        assert_eq!(batched("missing", set).await, None);
        app.a.put("/Usuario/u", &models::with(models::usuario("u"), "/ativo", json!(false))).await;
        assert_eq!(batched("S", set).await, None, "an inactive user");
        agrees(&app);
    }

    async fn each_of_many_at_once_is_answered_for_itself(app: TestApp) {
        app.loja_with_skus("u", &CODES).await;
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &models::usuario("u")).await.with_status(201);
        other.post("/sku?usuarioId=u", &models::sku("S0")).await.with_status(201);
        let mut all = Vec::new();
        for n in 0..12 {
            all.push(stock_of("S0", json!({ "variacao": 1 })));
            all.push(stock_of("S1", json!({ "variacao": -1_000 })));
            all.push(stock_of("missing", json!({ "estoque": 5 })));
            all.push(stock_of("S2", json!({ "estoque": 100 + n })));
            let prices = json!({ "precoDe": 100, "precoPor": 40 + n });
            all.push(("/sku/S3/Preco?usuarioId=u".to_owned(), None, prices));
        }
        let theirs = at_once(&other, (0..12).map(|_| stock_of("S0", json!({ "variacao": 2 }))).collect());
        let (answers, theirs) = tokio::join!(at_once(&app.a, all), theirs);
        for (answer, expected) in answers.iter().zip([200, 409, 404, 200, 200].iter().cycle()) {
            assert_eq!(answer.status, *expected, "{answer:?}");
        }
        assert!(theirs.iter().all(|answer| answer.status == 200));
        let stock = async |client: &TestClient, sku: &str| {
            client.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200)["estoque"].clone()
        };
        assert_eq!([stock(&app.a, "S0").await, stock(&app.a, "S1").await], [json!(22), json!(10)]);
        assert_eq!(stock(&other, "S0").await, 34);
        // each price is told of once, as a change of the one before
        let told = events(&app, "sku.preco").await;
        let mut before = Value::Null;
        for event in told.iter().map(|event| &event["dados"]) {
            assert!(before.is_null() || event["precoPorAnterior"] == before, "{event}");
            before = event["precoPor"].clone();
        }
        assert_eq!(app.a.get("/sku/S3?usuarioId=u").await.json()["precoPor"], before);
    }

    async fn many_changes_of_one_sku_stand_in_its_ledger_one_by_one(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let all = (0..40).map(|_| stock_of("S", json!({ "variacao": 2 }))).collect();
        let mut shown: Vec<i64> = Vec::new();
        for answer in at_once(&app.a, all).await {
            shown.push(answer.json_of(200)["estoque"].as_i64().unwrap());
        }
        shown.sort_unstable();
        let expected: Vec<i64> = (1..=40).map(|n| 10 + 2 * n).collect();
        assert_eq!(shown, expected, "each is answered its own stock");
        let entries = ledger(&app, "S").await;
        let varied: Vec<_> = expected.iter().map(|stock| line("variacao", *stock, 0)).collect();
        assert_eq!(entries[entries.len() - 40..], varied);
        // and has an event of its own
        let told: Vec<_> = events(&app, "sku.estoque").await;
        let stocks: Vec<i64> = told.iter().map(|event| event["dados"]["estoque"].as_i64().unwrap()).collect();
        assert_eq!(stocks, expected);
        control_by(&app, "nenhum").await;
        agrees(&app);
    }

    async fn keys_at_once_change_once_each(app: TestApp) {
        app.loja_with_skus("u", &CODES).await;
        // every key three times at once
        let all = |n: usize| {
            let (path, _, body) = stock_of(CODES[n % 4], json!({ "variacao": 1 }));
            (path, Some(format!("key-{}", n / 3)), body)
        };
        let same = |n: usize| {
            // the same request: the same key never comes for two SKUs
            let (_, key, body) = all(n);
            (format!("/sku/{}/Estoque?usuarioId=u", CODES[(n / 3) % 4]), key, body)
        };
        let answers = at_once(&app.a, (0..60).map(same).collect()).await;
        let done = answers.iter().filter(|answer| answer.status == 200).count();
        assert!(done >= 20, "{done}");
        assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status)), "{answers:?}");
        // and once more, one after the other: all are replays
        for n in 0..60 {
            let (path, key, body) = same(n);
            let key = key.unwrap();
            let answer = app.a.json_with(Method::PUT, &path, &[("idempotency-key", &key)], &body).await;
            assert_eq!((answer.status, answer.header("idempotent-replayed")), (200, "true"), "{answer:?}");
        }
        for sku in CODES {
            let stock = app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200)["estoque"].clone();
            assert_eq!(stock, 15, "{sku}");
        }
        // another request under a key that was used
        let (path, key, body) =
            ("/sku/S3/Estoque?usuarioId=u", [("idempotency-key", "key-0")], json!({ "estoque": 1 }));
        app.a.json_with(Method::PUT, path, &key, &body).await.with_status(409);
    }
}

#[test]
fn a_sku_that_somebody_else_is_at_holds_up_nobody_but_its_own() {
    run(Database::Postgres, async |app: TestApp| {
        app.loja_with_skus("u", &CODES).await;
        let stranger = Stranger::holds(&app.database.url, "skus WHERE sku = 'S0'");
        let client = app.a.clone();
        let waiting =
            rt::spawn(
                async move { client.put("/sku/S0/Estoque?usuarioId=u", &json!({ "variacao": 1 })).await },
            );
        let others = (0..30).map(|n| stock_of(CODES[1 + n % 3], json!({ "variacao": 1 }))).collect();
        for answer in at_once(&app.a, others).await {
            answer.with_status(200);
        }
        assert!(!waiting.is_finished(), "the change of the SKU did not wait");
        stranger.leaves();
        waiting.await.unwrap().with_status(200);
    });
}
