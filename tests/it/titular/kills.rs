//! An anonymisation that is killed goes on where it was, and servers go on beside it.

use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use db::diesel::Connection;
use db::diesel::connection::SimpleConnection;
use db::diesel::pg::PgConnection;
use serde_json::{Value, json};

use super::dump::tables_with;
use super::person::{CPF, EMAIL, PERSONAL, pedido, titular};
use crate::counts::world::check;
use crate::support::program::Program;
use crate::support::{Database, TestApp, run};

async fn a_slow_search(app: TestApp) {
    app.loja_with_skus("u", &["S"]).await;
    app.create_pedido("u", &pedido("P")).await;
    let (url, (began, begun)) = (app.database.url.clone(), channel());
    let slow = thread::spawn(move || {
        let mut other = PgConnection::establish(&url).unwrap();
        other.batch_execute("BEGIN; LOCK TABLE pedidos IN ACCESS EXCLUSIVE MODE").unwrap();
        began.send(()).unwrap();
        // longer than the statement's timeout
        thread::sleep(Duration::from_millis(1_700));
        other.batch_execute("COMMIT").unwrap();
    });
    begun.recv().unwrap();
    let program = Program::new().env("DATABASE_URL", &app.database.url);
    let program = program.env("ENTREPOSTO_STATEMENT_TIMEOUT", "1s");
    let output = program.run(&["titular", "anonymise", "--document", CPF, "--yes"]);
    slow.join().unwrap();
    assert_eq!(output.codigo, 0, "{}", output.stderr);
    assert!(output.stdout.contains("1 order(s) anonymised"), "{}", output.stdout);
}

#[test]
fn a_search_through_all_orders_is_not_cut_off_by_the_limit_of_a_statement() {
    run(Database::Postgres, a_slow_search);
}

on_both_databases! {
    async fn it_goes_on_after_a_kill_while_orders_move_and_come_in(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let orders: Vec<Value> = (0..450).map(|n| pedido(&format!("P{n}"))).collect();
        let created = app.a.post("/Pedido/Lote?usuarioId=u", &Value::Array(orders)).await.json_of(200);
        let id = |item: &Value| item["pedidoId"].as_i64().unwrap();
        let ids: Vec<i64> = created.as_array().unwrap().iter().map(id).collect();
        let arguments = ["titular", "anonymise", "--document", CPF, "--email", EMAIL, "--yes"];
        let program = Program::new().env("DATABASE_URL", &app.database.url);
        // killed at some moments, wherever it is then
        for (round, patience) in [40, 90, 140, 200].into_iter().enumerate() {
            let mut process = program.command(&arguments).spawn().unwrap();
            let id = ids[ids.len() - 1 - round];
            let path = format!("/Pedido/{id}/Status?usuarioId=u");
            app.a.put(&path, &json!({ "status": "Faturado" })).await.with_status(200);
            app.create_pedido("u", &pedido(&format!("N{round}"))).await;
            actix_web::rt::time::sleep(Duration::from_millis(patience)).await;
            process.kill().unwrap();
            process.wait().unwrap();
        }
        let (code, said) = titular(&app, &arguments[1..]);
        assert_eq!(code, 0, "{said}");
        assert_eq!(tables_with(&app, PERSONAL), Vec::<String>::new());
        let page = app.a.get("/Pedido?usuarioId=u&quantidade_registros=1").await.json_of(200);
        assert_eq!(page["metadados"]["total"], 454);
        let loja = app.loja("u");
        check(&app.store, loja);
        // no order was anonymised twice
        for id in ids.iter().step_by(50) {
            let historico = app.a.get(&format!("/Pedido/{id}/Historico?usuarioId=u")).await.json_of(200);
            let entries = historico.as_array().unwrap();
            let notes = |entry: &&Value| entry["avisos"].to_string().contains("anonimizados");
            let noted = entries.iter().filter(notes).count();
            assert_eq!(noted, 1, "{historico}");
        }
    }
}
