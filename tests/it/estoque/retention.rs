//! Movements of stock go when the operator says after how long.

use std::time::Duration;

use serde_json::{Value, json};
use server::config::Config;

use super::centros::steps::{put_in, sound, with_centres};
use super::steps::{control_by, sold, tell};
use crate::support::TestApp;
use crate::support::app::{Server, config};
use crate::support::wait::until;

/// Numbers, and the stock before the first: the oldest first.
async fn kept(app: &TestApp, centro: i32) -> (Vec<i64>, i64) {
    let uri = format!("/sku/S/Movimento?usuarioId=u&quantidade_registros=100&centroId={centro}");
    let page = app.a.get(&uri).await.json_of(200);
    let entries = page["resultado"].as_array().unwrap();
    let number = |entry: &Value, name: &str| entry[name].as_i64().unwrap();
    let numbers = entries.iter().rev().map(|entry| number(entry, "numero")).collect();
    (numbers, number(entries.last().unwrap(), "estoqueAnterior"))
}

/// Runs a server that keeps movements for so long until it has left these.
async fn run(app: &TestApp, kept_for: Option<u64>, expected: [&[i64]; 2]) {
    let kept_for = kept_for.map(Duration::from_secs);
    let server = Server::start(&Config { movements_retention: kept_for, ..config(&app.database.url) });
    until("old movements are deleted", async || {
        kept(app, 1).await.0 == expected[0] && kept(app, 2).await.0 == expected[1]
    })
    .await;
    server.stop();
    assert_eq!([kept(app, 1).await.0, kept(app, 2).await.0], expected);
    sound(app);
}

on_both_databases! {
    async fn what_is_old_goes_but_for_the_last_of_each_sku_in_each_centre(app: TestApp) {
        with_centres(&app, "erp", &["S", "T"]).await;
        for stock in [4, 9, 5] {
            tell(&app, "S", json!({ "estoque": stock })).await;
            put_in(&app, "S", 2, stock + 1).await;
        }
        sold(&app, "1", "S", 2).await;
        // nobody deletes anything unasked, nor what is young
        run(&app, None, [&[1, 2, 3, 4], &[1, 2, 3]]).await;
        run(&app, Some(3600), [&[1, 2, 3, 4], &[1, 2, 3]]).await;
        app.database.execute("UPDATE estoque_movimentos SET data = data - 2000000");
        tell(&app, "S", json!({ "estoque": 7 })).await;
        run(&app, Some(1), [&[5], &[3]]).await;
        // what there was before the first that is kept stands with it
        assert_eq!((kept(&app, 1).await.1, kept(&app, 2).await.1), (5, 10));
        // and the ledger goes on, also after somebody else kept the stock
        control_by(&app, "nenhum").await;
        put_in(&app, "S", 2, 1).await;
        control_by(&app, "hub").await;
        let (numbers, before) = kept(&app, 2).await;
        assert_eq!((numbers.len() as i64, before), (1 + numbers[numbers.len() - 1] - 3, 10));
        sound(&app);
    }
}
