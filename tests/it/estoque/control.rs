//! The stock comes into other hands, with orders under way.

use serde_json::json;

use super::{complete, control_by, events, kept_by, ledger, line, move_on, sell, shown, sold, tell};

on_both_databases! {
    async fn open_orders_are_held_when_somebody_begins_to_keep_the_stock(app: TestApp) {
        kept_by(&app, "nenhum", &["S", "T"]).await;
        sold(&app, "1", "S", 2).await;
        let sent = sold(&app, "2", "S", 3).await;
        move_on(&app, sent, "Enviado").await;
        sell(&app, "3", "Cancelado", &[("S", 1)]).await;
        assert_eq!(shown(&app, "S").await, (10, 0, 10));
        for control in ["erp", "hub", "erp"] {
            control_by(&app, control).await;
            assert_eq!(shown(&app, "S").await, (10, 2, 8), "{control}");
            assert_eq!(shown(&app, "T").await, (10, 0, 10), "{control}");
        }
        control_by(&app, "nenhum").await;
        assert_eq!(shown(&app, "S").await, (10, 0, 10));
        // what nobody kept is made up for when the ledger goes on
        tell(&app, "S", json!({ "estoque": 6 })).await;
        control_by(&app, "hub").await;
        assert_eq!(shown(&app, "S").await, (6, 2, 4));
        assert_eq!(ledger(&app, "S").await, [
            line("controle", 10, 2), line("controle", 10, 0), line("controle", 6, 0), line("controle", 6, 2),
        ]);
    }

    async fn what_has_left_the_shelf_leaves_the_stock_with_the_hub(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let id = sold(&app, "1", "S", 2).await;
        move_on(&app, id, "Faturado").await;
        assert_eq!(shown(&app, "S").await, (10, 2, 8));
        control_by(&app, "hub").await;
        assert_eq!(shown(&app, "S").await, (8, 0, 8));
        // and what a number of the owner's contained does not leave twice
        control_by(&app, "erp").await;
        let id = sold(&app, "2", "S", 1).await;
        complete(&app, id).await;
        tell(&app, "S", json!({ "estoque": 7 })).await;
        control_by(&app, "hub").await;
        move_on(&app, id, "Faturado").await;
        assert_eq!(shown(&app, "S").await, (7, 0, 7));
    }

    async fn a_cancelled_order_comes_back_whoever_took_it_out(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let id = sold(&app, "1", "S", 3).await;
        complete(&app, id).await;
        tell(&app, "S", json!({ "estoque": 7 })).await;
        control_by(&app, "hub").await;
        // nobody else counts it back now
        move_on(&app, id, "Cancelado").await;
        assert_eq!(shown(&app, "S").await, (10, 0, 10));
    }

    async fn the_setting_is_told_and_guarded(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let answer = app.a.get("/Usuario/u/Estoque").await;
        let tag = answer.header("etag").to_owned();
        let put = async |body, tag: &str| {
            app.a.json_with(reqwest::Method::PUT, "/Usuario/u/Estoque", &[("if-match", tag)], &body).await
        };
        put(json!({ "controleEstoque": "hub" }), &tag).await.with_status(200);
        put(json!({ "controleEstoque": "erp" }), &tag).await.with_status(412);
        let wrong = app.a.put("/Usuario/u/Estoque", &json!({ "controleEstoque": "Hub" })).await.with_status(400);
        assert!(wrong.text().contains("nenhum, erp, hub"), "{}", wrong.text());
        app.a.get("/Usuario/x/Estoque").await.with_status(404);
        app.a.put("/Usuario/x/Estoque", &json!({ "controleEstoque": "hub" })).await.with_status(404);
        let events = events(&app, "usuario.alterado").await;
        assert_eq!(events[1]["dados"], json!({ "campos": ["controleEstoque"] }));
    }

    async fn who_replaces_a_user_leaves_its_stock_alone(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let mut usuario = crate::support::models::usuario("u");
        usuario["nome"] = json!("Outro nome");
        app.a.put("/Usuario/u", &usuario).await.with_status(200);
        assert_eq!(app.a.get("/Usuario/u/Estoque").await.json()["controleEstoque"], "hub");
    }
}
