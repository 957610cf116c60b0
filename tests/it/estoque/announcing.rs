//! Changes of what channels should show are told.

use std::collections::{HashMap, HashSet};

use domain::estoque::{ControleEstoque, EstoqueUsuario};
use domain::values::ids::AplicacaoId;
use serde_json::{Value, json};
use store::inventory;
use store::offers::{self, Announcement, Batch, Progress};
use store::{Conn, Store, StoreError};

use super::steps::{events, kept_by, move_on, sold, tell};
use crate::support::app::run_blocking;
use crate::support::{TestApp, models};

/// Tells what there is to tell.
pub fn announce(app: &TestApp) {
    run_blocking(&app.store, announce_all);
}

pub fn announce_all(store: &Store) -> Result<(), StoreError> {
    store.place_events_blocking()?;
    for aplicacao in store.read_blocking(offers::late)? {
        while step(store, aplicacao)? != Progress::Done {}
    }
    store.place_events_blocking()
}

/// A whole batch.
fn step(store: &Store, aplicacao: AplicacaoId) -> Result<Progress, StoreError> {
    let mut batch = store.read_blocking(|conn| offers::read_batch(conn, aplicacao))?;
    loop {
        let announcement = store.read_blocking(|conn| next(conn, &mut batch))?;
        let last = announcement.is_last();
        let progress = store.write_blocking(move |tx| offers::tell(tx, &announcement))?;
        if last || progress != Progress::Moved {
            return Ok(progress);
        }
    }
}

fn next(conn: &mut Conn<'_>, batch: &mut Batch) -> Result<Announcement, StoreError> {
    batch.work_out(conn, &crate::canais::kinds())
}

/// All that was told of all users.
async fn all_told(app: &TestApp) -> Vec<Value> {
    let log = app.a.get("/Evento?tipo=oferta.alterada&quantidade=1000").await.json_of(200);
    log["eventos"].as_array().unwrap().clone()
}

/// What has been told since the last time: channel, SKU, stock before, stock.
async fn told(app: &TestApp, seen: &mut usize) -> Vec<(String, String, Value, Value)> {
    announce(app);
    let all = events(app, "oferta.alterada").await;
    let text = |event: &Value, name: &str| event[name].as_str().unwrap().to_owned();
    let line = |event: &Value| {
        let data = &event["dados"];
        (text(event, "canalId"), text(event, "sku"), data["estoqueAnterior"].clone(), data["estoque"].clone())
    };
    let new = all[*seen..].iter().map(line).collect();
    *seen = all.len();
    new
}

fn line(canal: &str, sku: &str, before: impl Into<Value>, now: i64) -> (String, String, Value, Value) {
    (canal.into(), sku.into(), before.into(), now.into())
}

