//! The hub keeps the stock: orders hold units while they are open and take them out once they are invoiced.

use serde_json::json;

use super::steps::{control_by, events, kept_by, ledger, line, move_on, moved, sell, shown, sold, tell};

on_both_databases! {
    async fn an_invoiced_order_takes_its_units_out(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let id = sold(&app, "1", "S", 3).await;
        assert_eq!(shown(&app, "S").await, (10, 3, 7));
        move_on(&app, id, "Faturado").await;
        assert_eq!(shown(&app, "S").await, (7, 0, 7));
        move_on(&app, id, "Enviado").await;
        move_on(&app, id, "Entregue").await;
        assert_eq!(shown(&app, "S").await, (7, 0, 7));
        assert_eq!(ledger(&app, "S").await, [line("pedido", 10, 3), line("status", 7, 0)]);
        let events = events(&app, "sku.estoque").await;
        assert_eq!(events[0]["dados"], json!({ "estoqueAnterior": 10, "estoque": 7 }));
    }

    async fn jumps_do_what_the_steps_would_have_done(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let id = sold(&app, "1", "S", 3).await;
        move_on(&app, id, "Entregue").await;
        assert_eq!(shown(&app, "S").await, (7, 0, 7));
        // on its way already when it comes in
        sell(&app, "2", "Enviado", &[("S", 2)]).await;
        assert_eq!(shown(&app, "S").await, (5, 0, 5));
        // history
        sell(&app, "3", "Entregue", &[("S", 2)]).await;
        sell(&app, "4", "Cancelado", &[("S", 2)]).await;
        assert_eq!(shown(&app, "S").await, (5, 0, 5));
    }

    async fn what_is_cancelled_comes_back_when_the_move_says_so(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let open = sold(&app, "1", "S", 2).await;
        move_on(&app, open, "Cancelado").await;
        assert_eq!(shown(&app, "S").await, (10, 0, 10));
        let lost = sold(&app, "2", "S", 3).await;
        move_on(&app, lost, "Enviado").await;
        move_on(&app, lost, "Cancelado").await;
        assert_eq!(shown(&app, "S").await, (7, 0, 7));
        let back = sold(&app, "3", "S", 4).await;
        move_on(&app, back, "Enviado").await;
        let cancel = json!({ "status": "Cancelado", "motivo": "devolução", "devolverEstoque": true });
        moved(&app, back, cancel.clone()).await;
        assert_eq!(shown(&app, "S").await, (7, 0, 7));
        // and once only
        moved(&app, back, cancel).await;
        assert_eq!(shown(&app, "S").await, (7, 0, 7));
        // through the store's own system
        let back = sold(&app, "4", "S", 5).await;
        let b = app.b_as(app.loja("u"));
        let to = async |body| b.put(&format!("/pedidos/{back}/status"), &body).await.with_status(200);
        to(json!({ "id": 11 })).await;
        assert_eq!(shown(&app, "S").await, (2, 0, 2));
        to(json!({ "id": 8, "motivo": "devolução", "devolverEstoque": true })).await;
        assert_eq!(shown(&app, "S").await, (7, 0, 7));
    }

    async fn items_that_come_back_go_to_the_shelf_one_by_one(app: TestApp) {
        kept_by(&app, "hub", &["A", "B"]).await;
        let order = sell(&app, "1", "Faturado", &[("A", 2), ("B", 3)]).await.json();
        let (id, b) = (order["pedidoId"].as_i64().unwrap(), app.b_as(app.loja("u")));
        let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        let variant = |item: usize| record["itens"][item]["produtoVarianteId"].clone();
        let back = json!({ "situacaoPedidoProdutoId": 8, "motivo": "devolvido", "devolverEstoque": true });
        b.put(&format!("/pedidos/{id}/{}/status", variant(0)), &back).await.with_status(200);
        assert_eq!((shown(&app, "A").await, shown(&app, "B").await), ((10, 0, 10), (7, 0, 7)));
        let back = json!({ "situacaoPedidoId": 8, "motivo": "devolvido", "devolverEstoque": true });
        let path = format!("/pedidos/{id}/produtos/{}/rastreamento", variant(1));
        b.post(&path, &back).await.with_status(200);
        assert_eq!((shown(&app, "A").await, shown(&app, "B").await), ((10, 0, 10), (10, 0, 10)));
    }

    async fn an_item_that_was_delivered_is_cancelled_with_its_order(app: TestApp) {
        kept_by(&app, "hub", &["A", "B"]).await;
        for control in ["hub", "erp"] {
            control_by(&app, control).await;
            let order = sell(&app, control, "Pago", &[("A", 2), ("B", 3)]).await.json();
            let (id, b) = (order["pedidoId"].as_i64().unwrap(), app.b_as(app.loja("u")));
            let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
            let path = format!("/pedidos/{id}/{}/status", record["itens"][0]["produtoVarianteId"]);
            b.put(&path, &json!({ "situacaoPedidoProdutoId": 18 })).await.with_status(200);
            // as one that was sent, it is not without a reason
            let path = format!("/Pedido/{id}/Status?usuarioId=u");
            app.a.put(&path, &json!({ "status": "Cancelado" })).await.with_status(409);
            let back = json!({ "status": "Cancelado", "motivo": "devolução", "devolverEstoque": true });
            moved(&app, id, back).await;
            for sku in ["A", "B"] {
                assert_eq!(shown(&app, sku).await, (10, 0, 10), "{sku} kept by {control}");
            }
        }
    }

    async fn items_leave_the_shelf_one_by_one(app: TestApp) {
        kept_by(&app, "hub", &["A", "B"]).await;
        let order = sell(&app, "1", "Pago", &[("A", 2), ("B", 3), ("A", 1)]).await.json();
        let id = order["pedidoId"].as_i64().unwrap();
        assert_eq!((shown(&app, "A").await, shown(&app, "B").await), ((10, 3, 7), (10, 3, 7)));
        let b = app.b_as(app.loja("u"));
        let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        let variant = record["itens"][1]["produtoVarianteId"].clone();
        let sent = json!({ "situacaoPedidoProdutoId": 9 });
        b.put(&format!("/pedidos/{id}/{variant}/status"), &sent).await.with_status(200);
        assert_eq!((shown(&app, "A").await, shown(&app, "B").await), ((10, 3, 7), (7, 0, 7)));
        move_on(&app, id, "Faturado").await;
        assert_eq!((shown(&app, "A").await, shown(&app, "B").await), ((7, 0, 7), (7, 0, 7)));
    }

    async fn a_count_of_the_shelf_leaves_what_is_sold_alone(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let id = sold(&app, "1", "S", 4).await;
        tell(&app, "S", json!({ "estoque": 20 })).await;
        assert_eq!(shown(&app, "S").await, (20, 4, 16));
        tell(&app, "S", json!({ "variacao": -5 })).await;
        assert_eq!(shown(&app, "S").await, (15, 4, 11));
        move_on(&app, id, "Faturado").await;
        assert_eq!(shown(&app, "S").await, (11, 0, 11));
    }

    async fn a_stock_ends_at_zero(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let id = sold(&app, "1", "S", 12).await;
        assert_eq!(shown(&app, "S").await, (10, 12, 0));
        move_on(&app, id, "Enviado").await;
        assert_eq!(shown(&app, "S").await, (0, 0, 0));
    }

    async fn no_more_comes_back_than_had_left(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let (one, other) = (sold(&app, "1", "S", 8).await, sold(&app, "2", "S", 6).await);
        move_on(&app, one, "Faturado").await;
        move_on(&app, other, "Faturado").await;
        assert_eq!(shown(&app, "S").await, (0, 0, 0));
        let cancel = json!({ "status": "Cancelado", "motivo": "não havia", "devolverEstoque": true });
        moved(&app, other, cancel.clone()).await;
        assert_eq!(shown(&app, "S").await, (2, 0, 2));
        moved(&app, one, cancel).await;
        assert_eq!(shown(&app, "S").await, (10, 0, 10));
    }

    async fn an_order_that_comes_in_invoiced_takes_what_others_hold_and_says_so(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        sold(&app, "1", "S", 9).await;
        let answer = sell(&app, "2", "Faturado", &[("S", 3)]).await;
        assert_eq!(answer.header("x-aviso"), "estoque-insuficiente; S%20falta%3D2");
        assert_eq!(shown(&app, "S").await, (7, 9, 0));
    }

    async fn moves_in_one_body_do_what_they_would_have_done_one_by_one(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        let id = sold(&app, "1", "S", 3).await;
        let to = |status: &str| json!({ "pedidoId": id, "status": status, "motivo": "extraviado" });
        let moves = json!([to("Faturado"), to("Cancelado")]);
        app.a.post("/Pedido/Status/Lote?usuarioId=u", &moves).await.with_status(200);
        assert_eq!(shown(&app, "S").await, (7, 0, 7));
    }
}
