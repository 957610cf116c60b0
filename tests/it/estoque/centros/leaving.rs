//! What goes that lies in several centres.

use futures_util::future::join4;
use serde_json::json;

use super::super::steps::{move_on, sold};
use super::steps::{adjust, centre, ledger_in, places, put_in, sound, with_centres};
use crate::support::{Answer, models};

on_both_databases! {
    async fn a_sku_takes_what_lies_of_it_along(app: TestApp) {
        with_centres(&app, "hub", &["S", "T"]).await;
        put_in(&app, "S", 2, 5).await;
        put_in(&app, "T", 2, 6).await;
        app.a.delete("/sku/S?usuarioId=u").await.with_status(204);
        adjust(&app, "S", 2, json!({ "estoque": 1 })).await.with_status(404);
        sound(&app);
        app.a.post("/sku?usuarioId=u", &models::sku("S")).await.with_status(201);
        assert_eq!(places(&app, "S").await, [(1, 10, 0)]);
        assert_eq!(ledger_in(&app, "S", 2).await, []);
        assert_eq!(places(&app, "T").await, [(1, 10, 0), (2, 6, 0)]);
        sound(&app);
    }

    async fn a_user_takes_its_centres_along(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        // not while orders hold some of it
        let id = sold(&app, "1", "S", 12).await;
        app.a.delete("/Usuario/u").await.with_status(409);
        move_on(&app, id, "Cancelado").await;
        app.a.delete("/Usuario/u").await.with_status(409);
        // who never sold anything may go
        app.a.post("/Usuario", &models::usuario("v")).await.with_status(201);
        app.a.put("/Centro/2?usuarioId=v", &json!({ "nome": "Recife" })).await.with_status(201);
        app.a.put("/Centro/1?usuarioId=v", &json!({ "nome": "Matriz" })).await.with_status(200);
        app.a.delete("/Usuario/v").await.with_status(204);
        app.a.post("/Usuario", &models::usuario("v")).await.with_status(201);
        let all = app.a.get("/Centro?usuarioId=v").await.json_of(200);
        assert_eq!(all, json!([{ "centroId": 1, "nome": "Principal", "prioridade": 1 }]));
        sound(&app);
    }

    async fn a_centre_comes_and_goes_while_others_use_it(app: TestApp) {
        with_centres(&app, "hub", &["S", "T"]).await;
        let done = |answer: Answer| assert!(answer.status < 500, "{answer:?}");
        let come_and_go = async {
            for _ in 0..15 {
                done(app.a.delete("/Centro/2?usuarioId=u").await);
                done(centre(&app, 2, "Recife", 0).await);
            }
        };
        let tell = async |sku: &'static str| {
            for n in 0..30 {
                done(adjust(&app, sku, 2, json!({ "estoque": n % 2 })).await);
            }
        };
        let take = async {
            for n in 0..20 {
                // mostly more than there is, which is missing in the first centre
                let id = sold(&app, &n.to_string(), "S", 12).await;
                move_on(&app, id, "Cancelado").await;
            }
        };
        join4(come_and_go, tell("S"), tell("T"), take).await;
        for sku in ["S", "T"] {
            places(&app, sku).await;
            ledger_in(&app, sku, 2).await;
        }
        sound(&app);
    }
}
