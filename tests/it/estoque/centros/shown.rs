//! What channels show of stock in several centres, and what is told of it.

use serde_json::{Value, json};

use super::super::announcing::announce;
use super::super::steps::{events, move_on, sell, sold};
use super::steps::{centre, put_in, sell_from, sound, with_centres};
use crate::support::{TestApp, models};

/// What a channel shows of a SKU, by itself and among others.
async fn offer(app: &TestApp, canal: &str, sku: &str) -> i64 {
    let one = app.a.get(&format!("/sku/{sku}/Canal/{canal}/Oferta?usuarioId=u")).await.json_of(200);
    let all = app.a.get(&format!("/Canal/{canal}/Oferta?usuarioId=u")).await.json_of(200);
    let all = all["resultado"].as_array().unwrap();
    let same = all.iter().find(|offer| offer["sku"] == sku).unwrap();
    assert_eq!(same["estoque"], one["estoque"]);
    one["estoque"].as_i64().unwrap()
}

/// What has been told since the last time: channel, stock before, stock.
async fn told(app: &TestApp, seen: &mut usize) -> Vec<(String, Value, Value)> {
    announce(app);
    let all = events(app, "oferta.alterada").await;
    let line = |event: &Value| {
        let data = &event["dados"];
        let canal = event["canalId"].as_str().unwrap().to_owned();
        (canal, data["estoqueAnterior"].clone(), data["estoque"].clone())
    };
    let mut new: Vec<_> = all[*seen..].iter().map(line).collect();
    new.sort_by(|one, other| one.0.cmp(&other.0));
    *seen = all.len();
    new
}

fn line(canal: &str, before: impl Into<Value>, now: i64) -> (String, Value, Value) {
    (canal.into(), before.into(), now.into())
}

/// Why a channel shows that number, in words.
async fn reason(app: &TestApp, canal: &str, sku: &str) -> String {
    let one = app.a.get(&format!("/sku/{sku}/Canal/{canal}/Oferta?usuarioId=u")).await.json_of(200);
    let reasons = one["motivos"].as_array().unwrap();
    let of_stock = reasons.iter().find(|reason| reason["campo"] == "estoque").unwrap();
    of_stock["mensagem"].as_str().unwrap().to_owned()
}

on_both_databases! {
    async fn the_reason_says_where_the_stock_lies(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        assert_eq!(reason(&app, "canal", "S").await, "É 100% do estoque do SKU (10).");
        put_in(&app, "S", 2, 5).await;
        let all = "É 100% do estoque do SKU em todos os centros (15).";
        assert_eq!(reason(&app, "canal", "S").await, all);
        sell_from(&app, "canal", json!([2, 3])).await.with_status(200);
        assert_eq!(reason(&app, "canal", "S").await, "É 100% do estoque do SKU nos centros do canal (5).");
        sold(&app, "1", "S", 2).await;
        let held = "É 100% do estoque do SKU nos centros do canal (5 − 2 reservados = 3).";
        assert_eq!(reason(&app, "canal", "S").await, held);
    }

    async fn more_than_one_number_holds_lies_in_several(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        let most = i64::from(i32::MAX);
        for centre in [1, 2] {
            put_in(&app, "S", centre, most).await;
        }
        sold(&app, "1", "S", 1_000_000_000).await;
        // what is held is taken off the sum, and not off the most that is shown
        assert_eq!(offer(&app, "canal", "S").await, most);
    }

    async fn a_channel_shows_the_sum_of_its_centres(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        put_in(&app, "S", 3, 7).await;
        assert_eq!(offer(&app, "canal", "S").await, 22);
        sell_from(&app, "canal", json!([2, 3])).await.with_status(200);
        assert_eq!(offer(&app, "canal", "S").await, 12);
        sold(&app, "1", "S", 6).await;
        assert_eq!(offer(&app, "canal", "S").await, 6);
        // in centre 2 more is held than lies there: what is missing there is missing in the sum
        sold(&app, "2", "S", 9).await;
        assert_eq!(offer(&app, "canal", "S").await, 0);
        sell_from(&app, "canal", json!([1])).await.with_status(200);
        assert_eq!(offer(&app, "canal", "S").await, 10);
        // limits are taken off the sum
        sell_from(&app, "canal", json!([])).await.with_status(200);
        put_in(&app, "S", 3, 20).await;
        let limits = json!({ "estoqueSeguranca": 3 });
        app.a.put("/Canal/canal/Estoque?usuarioId=u", &limits).await.with_status(200);
        assert_eq!(offer(&app, "canal", "S").await, 10 + 5 + 20 - 15 - 3);
        sound(&app);
    }

    async fn what_does_not_lie_in_its_centres_a_channel_does_not_offer(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        sell_from(&app, "canal", json!([2])).await.with_status(200);
        assert_eq!(offer(&app, "canal", "S").await, 0);
    }

    async fn a_change_in_any_centre_is_told(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        app.a.post("/Canal?usuarioId=u", &models::canal("outro")).await.with_status(201);
        sell_from(&app, "outro", json!([1])).await.with_status(200);
        let mut seen = 0;
        let first = [line("canal", Value::Null, 10), line("outro", Value::Null, 10)];
        assert_eq!(told(&app, &mut seen).await, first);
        put_in(&app, "S", 2, 5).await;
        assert_eq!(told(&app, &mut seen).await, [line("canal", 10, 15)]);
        put_in(&app, "S", 2, 5).await;
        assert_eq!(told(&app, &mut seen).await, []);
        let items = json!([{ "sku": "S", "centroId": 3, "variacao": 4 }]);
        app.a.post("/sku/Estoque/Lote?usuarioId=u", &items).await.with_status(200);
        assert_eq!(told(&app, &mut seen).await, [line("canal", 15, 19)]);
        // an order takes from two of them
        let id = sold(&app, "1", "S", 12).await;
        assert_eq!(told(&app, &mut seen).await, [line("canal", 19, 7), line("outro", 10, 0)]);
        move_on(&app, id, "Faturado").await;
        assert_eq!(told(&app, &mut seen).await, []);
        // a channel sells from others
        sell_from(&app, "outro", json!([2, 3])).await.with_status(200);
        assert_eq!(told(&app, &mut seen).await, [line("outro", 0, 7)]);
        // the order in which they are taken from changes no number
        centre(&app, 2, "Recife", 0).await.with_status(200);
        assert_eq!(told(&app, &mut seen).await, []);
        sell(&app, "2", "Pago", &[("S", 1)]).await;
        assert_eq!(told(&app, &mut seen).await, [line("canal", 7, 6), line("outro", 7, 6)]);
    }
}
