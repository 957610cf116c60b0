//! `server app limit`: what an application may have, held exactly, and nobody else's business.

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use server::config::Config;
use store::Engine;

use crate::support::app::{Server, config};
use crate::support::contract::Contract;
use crate::support::program::Program;
use crate::support::wait::eventually;
use crate::support::{TestApp, models};

/// Runs `app limit` over the application's database.
fn limit(app: &TestApp, options: &[&str]) -> String {
    let arguments: Vec<&str> = ["app", "limit", "testes"].iter().chain(options).copied().collect();
    Program::new().env("DATABASE_URL", &app.database.url).ok(&arguments)
}

async fn put(app: &TestApp, code: &str) -> u16 {
    app.a.put(&format!("/sku/{code}?usuarioId=u"), &models::sku(code)).await.status
}

on_both_databases! {
    async fn an_application_gets_so_many_skus_and_no_more(app: TestApp) {
        app.loja_with_skus("u", &["A", "B"]).await;
        assert_eq!(limit(&app, &[]), "no limits");
        assert_eq!(limit(&app, &["--skus", "4"]), "users\t1\tno limit\nskus\t2\tat most 4");
        assert_eq!((put(&app, "C").await, put(&app, "D").await), (201, 201));
        let refused = app.a.post("/sku?usuarioId=u", &models::sku("E")).await.with_status(409);
        assert!(refused.json()["message"].as_str().unwrap().contains("4 SKUs"), "{refused:?}");
        assert_eq!(put(&app, "E").await, 409);
        // what is there may change, and is counted as nothing new
        assert_eq!(put(&app, "D").await, 200);
        app.a.patch("/sku/D?usuarioId=u", &json!({ "nome": "Outro" })).await.with_status(200);
        // a batch that would lead past it does nothing
        let new = |code| models::with(models::sku(code), "/nome", json!("Novo"));
        let lote: Vec<Value> = ["A", "E"].map(new).into();
        app.a.post("/sku/Lote?usuarioId=u", &Value::Array(lote)).await.with_status(409);
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200)["nome"], "Produto A");
        // what goes makes room
        app.a.delete("/sku/A?usuarioId=u").await.with_status(204);
        assert_eq!((put(&app, "E").await, put(&app, "F").await), (201, 409));
        // another application has its own
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &models::usuario("u")).await.with_status(201);
        for n in 0..6 {
            let sku = models::sku(&format!("S{n}"));
            other.put(&format!("/sku/S{n}?usuarioId=u"), &sku).await.with_status(201);
        }
        // a user that goes takes its SKUs along
        app.a.delete("/Usuario/u").await.with_status(204);
        assert_eq!(limit(&app, &[]), "users\t0\tno limit\nskus\t0\tat most 4");
        assert_eq!(limit(&app, &["--skus", "0"]), "no limits");
    }

    async fn of_many_at_once_as_many_come_in_as_there_is_room(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        limit(&app, &["--skus", "10"]);
        let codes: Vec<String> = (0..40).map(|n| format!("N{n}")).collect();
        let statuses = join_all(codes.iter().map(|code| put(&app, code))).await;
        assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 9, "{statuses:?}");
        assert!(statuses.iter().all(|status| [201, 409].contains(status)), "{statuses:?}");
        let page = app.a.get("/sku?usuarioId=u").await.json_of(200);
        assert_eq!(page["metadados"]["total"], 10);
        assert_eq!(limit(&app, &[]), "users\t1\tno limit\nskus\t10\tat most 10");
    }

    async fn an_application_gets_so_many_users_and_no_more(app: TestApp) {
        app.a.post("/Usuario", &models::usuario("a")).await.with_status(201);
        limit(&app, &["--users", "2"]);
        app.a.put("/Usuario/b", &models::usuario("b")).await.with_status(201);
        let refused = app.a.put("/Usuario/c", &models::usuario("c")).await.with_status(409);
        assert!(refused.json()["message"].as_str().unwrap().contains("2 usuários"), "{refused:?}");
        app.a.post("/Usuario", &models::usuario("c")).await.with_status(409);
        app.a.get("/Usuario/c").await.with_status(404);
        app.a.delete("/Usuario/a").await.with_status(204);
        app.a.post("/Usuario", &models::usuario("c")).await.with_status(201);
        // a limit below what there is takes nothing away
        assert_eq!(limit(&app, &["--users", "1"]), "users\t2\tat most 1\nskus\t0\tno limit");
        let renamed = models::with(models::usuario("b"), "/nome", json!("B"));
        app.a.put("/Usuario/b", &renamed).await.with_status(200);
        app.a.post("/Usuario", &models::usuario("d")).await.with_status(409);
    }

    async fn large_writes_are_refused_while_the_disk_is_nearly_full(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let large = models::with(models::sku("L"), "/descricao", json!("d".repeat(20_000)));
        let full = Server::start(&Config { disk_reserve: u64::MAX, ..config(&app.database.url) });
        let a = app.a.at(full.at("listen_a"));
        match app.store.engine() {
            Engine::Sqlite => {
                // housekeeping reads the free space when it begins
                let answer = eventually("a large write is refused", async || {
                    let answer = a.post("/sku?usuarioId=u", &large).await;
                    (answer.status == 507).then_some(answer)
                })
                .await;
                assert_eq!((answer.status, answer.header("retry-after")), (507, "60"), "{answer:?}");
                assert!(answer.json()["message"].as_str().unwrap().contains("espaço em disco"));
                let b = app.b_as(app.loja("u")).at(full.at("listen_b")).with_contract(Contract::b());
                let spaced = format!("{{{}}}", " ".repeat(20_000));
                let json = [("content-type", "application/json")];
                let answer = b.send(Method::POST, "/pedidos/1/observacao", &json, Some(spaced)).await;
                assert_eq!((answer.status, &answer.json()["codigo"]), (507, &json!(507)));
            }
            // its disk is the database server's to look after
            Engine::Postgres => drop(a.post("/sku?usuarioId=u", &large).await.with_status(201)),
        }
        // what is small goes on
        a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.with_status(200);
        a.post("/Pedido?usuarioId=u", &models::pedido("canal", "P", "S")).await.with_status(201);
        full.stop();
        // where nothing is to be kept free, or enough is free, nothing is refused
        let other = models::with(large, "/sku", json!("M"));
        app.a.post("/sku?usuarioId=u", &other).await.with_status(201);
    }
}
