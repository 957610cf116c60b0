//! What goes while orders hold it, or what they say of a person does.

use serde_json::json;

use super::steps::{control_by, kept_by, ledger, line, move_on, moved, sell, shown, sold, tell};
use crate::support::models;
use crate::titular::person::{CPF, EMAIL, pedido, titular};

on_both_databases! {
    async fn what_orders_hold_can_not_go(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let id = sold(&app, "1", "S", 2).await;
        for path in ["/sku/S?usuarioId=u", "/Canal/canal?usuarioId=u", "/Usuario/u"] {
            app.a.delete(path).await.with_status(409);
        }
        move_on(&app, id, "Cancelado").await;
        app.a.delete("/sku/S?usuarioId=u").await.with_status(409);
        assert_eq!(shown(&app, "S").await, (10, 0, 10));
    }

    async fn a_sku_that_goes_takes_its_ledger_and_its_limits_along(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        tell(&app, "S", json!({ "variacao": 5 })).await;
        let limits = json!({ "estoqueSeguranca": 3 });
        app.a.put("/sku/S/Canal/canal/Estoque?usuarioId=u", &limits).await.with_status(200);
        assert_eq!(shown(&app, "S").await, (15, 0, 12));
        app.a.delete("/sku/S?usuarioId=u").await.with_status(204);
        app.a.post("/sku?usuarioId=u", &models::sku("S")).await.with_status(201);
        assert_eq!(shown(&app, "S").await, (10, 0, 10));
        assert_eq!(ledger(&app, "S").await, []);
    }

    async fn an_order_of_nobody_any_more_holds_what_it_held(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let orders = [pedido("1"), pedido("2")];
        let mut ids = Vec::new();
        for order in &orders {
            ids.push(app.create_pedido("u", order).await["pedidoId"].as_i64().unwrap());
        }
        let (_, held, _) = shown(&app, "S").await;
        assert!(held >= 2);
        let (code, said) = titular(&app, &["anonymise", "--document", CPF, "--email", EMAIL, "--yes"]);
        assert_eq!(code, 0, "{said}");
        assert_eq!(shown(&app, "S").await, (10, held, 10 - held));
        move_on(&app, ids[0], "Cancelado").await;
        move_on(&app, ids[1], "Faturado").await;
        assert_eq!(shown(&app, "S").await, (10 - held / 2, 0, 10 - held / 2));
    }

    async fn more_than_any_number_holds_is_held(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let most = i64::from(i32::MAX);
        // two lines of one order, and of two
        for source in ["1", "2"] {
            let mut order = models::pedido("canal", source, "S");
            let item = json!({ "sku": "S", "quantidade": most, "preco": 0 });
            order["produtos"] = json!([item, item]);
            order["total"] = json!(0);
            app.send_pedido("u", &order).await.with_status(201);
        }
        assert_eq!(shown(&app, "S").await, (10, 4 * most, 0));
        assert_eq!(ledger(&app, "S").await, [line("pedido", 10, 2 * most), line("pedido", 10, 4 * most)]);
        let short = app.a.get("/Falta?usuarioId=u").await.json_of(200);
        assert_eq!(short["resultado"][1]["falta"], 2 * most);
        control_by(&app, "hub").await;
        let sent = sell(&app, "3", "Enviado", &[("S", 1)]).await.json();
        assert_eq!(shown(&app, "S").await, (9, 4 * most, 0));
        // what comes back ends at the most that a stock can be
        tell(&app, "S", json!({ "estoque": most })).await;
        let back = json!({ "status": "Cancelado", "motivo": "x", "devolverEstoque": true });
        moved(&app, sent["pedidoId"].as_i64().unwrap(), back).await;
        assert_eq!(shown(&app, "S").await, (most, 4 * most, 0));
    }
}
