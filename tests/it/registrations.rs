//! Reads remember users, settings and channels for a second: what this server changes counts at once, what
//! another one changes a second later, and an order never shows a channel as nameless.

use domain::loja_config::LojaConfig;
use serde_json::{Value, json};
use store::lojas_config;

use crate::support::app::{Server, config, run_blocking};
use crate::support::wait::until;
use crate::support::{TestApp, TestClient, models};

/// The names of the channels of all orders, latest order first.
async fn names(b: &TestClient) -> Vec<Value> {
    let parsed = b.get("/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31").await.json_of(200);
    parsed.as_array().unwrap().iter().map(|pedido| pedido["canalOrigem"].clone()).collect()
}

async fn cep(b: &TestClient) -> Value {
    b.get("/centrosdistribuicao").await.json_of(200)[0]["cep"].clone()
}

async fn rename(app: &TestApp, name: &str) {
    let mut canal = app.a.get("/Canal/canal?usuarioId=u").await.json_of(200);
    canal["nome"] = json!(name);
    app.a.put("/Canal/canal?usuarioId=u", &canal).await.with_status(200);
}

on_both_databases! {
    async fn what_a_server_changes_counts_there_at_once_and_elsewhere_soon(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        app.create_pedido("u", &models::pedido("canal", "P1", "S")).await;
        let (loja, b) = (app.loja("u"), app.b_as(app.loja("u")));
        let other = Server::start(&config(&app.database.url));
        let in_other = TestClient::new(other.at("listen_b"), Some(&app.loja_key(loja)));
        for round in 0..3 {
            // both have it in memory when it changes
            let (before, name) = (names(&in_other).await, format!("nome {round}"));
            assert_eq!(names(&b).await, before);
            rename(&app, &name).await;
            assert_eq!(names(&b).await, [json!(name)]);
            until("the other server has its name", async || names(&in_other).await == [json!(name)]).await;

            cep(&in_other).await;
            let new = format!("0131010{round}");
            let config = LojaConfig { cep: new.clone(), ..LojaConfig::default() };
            run_blocking(&app.store, move |store| {
                let config = config.clone();
                store.write_blocking(move |tx| lojas_config::upsert(tx, loja, &config))
            });
            let new = new.parse::<i64>().unwrap();
            assert_eq!(cep(&b).await, json!(new));
            until("the other server has its postcode", async || cep(&in_other).await == json!(new)).await;
        }
        other.stop();
    }

    async fn an_order_of_a_channel_made_by_another_server_shows_its_name(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        app.create_pedido("u", &models::pedido("canal", "P0", "S")).await;
        let other = Server::start(&config(&app.database.url));
        let in_other = TestClient::new(other.at("listen_b"), Some(&app.loja_key(app.loja("u"))));
        for n in 1..=3 {
            // its channels are in memory, and another one comes at once
            names(&in_other).await;
            let canal = models::with(models::canal(&format!("c{n}")), "/nome", json!(format!("canal {n}")));
            app.a.post("/Canal?usuarioId=u", &canal).await.with_status(201);
            app.create_pedido("u", &models::pedido(&format!("c{n}"), &format!("P{n}"), "S")).await;
            let seen = names(&in_other).await;
            assert!(seen.contains(&json!(format!("canal {n}"))), "{seen:?}");
        }
        other.stop();
    }

    async fn a_user_that_is_gone_is_gone_at_once_and_its_successor_is_another(app: TestApp) {
        for _ in 0..3 {
            app.loja_with_skus("v", &["S"]).await;
            app.a.get("/sku/S?usuarioId=v").await.with_status(200);
            app.a.delete("/Usuario/v").await.with_status(204);
            app.a.get("/sku/S?usuarioId=v").await.with_status(404);
            app.a.post("/Usuario", &models::usuario("v")).await.with_status(201);
            let list = app.a.get("/sku?usuarioId=v").await.json_of(200);
            assert_eq!(list["resultado"], json!([]), "{list}");
            app.a.delete("/Usuario/v").await.with_status(204);
        }
    }

    async fn what_is_written_through_a_server_is_there_for_its_readers(app: TestApp) {
        let other = Server::start(&config(&app.database.url));
        let a2 = app.a.at(other.at("listen_a"));
        // this server remembers a user that the other one deletes, and gets it anew
        app.loja_with_skus("w", &["S"]).await;
        app.a.get("/sku?usuarioId=w").await.with_status(200);
        a2.delete("/Usuario/w").await.with_status(204);
        app.a.post("/Usuario", &models::usuario("w")).await.with_status(201);
        app.a.post("/sku?usuarioId=w", &models::sku("T")).await.with_status(201);
        app.a.get("/sku/T?usuarioId=w").await.with_status(200);

        // a change that the other one has made already is no change here, and yet it is heard of
        app.a.post("/Canal?usuarioId=w", &models::canal("c")).await.with_status(201);
        app.create_pedido("w", &models::pedido("c", "P", "T")).await;
        let b = app.b_as(app.loja("w"));
        names(&b).await;
        let canal = models::with(models::canal("c"), "/nome", json!("outro nome"));
        a2.put("/Canal/c?usuarioId=w", &canal).await.with_status(200);
        app.a.put("/Canal/c?usuarioId=w", &canal).await.with_status(200);
        assert_eq!(names(&b).await, [json!("outro nome")]);
        other.stop();
    }

    async fn a_list_of_offers_knows_a_user_s_last_change(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let other = Server::start(&config(&app.database.url));
        let a2 = app.a.at(other.at("listen_a"));
        let publishable = async |a: &TestClient| {
            a.get("/Canal/canal/Oferta?usuarioId=u&situacao=publicavel").await.json_of(200)["resultado"].clone()
        };
        for active in [false, true, false] {
            a2.get("/Canal/canal/Oferta?usuarioId=u").await.with_status(200);
            app.a.patch("/Usuario/u", &json!({ "ativo": active })).await.with_status(200);
            let (here, there) = (publishable(&app.a).await, publishable(&a2).await);
            assert_eq!(here, there);
        }
        other.stop();
    }
}
