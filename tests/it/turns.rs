//! Two changes of one thing that meet: the later one knows of the earlier.

use std::future::Future;
use std::sync::mpsc::channel;

use futures_util::future::join;
use reqwest::Method;
use serde_json::json;
use store::StoreError;

use crate::support::program::Program;
use crate::support::running::run;
use crate::support::stranger::Stranger;
use crate::support::wait::{gate, meanwhile, until};
use crate::support::{Answer, Database, TestApp, models};

/// Two requests that meet at the rows of a table. Both have begun before either may touch them, and get them in
/// this order: on PostgreSQL a stranger holds them, on SQLite its one writer is busy.
async fn meet(
    app: &TestApp,
    table: &str,
    first: impl Future<Output = Answer>,
    second: impl Future<Output = Answer>,
) -> (Answer, Answer) {
    if !app.database.url.starts_with("postgres") {
        let ((open, mut wait), (begun, begins)) = (gate::<StoreError>(), channel());
        let busy = app.store.write(move |_| {
            let _ = begun.send(());
            wait()
        });
        let busy = meanwhile(busy, until("it is busy", async || begins.try_recv().is_ok())).await;
        let queued =
            async |writes| until("it is queued", async || app.store.stats().write_queue > writes).await;
        let before = app.store.stats().write_queue;
        let first = meanwhile(first, queued(before)).await;
        let both = meanwhile(join(first, second), queued(before + 1)).await;
        drop(open);
        return join(busy, both).await.1;
    }
    let mut stranger = Stranger::holds(&app.database.url, table);
    let first = meanwhile(first, stranger.is_waited_for(1)).await;
    let both = meanwhile(join(first, second), stranger.is_waited_for(2)).await;
    stranger.leaves();
    both.await
}

on_both_databases! {
    async fn a_patch_of_a_sku_keeps_stock_and_prices_that_change_meanwhile(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let (path, patch) = ("/sku/S?usuarioId=u", json!({ "nome": "Outro nome" }));
        let less = json!({ "variacao": -6 });
        let less = app.a.put("/sku/S/Estoque?usuarioId=u", &less);
        let (stock, patched) = meet(&app, "skus", less, app.a.patch(path, &patch)).await;
        assert_eq!(stock.json_of(200)["estoque"], 4);
        assert_eq!(patched.json_of(200)["nome"], "Outro nome");
        let price = json!({ "precoDe": 31, "precoPor": 30 });
        let patch = json!({ "marca": "Outra marca" });
        let price = app.a.put("/sku/S/Preco?usuarioId=u", &price);
        let (prices, patched) = meet(&app, "skus", price, app.a.patch(path, &patch)).await;
        prices.with_status(200);
        patched.with_status(200);
        let sku = app.a.get(path).await.json_of(200);
        assert_eq!((&sku["estoque"], &sku["precoDe"], &sku["precoPor"]), (&json!(4), &json!(31), &json!(30)));
        assert_eq!((&sku["nome"], &sku["marca"]), (&json!("Outro nome"), &json!("Outra marca")));
    }

    async fn what_was_made_for_another_state_is_refused_when_that_has_changed_meanwhile(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let less = json!({ "variacao": -1 });
        for (method, path, body) in [
            (Method::PUT, "/sku/S?usuarioId=u", models::sku("S")),
            (Method::PATCH, "/sku/S?usuarioId=u", json!({ "nome": "Outro" })),
            (Method::PUT, "/sku/S/Estoque?usuarioId=u", json!({ "estoque": 100 })),
            (Method::PUT, "/sku/S/Preco?usuarioId=u", json!({ "precoDe": 2, "precoPor": 1 })),
            (Method::DELETE, "/sku/S?usuarioId=u", json!(null)),
        ] {
            let before = app.a.get("/sku/S?usuarioId=u").await.with_status(200);
            let tag = before.header("etag").to_owned();
            let tag = [("if-match", tag.as_str())];
            let change = app.a.json_with(method.clone(), path, &tag, &body);
            let stock = app.a.put("/sku/S/Estoque?usuarioId=u", &less);
            let (stock, refused) = meet(&app, "skus", stock, change).await;
            let left = before.json()["estoque"].as_i64().unwrap() - 1;
            assert_eq!(stock.json_of(200)["estoque"], left, "{method} {path}");
            assert_eq!(refused.status, 412, "{method} {path}: {refused:?}");
            assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json_of(200)["estoque"], left);
        }
    }

    async fn a_patch_of_a_sku_in_a_channel_keeps_what_a_batch_sets_meanwhile(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let path = "/sku/S/Canal/canal?usuarioId=u";
        app.a.put(path, &json!({ "estoque": 9 })).await.with_status(201);
        let lote = json!([{ "sku": "S", "canalId": "canal", "estoque": 5 }]);
        let patch = json!({ "ativo": false });
        let lote = app.a.post("/Canal/canal/sku/Lote?usuarioId=u", &lote);
        let (lote, patched) = meet(&app, "sku_canais", lote, app.a.patch(path, &patch)).await;
        lote.with_status(200);
        patched.with_status(200);
        let left = app.a.get(path).await.json_of(200);
        assert_eq!((&left["estoque"], &left["ativo"]), (&json!(5), &json!(false)));
    }

    async fn a_price_in_a_list_keeps_what_a_batch_sets_for_its_channel_meanwhile(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let b = app.b_as(app.loja("u"));
        let lists = b.get("/tabelaPrecos").await.json_of(200);
        let numbers = lists.as_array().unwrap().iter().map(|list| list["tabelaPrecoId"].as_i64().unwrap());
        let number = numbers.max().unwrap();
        let path = "/sku/S/Canal/canal?usuarioId=u";
        app.a.put(path, &json!({ "preco": { "precoDe": 9, "precoPor": 8 } })).await.with_status(201);
        let prices = json!({ "precoDe": 9, "precoPor": 8 });
        let lote = json!([{ "sku": "S", "canalId": "canal", "estoque": 5, "preco": prices }]);
        let (list, price) =
            (format!("/tabelaPrecos/{number}/produtos"), json!([{ "sku": "S", "precoPor": 7 }]));
        let lote = app.a.post("/Canal/canal/sku/Lote?usuarioId=u", &lote);
        let (lote, price) = meet(&app, "sku_canais", lote, b.put(&list, &price)).await;
        lote.with_status(200);
        assert_eq!(price.json_of(200)["erro"], json!([]));
        let left = app.a.get(path).await.json_of(200);
        assert_eq!((&left["estoque"], &left["preco"]["precoPor"]), (&json!(5), &json!(7)));
    }
}

#[test]
fn a_deletion_of_a_user_that_waits_for_it_holds_nothing_of_its_skus() {
    run(Database::Postgres, async |app: TestApp| {
        app.loja_with_skus("u", &["S"]).await;
        let limited = ["app", "limit", "testes", "--skus", "4"];
        Program::new().env("DATABASE_URL", &app.database.url).ok(&limited);
        let mut stranger = Stranger::holds(&app.database.url, "usuarios");
        let deletion = meanwhile(app.a.delete("/Usuario/u"), stranger.is_waited_for(1)).await;
        // whoever has the user, as an order does, may go on to its SKUs
        for table in ["skus", "sku_textos", "limites"] {
            stranger.takes(table);
        }
        stranger.leaves();
        deletion.await.with_status(204);
    });
}
