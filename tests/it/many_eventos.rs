//! Many events at once: of one write, and of several that meet.

use std::collections::BTreeMap;
use std::time::Duration;

use actix_web::rt::time::sleep;
use domain::evento::KindSet;
use futures_util::future::{join_all, join3};
use serde_json::{Value, json};
use store::events::{self, Filter};

use crate::support::app::run_blocking;
use crate::support::{TestApp, models};

/// As many as a batch may hold, so that several of them are more than the writer lets wait.
const SKUS: usize = 500;

fn lote(estoque: usize) -> Value {
    let sku = |n| models::with(models::sku(&format!("S{n:03}")), "/estoque", json!(estoque));
    (0..SKUS).map(sku).collect()
}

/// All events of SKUs: code, kind, stock before and after. Fails unless places are without a gap.
async fn of_skus(app: &TestApp) -> Vec<(String, String, Value, Value)> {
    app.store.place_events().await.unwrap();
    let (aplicacao, filter) = (app.aplicacao, Filter { loja: None, tipos: KindSet::default() });
    let stretch = run_blocking(&app.store, move |store| {
        store.read_blocking(|conn| events::list(conn, aplicacao, filter, 1, 100_000))
    });
    let mut read_values = Vec::new();
    for (position, evento) in stretch.eventos.iter().enumerate() {
        assert_eq!(evento.posicao, position as i64 + 1);
        let parsed: Value = serde_json::from_str(&evento.documento).unwrap();
        let text = |name: &str| parsed[name].as_str().unwrap_or_default().to_owned();
        if text("tipo").starts_with("sku.") {
            let data = &parsed["dados"];
            read_values.push((
                text("sku"),
                text("tipo"),
                data["estoqueAnterior"].clone(),
                data["estoque"].clone(),
            ));
        }
    }
    read_values
}

on_both_databases! {
    async fn batches_that_meet_tell_every_change_once_and_in_its_order(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let send = async |estoque: usize| app.a.post("/sku/Lote?usuarioId=u", &lote(estoque)).await.with_status(200);
        send(1).await;
        let created = of_skus(&app).await;
        let codes: Vec<String> = (0..SKUS).map(|n| format!("S{n:03}")).collect();
        assert_eq!(created.iter().map(|(sku, ..)| sku.clone()).collect::<Vec<_>>(), codes);

        join_all((2..8).map(send)).await;
        let all = of_skus(&app).await;
        assert_eq!(all.len(), 7 * SKUS);
        let mut estoques: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (sku, kind, previous, estoque) in all {
            let past = estoques.entry(sku).or_default();
            assert_eq!(kind, if past.is_empty() { "sku.criado" } else { "sku.estoque" });
            assert_eq!(&previous, past.last().unwrap_or(&Value::Null));
            past.push(estoque);
        }
        let last = app.a.get("/sku/S123?usuarioId=u").await.json_of(200)["estoque"].clone();
        for past in estoques.values() {
            // a batch is one write: all SKUs went through the same stocks
            assert_eq!(past, &estoques["S123"]);
            assert_eq!(past.last(), Some(&last));
        }
    }

    async fn a_sku_that_comes_while_others_change_it_is_told_of_as_it_was_changed(app: TestApp) {
        const ROUNDS: usize = 100;
        app.loja_with_skus("u", &[]).await;
        for n in 0..ROUNDS {
            let code = format!("R{n:03}");
            let with = |estoque: i32, name: &str| {
                let sku = models::with(models::sku(&code), "/estoque", json!(estoque));
                models::with(sku, "/nome", json!(name))
            };
            // not all at once: some have to come between what others ask and what they write
            let pause = |k: usize| sleep(Duration::from_micros((n * 977 + k * 1_409) as u64 % 4_000));
            let create = async {
                app.a.post("/sku?usuarioId=u", &with(5, "novo")).await;
            };
            let in_batch = async |k: usize| {
                pause(k).await;
                let lote = json!([with(if k.is_multiple_of(2) { 5 } else { 20 }, &format!("nome {k}"))]);
                app.a.post("/sku/Lote?usuarioId=u", &lote).await.with_status(200);
            };
            let change_by = async |k: usize| {
                pause(k).await;
                app.a.put(&format!("/sku/{code}/Estoque?usuarioId=u"), &json!({ "variacao": 1 })).await;
            };
            join3(create, join_all((0..6).map(in_batch)), join_all((6..11).map(change_by))).await;
        }
        let mut estoques: BTreeMap<String, Value> = BTreeMap::new();
        for (sku, _, previous, estoque) in of_skus(&app).await {
            if estoque.is_null() {
                continue; // another member has changed
            }
            if let Some(last) = estoques.insert(sku.clone(), estoque) {
                assert_eq!(previous, last, "{sku}");
            }
        }
        assert_eq!(estoques.len(), ROUNDS);
        for (sku, last) in estoques {
            let now = app.a.get(&format!("/sku/{sku}?usuarioId=u")).await.json_of(200);
            assert_eq!(now["estoque"], last, "{sku}");
        }
    }
}
