//! `server events prune`: says first what would go, keeps what a reader has not finished with.

use std::time::Duration;

use serde_json::{Value, json};
use server::config::Config;

use crate::support::app::{Server, config};
use crate::support::program::Program;
use crate::support::wait::until;
use crate::support::{TestApp, models};

/// Runs `events prune` over the application's database.
fn prune(app: &TestApp, options: &[&str]) -> (i32, String) {
    let mut arguments = vec!["events", "prune"];
    arguments.extend_from_slice(options);
    let output = Program::new().env("DATABASE_URL", &app.database.url).run(&arguments);
    (output.codigo, output.stdout + &output.stderr)
}

async fn posicoes(app: &TestApp) -> Vec<i64> {
    let eventos = app.a.get("/Evento?quantidade=1000").await.json_of(200);
    eventos["eventos"].as_array().unwrap().iter().map(|e| e["posicao"].as_i64().unwrap()).collect()
}

/// Makes all events two seconds older.
fn age(app: &TestApp) {
    app.database.execute("UPDATE eventos SET data = data - 2000000");
}

on_both_databases! {
    async fn what_is_old_and_read_goes_but_for_the_last(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        app.create_pedido("u", &models::pedido("canal", "1", "S")).await;
        assert_eq!(posicoes(&app).await, [1, 2, 3, 4]);
        let (code, said) = prune(&app, &["--older-than", "1d", "--yes"]);
        assert!(code == 0 && said.contains("nothing to delete"), "{said}");
        let (code, said) = prune(&app, &["--older-than", "0s", "--dry-run"]);
        assert!(code == 0 && said.contains("3 (positions 1 to 3)"), "{said}");
        // without a terminal nobody can be asked
        assert_eq!(prune(&app, &["--older-than", "0s"]).0, 2);
        assert_eq!(posicoes(&app).await.len(), 4);
        let (code, said) = prune(&app, &["--older-than", "0s", "--yes"]);
        assert!(code == 0 && said.contains("3 event(s) deleted"), "{said}");
        assert_eq!(posicoes(&app).await, [4]);
        // places go on where they were
        app.create_pedido("u", &models::pedido("canal", "2", "S")).await;
        assert_eq!(posicoes(&app).await, [4, 5]);
        let evento = app.a.get("/Evento?posicao=1").await.json_of(200);
        assert_eq!((&evento["primeiraPosicao"], &evento["proximaPosicao"]), (&json!(4), &json!(6)));
    }

    async fn what_a_clock_that_was_ahead_has_dated_keeps_nothing_back(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        app.create_pedido("u", &models::pedido("canal", "1", "S")).await;
        assert_eq!(posicoes(&app).await, [1, 2, 3, 4]);
        let year = 365 * 86_400_000_000_i64;
        age(&app);
        app.database.execute(&format!("UPDATE eventos SET data = data + {year} WHERE posicao = 2"));
        prune(&app, &["--older-than", "0s", "--yes"]);
        assert_eq!(posicoes(&app).await, [4]);
    }

    async fn readers_are_waited_for(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for id in ["1", "2"] {
            app.create_pedido("u", &models::pedido("canal", id, "S")).await;
        }
        let new = json!({ "url": "https://loja.example/avisos", "tipos": ["sku.preco"], "ativo": false });
        app.a.post("/Notificacao", &new).await.with_status(201);
        app.create_pedido("u", &models::pedido("canal", "3", "S")).await;
        let fila = app.a.get("/Pedido/Fila?consumidor=erp&quantidade=1").await.json_of(200);
        let (code, said) = prune(&app, &["--older-than", "0s", "--yes"]);
        assert!(code == 0 && said.contains("consumer \"erp\" of the order queue"), "{said}");
        assert!(said.contains("3 (positions 1 to 3)"), "{said}");
        assert_eq!(posicoes(&app).await, [4, 5, 6]);

        let recibos = json!([{ "recibo": fila[0]["recibo"] }]);
        app.a.post("/Pedido/Fila/Confirmar", &recibos).await.with_status(200);
        let said = prune(&app, &["--older-than", "0s", "--yes"]).1;
        assert_eq!(posicoes(&app).await, [5, 6], "{said}");
        let said = prune(&app, &["--older-than", "0s", "--yes", "--even-unread"]).1;
        assert!(said.contains("would miss"), "{said}");
        assert_eq!(posicoes(&app).await, [6]);
        // the consumer goes on with what is kept
        let rest = app.a.get("/Pedido/Fila?consumidor=erp").await.json_of(200);
        let parsed: Vec<&Value> = rest.as_array().unwrap().iter().map(|item| &item["posicao"]).collect();
        assert_eq!(parsed, [&json!(6)]);
    }

    async fn a_server_that_is_told_to_deletes_what_is_old_and_read(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for id in ["1", "2"] {
            app.create_pedido("u", &models::pedido("canal", id, "S")).await;
        }
        let fila = app.a.get("/Pedido/Fila?consumidor=erp&quantidade=1").await.json_of(200);
        assert_eq!(posicoes(&app).await, [1, 2, 3, 4, 5]);
        age(&app);
        let keeps = |seconds| Config { events_retention: seconds, ..config(&app.database.url) };
        let run = async |config: Config, expected: &[i64]| {
            let server = Server::start(&config);
            until("old events are deleted", async || posicoes(&app).await == expected).await;
            server.stop();
            assert_eq!(posicoes(&app).await, expected);
        };
        // nobody deletes anything unasked, nor what is young
        run(keeps(None), &[1, 2, 3, 4, 5]).await;
        run(keeps(Some(Duration::from_secs(3600))), &[1, 2, 3, 4, 5]).await;
        // what the consumer has not confirmed stays, from the first such place on
        run(keeps(Some(Duration::from_secs(1))), &[4, 5]).await;
        let recibos = json!([{ "recibo": fila[0]["recibo"] }]);
        app.a.post("/Pedido/Fila/Confirmar", &recibos).await.with_status(200);
        run(keeps(Some(Duration::from_secs(1))), &[5]).await;
    }
}