on_both_databases! {
    async fn every_channel_hears_of_what_it_may_show(app: TestApp) {
        kept_by(&app, "hub", &["S", "T"]).await;
        let mut seen = 0;
        let first = told(&app, &mut seen).await;
        assert_eq!(first, [line("canal", "S", Value::Null, 10), line("canal", "T", Value::Null, 10)]);
        assert_eq!(told(&app, &mut seen).await, []);
        // a new channel, with all SKUs
        app.a.post("/Canal?usuarioId=u", &models::canal("outro")).await.with_status(201);
        let of_other = told(&app, &mut seen).await;
        assert_eq!(of_other, [line("outro", "S", Value::Null, 10), line("outro", "T", Value::Null, 10)]);
        // an order of one channel
        let id = sold(&app, "1", "S", 3).await;
        assert_eq!(told(&app, &mut seen).await, [line("canal", "S", 10, 7), line("outro", "S", 10, 7)]);
        // invoiced: what was held is gone, and the channels show what they did
        move_on(&app, id, "Faturado").await;
        assert_eq!(told(&app, &mut seen).await, []);
        // however often it changes in between, it is told once
        for stock in [1, 2, 3, 4] {
            tell(&app, "S", json!({ "estoque": stock })).await;
        }
        assert_eq!(told(&app, &mut seen).await, [line("canal", "S", 7, 4), line("outro", "S", 7, 4)]);
        // one channel's share, its buffer, one SKU in it
        app.a.patch("/Canal/outro?usuarioId=u", &json!({ "percentualEstoque": 50 })).await.with_status(200);
        assert_eq!(told(&app, &mut seen).await, [line("outro", "S", 4, 2), line("outro", "T", 10, 5)]);
        let buffer = json!({ "estoqueSeguranca": 2 });
        app.a.put("/Canal/outro/Estoque?usuarioId=u", &buffer).await.with_status(200);
        assert_eq!(told(&app, &mut seen).await, [line("outro", "S", 2, 1), line("outro", "T", 5, 4)]);
        app.a.put("/sku/T/Canal/canal/Estoque?usuarioId=u", &buffer).await.with_status(200);
        assert_eq!(told(&app, &mut seen).await, [line("canal", "T", 10, 8)]);
    }

    async fn what_there_was_before_anybody_told_is_told_whatever_is_left_of_the_log(app: TestApp) {
        kept_by(&app, "erp", &["S", "T"]).await;
        app.loja_with_skus("quieto", &["Q"]).await;
        let quiet = json!({ "controleEstoque": "erp", "anunciarOfertas": false });
        app.a.put("/Usuario/quieto/Estoque", &quiet).await.with_status(200);
        run_blocking(&app.store, Store::place_events_blocking);
        app.database.execute("DELETE FROM eventos WHERE posicao < (SELECT max(posicao) FROM eventos)");
        let mut seen = 0;
        let first = told(&app, &mut seen).await;
        assert_eq!(first, [line("canal", "S", Value::Null, 10), line("canal", "T", Value::Null, 10)]);
        // from then on as the log goes on
        tell(&app, "T", json!({ "estoque": 4 })).await;
        assert_eq!(told(&app, &mut seen).await, [line("canal", "T", 10, 4)]);
    }

    async fn many_stores_hear_of_each_offer_once(app: TestApp) {
        // more than go on in one step, one of them with more SKUs than it gets in it
        let users: Vec<String> = (0..60).map(|n| format!("u{n}")).collect();
        let codes = ["A", "B", "C", "D", "E", "F", "G"];
        for (n, user) in users.iter().enumerate() {
            app.loja_with_skus(user, if n == 7 { &codes } else { &codes[..1] }).await;
        }
        let quiet = json!({ "controleEstoque": "erp", "anunciarOfertas": false });
        app.a.put("/Usuario/u9/Estoque", &quiet).await.with_status(200);
        announce(&app);
        let each_once = |told: &[Value]| {
            let mut all: Vec<(String, String)> = told
                .iter()
                .map(|event| ["usuarioId", "sku"].map(|name| event[name].as_str().unwrap().to_owned()).into())
                .collect();
            all.sort_unstable();
            let of_user = |(n, user): (usize, &String)| {
                let codes = match n {
                    7 => &codes[..],
                    9 => &[],
                    _ => &codes[..1],
                };
                codes.iter().map(|code| (user.clone(), (*code).to_owned())).collect::<Vec<_>>()
            };
            let mut expected: Vec<(String, String)> = users.iter().enumerate().flat_map(of_user).collect();
            expected.sort_unstable();
            assert_eq!(all, expected);
        };
        let first = all_told(&app).await;
        each_once(&first);
        // every channel shows half, while a SKU of each changes itself
        for user in &users {
            let half = json!({ "percentualEstoque": 50 });
            app.a.patch(&format!("/Canal/canal?usuarioId={user}"), &half).await.with_status(200);
            let path = format!("/sku/A/Estoque?usuarioId={user}");
            app.a.put(&path, &json!({ "estoque": 40 })).await.with_status(200);
        }
        announce(&app);
        let told = all_told(&app).await.split_off(first.len());
        each_once(&told);
        for event in told {
            let expected = if event["sku"] == "A" { 20 } else { 5 };
            assert_eq!(event["dados"]["estoque"], expected, "{event}");
            assert_eq!(event["dados"]["estoqueAnterior"], 10, "{event}");
        }
        // nothing is left
        announce(&app);
        assert_eq!(all_told(&app).await.len(), 2 * first.len());
        let late = run_blocking(&app.store, |store| store.read_blocking(offers::late));
        assert!(late.is_empty(), "some sweep goes on");
    }

    async fn what_is_deleted_before_it_is_told_keeps_nobody_from_hearing(app: TestApp) {
        kept_by(&app, "erp", &["S", "T", "U"]).await;
        app.a.post("/Canal?usuarioId=u", &models::canal("outro")).await.with_status(201);
        announce(&app);
        let seen = all_told(&app).await.len();
        for sku in ["S", "T", "U"] {
            tell(&app, sku, json!({ "estoque": 3 })).await;
        }
        run_blocking(&app.store, Store::place_events_blocking);
        let aplicacao = app.aplicacao;
        let announcement = run_blocking(&app.store, move |store| {
            store.read_blocking(|conn| {
                let mut batch = offers::read_batch(conn, aplicacao)?;
                next(conn, &mut batch)
            })
        });
        app.a.delete("/sku/S?usuarioId=u").await.with_status(204);
        app.a.delete("/Canal/outro?usuarioId=u").await.with_status(204);
        let progress = run_blocking(&app.store, move |store| {
            store.write_blocking(move |tx| offers::tell(tx, &announcement))
        });
        assert_eq!(progress, Progress::Done);
        announce(&app);
        let told = all_told(&app).await.split_off(seen);
        let told: Vec<[&Value; 3]> =
            told.iter().map(|event| [&event["canalId"], &event["sku"], &event["dados"]["estoque"]]).collect();
        assert_eq!(json!(told), json!([["canal", "T", 3], ["canal", "U", 3]]));
    }

    async fn no_store_waits_for_one_that_has_many_channels(app: TestApp) {
        app.loja_with_skus("old", &["A", "B", "C", "D", "E", "F", "G", "H"]).await;
        for n in 0..60 {
            app.a.post("/Canal?usuarioId=old", &models::canal(&format!("c{n}"))).await.with_status(201);
        }
        app.loja_with_skus("new", &["A", "B", "C", "D", "E", "F", "G", "H"]).await;
        let all = "SELECT aplicacao_id, loja_id, canal_num, 0, 0 FROM canais";
        announce(&app);
        app.database.execute("DELETE FROM ofertas_ditas");
        app.database.execute(&format!("INSERT INTO oferta_varreduras {all}"));
        let seen = all_told(&app).await.len();
        let aplicacao = app.aplicacao;
        for _ in 0..2 {
            run_blocking(&app.store, move |store| step(store, aplicacao));
        }
        run_blocking(&app.store, Store::place_events_blocking);
        let told = all_told(&app).await.split_off(seen);
        assert_eq!(told.iter().filter(|event| event["usuarioId"] == "new").count(), 8);
        // and the other one's channels come one after the other
        announce(&app);
        assert_eq!(app.a.get("/Evento?tipo=oferta.alterada&quantidade=1000").await.json_of(200)["eventos"]
            .as_array().unwrap().len() - seen, 62 * 8);
    }

    async fn a_batch_of_many_offers_is_told_in_pieces(app: TestApp) {
        app.loja_with_skus("u", &["A", "B", "C", "D", "E"]).await;
        // more channels than a store may have
        app.database.execute(
            "INSERT INTO canais SELECT aplicacao_id, loja_id, canal_num + n.n, canal_id || n.n, nome, tipo_canal, \
             ativo, prazo, enviar_minimo_dimensao_zerada, enviar_minimo_dimensao_menor, percentual_estoque, \
             enviar_sku, configuracoes, criado_em, alterado_em, estoque_seguranca, estoque_maximo, centros \
             FROM canais, (WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 699) \
             SELECT n FROM n) n",
        );
        announce(&app);
        let change = json!(["A", "B", "C", "D", "E"].map(|sku| json!({ "sku": sku, "estoque": 3 })));
        app.a.post("/sku/Estoque/Lote?usuarioId=u", &change).await.with_status(200);
        let aplicacao = app.aplicacao;
        let late = run_blocking(&app.store, move |store| {
            store.place_events_blocking()?;
            let mut batch = store.read_blocking(|conn| offers::read_batch(conn, aplicacao))?;
            let first = store.read_blocking(|conn| next(conn, &mut batch))?;
            assert!(!first.is_last());
            store.write_blocking(move |tx| offers::tell(tx, &first))?;
            let second = store.read_blocking(|conn| next(conn, &mut batch))?;
            // another one begins anew, and does not tell what is told
            announce_all(store)?;
            store.write_blocking(move |tx| offers::tell(tx, &second))
        });
        assert_eq!(late, Progress::Busy);
        app.database.execute("CREATE TABLE told (offers INTEGER CHECK (offers = 7000))");
        app.database.execute("INSERT INTO told SELECT count(*) FROM eventos WHERE tipo = 14");
    }

    async fn a_channel_that_changes_all_the_time_is_gone_through_to_its_end(app: TestApp) {
        let skus: Vec<String> = (0..230).map(|n| format!("S{n}")).collect();
        let skus: Vec<&str> = skus.iter().map(String::as_str).collect();
        app.loja_with_skus("u", &skus).await;
        announce(&app);
        let seen = all_told(&app).await.len();
        let aplicacao = app.aplicacao;
        // two hundred SKUs in a step
        for percent in [90, 70, 60, 80] {
            let change = json!({ "percentualEstoque": percent });
            app.a.patch("/Canal/canal?usuarioId=u", &change).await.with_status(200);
            run_blocking(&app.store, move |store| {
                store.place_events_blocking()?;
                step(store, aplicacao)
            });
        }
        run_blocking(&app.store, Store::place_events_blocking);
        let told = all_told(&app).await.split_off(seen);
        let met: HashSet<&Value> = told.iter().map(|event| &event["sku"]).collect();
        assert_eq!(met.len(), 230);
        // behind the first two hundred when it changed last: those behind them come, and these once more
        app.database.execute("DELETE FROM ofertas_ditas");
        let seen = seen + told.len();
        announce(&app);
        let told = all_told(&app).await.split_off(seen);
        let stands: HashMap<&Value, &Value> =
            told.iter().map(|event| (&event["sku"], &event["dados"]["estoque"])).collect();
        assert_eq!(stands.len(), 230);
        assert!(stands.values().all(|stock| **stock == 8), "{stands:?}");
        announce(&app);
        assert!(run_blocking(&app.store, |store| store.read_blocking(offers::late)).is_empty());
    }

    async fn a_price_and_what_keeps_an_offer_back_are_told(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let mut seen = 0;
        told(&app, &mut seen).await;
        let prices = json!({ "precoDe": 20, "precoPor": 15 });
        app.a.put("/sku/S/Preco?usuarioId=u", &prices).await.with_status(200);
        app.a.patch("/sku/S?usuarioId=u", &json!({ "ativo": false })).await.with_status(200);
        announce(&app);
        let told = events(&app, "oferta.alterada").await;
        assert_eq!(told.last().unwrap()["dados"], json!({
            "estoqueAnterior": 10, "estoque": 10,
            "precoDeAnterior": 129.9, "precoPorAnterior": 99.9, "precoDe": 20, "precoPor": 15,
            "publicavelAnterior": true, "publicavel": false,
        }));
        assert_eq!(told.len(), 2);
        // a user that is switched off shows nothing any more
        app.a.patch("/sku/S?usuarioId=u", &json!({ "ativo": true })).await.with_status(200);
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.with_status(200);
        announce(&app);
        assert_eq!(events(&app, "oferta.alterada").await.len(), 2);
    }

    async fn who_does_not_want_to_hear_is_not_told(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let quiet = json!({ "controleEstoque": "erp", "anunciarOfertas": false });
        app.a.put("/Usuario/u/Estoque", &quiet).await.with_status(200);
        announce(&app);
        assert_eq!(events(&app, "oferta.alterada").await, Vec::<Value>::new());
        // from when it does, all of them
        app.a.put("/Usuario/u/Estoque", &json!({ "controleEstoque": "erp" })).await.with_status(200);
        announce(&app);
        assert_eq!(events(&app, "oferta.alterada").await.len(), 1);
    }

    async fn a_change_of_hands_that_takes_its_time_is_told_at_its_end(app: TestApp) {
        kept_by(&app, "nenhum", &["S"]).await;
        let own = json!({ "canalId": "canal", "estoque": 17 });
        app.a.put("/sku/S/Canal/canal?usuarioId=u", &own).await.with_status(201);
        let mut seen = 0;
        assert_eq!(told(&app, &mut seen).await, [line("canal", "S", Value::Null, 17)]);
        let (loja, controle_estoque) = (app.loja("u"), ControleEstoque::Hub);
        let new = EstoqueUsuario { controle_estoque, assumir_na_leitura: false, anunciar_ofertas: true };
        run_blocking(&app.store, move |store| store.write_blocking(move |tx| inventory::set(tx, loja, new)));
        let mut all = told(&app, &mut seen).await;
        // housekeeping may have come to it by itself
        if !run_blocking(&app.store, |store| store.read_blocking(inventory::converting)).is_empty() {
            assert_eq!(all, [], "it is not at its end");
        }
        run_blocking(&app.store, move |store| store.write_blocking(move |tx| inventory::convert(tx, loja, 9)));
        all.extend(told(&app, &mut seen).await);
        assert_eq!(all, [line("canal", "S", 17, 10)]);
    }
}
