//! `server app limit`: what an application may have, held exactly, and nobody else's business.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::program::Program;
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
        let lote: Vec<Value> = ["A", "E"].map(|code| models::with(models::sku(code), "/nome", json!("Novo"))).into();
        app.a.post("/sku/Lote?usuarioId=u", &Value::Array(lote)).await.with_status(409);
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200)["nome"], "Produto A");
        // what goes makes room
        app.a.delete("/sku/A?usuarioId=u").await.with_status(204);
        assert_eq!((put(&app, "E").await, put(&app, "F").await), (201, 409));
        // another application has its own
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &models::usuario("u")).await.with_status(201);
        for n in 0..6 {
            other.put(&format!("/sku/S{n}?usuarioId=u"), &models::sku(&format!("S{n}"))).await.with_status(201);
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
        app.a.put("/Usuario/b", &models::with(models::usuario("b"), "/nome", json!("B"))).await.with_status(200);
        app.a.post("/Usuario", &models::usuario("d")).await.with_status(409);
    }
}
