//! What goes that lies in several centres.

use serde_json::json;

use super::super::steps::{move_on, sold};
use super::{adjust, ledger_in, places, put_in, sound, with_centres};
use crate::support::models;

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
}
