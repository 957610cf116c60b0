//! Stocks and prices by the batch: as if each came alone, for the cost of a few statements.

use actix_web::rt;
use serde_json::{Value, json};

use super::steps::{agrees, complete, kept_by, ledger, line, sold};
use crate::support::own_postgres::OwnPostgres;
use crate::support::{TestApp, TestDatabase};
use crate::tenants::{EXPLAINED, plans};

const ESTOQUE: &str = "/sku/Estoque/Lote?usuarioId=u";
const PRECO: &str = "/sku/Preco/Lote?usuarioId=u";
const ESTOQUES: &str = "/produtos/estoques?tipoIdentificador=Sku";
const PRECOS: &str = "/produtos/precos?tipoIdentificador=Sku";

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

    async fn the_store_s_own_system_may_name_a_product_twice(app: TestApp) {
        kept_by(&app, "erp", &["A", "B"]).await;
        let centre = json!({ "nome": "Recife", "prioridade": 2 });
        app.a.put("/Centro/2?usuarioId=u", &centre).await.with_status(201);
        let order = sold(&app, "M-1", "A", 3).await;
        complete(&app, order).await;
        let b = app.b_as(app.loja("u"));
        let lies = |centre: i64, stock: i64| {
            json!({ "centroDistribuicaoId": centre, "estoqueFisico": stock })
        };
        let items = json!([
            { "identificador": "A", "listaEstoque": [lies(1, 6), lies(2, 4)] },
            { "identificador": "Z", "listaEstoque": [lies(1, 6)] },
            { "identificador": "B", "listaEstoque": [lies(3, 6)] },
            { "identificador": "A", "listaEstoque": [lies(1, 5)], "prazoEntrega": 2 },
            { "identificador": "B", "prazoEntrega": 7, "listaEstoque": [] },
        ]);
        let done = b.put(ESTOQUES, &items).await.json_of(200);
        let skus = |list: &str| -> Vec<String> {
            let all = done[list].as_array().unwrap().iter();
            all.map(|one| one["sku"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(skus("produtosAtualizados"), ["A", "A", "B"]);
        assert_eq!(skus("produtosNaoAtualizados"), ["Z", "B"]);
        let twice = [line("pedido", 10, 3), line("saldo", 6, 0), line("saldo", 5, 0)];
        assert_eq!(ledger(&app, "A").await, twice);
        // the second price is over the first one
        let items = json!([
            { "identificador": "A", "precoDe": 30, "precoPor": 20 },
            { "identificador": "A", "precoPor": 25 },
            { "identificador": "A", "precoDe": 24 },
        ]);
        let done = b.put(PRECOS, &items).await.json_of(200);
        assert_eq!(done["produtosAtualizados"].as_array().unwrap().len(), 2, "{done}");
        let refused = done["produtosNaoAtualizados"][0]["detalhes"].as_str().unwrap();
        assert!(refused.starts_with("precoDe: "), "{refused}");
        let sku = app.a.get("/sku/A?usuarioId=u").await.json_of(200);
        assert_eq!((&sku["precoDe"], &sku["precoPor"]), (&json!(30), &json!(25)));
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
async fn statements(own: &OwnPostgres, batch: impl Future<Output = ()>) -> usize {
    let before = own.log().len();
    batch.await;
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
        let elsewhere = |sku: &str| json!({ "sku": sku, "centroId": 2, "variacao": 4 });
        for (path, item) in [
            (ESTOQUE, &stock as &dyn Fn(&str) -> Value),
            (ESTOQUE, &vary),
            (ESTOQUE, &elsewhere),
            (PRECO, &price),
        ] {
            let alone = statements(&own, all_done(&app, path, &items(&one, item))).await;
            let many = statements(&own, all_done(&app, path, &items(&codes[1..], item))).await;
            assert!((1..=alone + 2).contains(&many), "{path}: {many} for 299, {alone} for one");
        }
        let b = app.b_as(app.loja("u"));
        let stock = |sku: &str| {
            let here = json!({ "estoqueFisico": 9, "centroDistribuicaoId": 1, "estoqueReservado": 1 });
            json!({ "identificador": sku, "prazoEntrega": 3, "listaEstoque": [here] })
        };
        let price = |sku: &str| json!({ "identificador": sku, "precoPor": 4 });
        for (path, item) in [(ESTOQUES, &stock as &dyn Fn(&str) -> Value), (PRECOS, &price)] {
            let changed = async |items: Value| {
                let done = b.put(path, &items).await.json_of(200);
                let changed = done["produtosAtualizados"].as_array().unwrap();
                assert_eq!(changed.len(), items.as_array().unwrap().len(), "{done}");
            };
            let alone = statements(&own, changed(items(&one, item))).await;
            let many = statements(&own, changed(items(&codes[1..51], item))).await;
            assert!((1..=alone + 2).contains(&many), "{path}: {many} for 50, {alone} for one");
        }
    });
}
