//! The owner keeps the stock: orders hold units until a number of the owner's contains them.

use serde_json::json;

use super::steps::{complete, control_by, events, kept_by, ledger, line, move_on, sell, shown, sold, tell};
use crate::support::wait::eventually;

on_both_databases! {
    async fn new_users_keep_their_stock_themselves(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let erp = json!({ "controleEstoque": "erp", "assumirNaLeitura": false, "anunciarOfertas": true });
        assert_eq!(app.a.get("/Usuario/u/Estoque").await.json_of(200), erp);
        sold(&app, "1", "S", 2).await;
        assert_eq!(shown(&app, "S").await, (10, 2, 8));
    }

    async fn what_an_order_holds_ends_with_the_number_that_contains_it(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let id = sold(&app, "1", "S", 2).await;
        // sent before the owner has heard of the order
        tell(&app, "S", json!({ "estoque": 10 })).await;
        assert_eq!(shown(&app, "S").await, (10, 2, 8));
        complete(&app, id).await;
        assert_eq!(shown(&app, "S").await, (10, 2, 8));
        // a variation contains nothing
        tell(&app, "S", json!({ "variacao": 1 })).await;
        assert_eq!(shown(&app, "S").await, (11, 2, 9));
        // the same number as before contains it, too: two were made meanwhile
        tell(&app, "S", json!({ "estoque": 11 })).await;
        assert_eq!(shown(&app, "S").await, (11, 0, 11));
        // and once only
        tell(&app, "S", json!({ "estoque": 9 })).await;
        assert_eq!(shown(&app, "S").await, (9, 0, 9));
        assert_eq!(ledger(&app, "S").await, [
            line("pedido", 10, 2), line("variacao", 11, 2), line("saldo", 11, 0), line("saldo", 9, 0),
        ]);
    }

    async fn a_number_counted_before_the_take_over_contains_nothing(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let id = sold(&app, "1", "S", 3).await;
        let before = "2026-01-01T00:00:00Z";
        move_on(&app, id, "Faturado").await;
        tell(&app, "S", json!({ "estoque": 20, "dataReferencia": before })).await;
        assert_eq!(shown(&app, "S").await, (20, 3, 17));
        // not later than now
        tell(&app, "S", json!({ "estoque": 17, "dataReferencia": "2999-01-01T00:00:00Z" })).await;
        assert_eq!(shown(&app, "S").await, (17, 0, 17));
        // what comes after it is not contained in what comes from before
        let id = sold(&app, "2", "S", 1).await;
        move_on(&app, id, "Faturado").await;
        assert_eq!(shown(&app, "S").await, (17, 1, 16));
    }

    async fn a_confirmed_event_takes_the_order_over(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        sold(&app, "1", "S", 2).await;
        let items = eventually("the order's event", async || {
            let handed_out = app.a.get("/Pedido/Fila?usuarioId=u&consumidor=erp").await.json_of(200);
            Some(handed_out.as_array().unwrap().clone()).filter(|items| !items.is_empty())
        })
        .await;
        tell(&app, "S", json!({ "estoque": 8 })).await;
        assert_eq!(shown(&app, "S").await, (8, 2, 6));
        let receipts = json!([{ "recibo": items[0]["recibo"] }]);
        app.a.post("/Pedido/Fila/Confirmar", &receipts).await.with_status(200);
        tell(&app, "S", json!({ "estoque": 8 })).await;
        assert_eq!(shown(&app, "S").await, (8, 0, 8));
    }

    async fn to_read_an_order_takes_it_over_where_its_owner_says_so(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let b = app.b_as(app.loja("u"));
        for (by_b, on_reading) in [(false, false), (false, true), (true, true)] {
            let body = json!({ "controleEstoque": "erp", "assumirNaLeitura": on_reading });
            app.a.put("/Usuario/u/Estoque", &body).await.with_status(200);
            let id = sold(&app, &format!("{by_b}{on_reading}"), "S", 1).await;
            let (_, held, _) = shown(&app, "S").await;
            // to be found in a list is not to be read
            app.a.get("/Pedido?usuarioId=u").await.with_status(200);
            tell(&app, "S", json!({ "estoque": 10 })).await;
            assert_eq!(shown(&app, "S").await.1, held);
            match by_b {
                true => b.get(&format!("/pedidos/{id}")).await.with_status(200),
                false => app.a.get(&format!("/Pedido/{id}?usuarioId=u")).await.with_status(200),
            };
            tell(&app, "S", json!({ "estoque": 10 })).await;
            assert_eq!(shown(&app, "S").await.1, held - i64::from(on_reading));
        }
    }

    async fn news_of_a_payment_is_no_take_over(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let order = sell(&app, "1", "AguardandoPagamento", &[("S", 4)]).await.json();
        assert_eq!(shown(&app, "S").await, (10, 4, 6));
        move_on(&app, order["pedidoId"].as_i64().unwrap(), "Pago").await;
        tell(&app, "S", json!({ "estoque": 10 })).await;
        assert_eq!(shown(&app, "S").await, (10, 4, 6));
    }

    async fn what_a_number_fell_by_is_held_until_it_is_sent(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        // taken off before anybody says that the order was read
        let id = sold(&app, "1", "S", 2).await;
        tell(&app, "S", json!({ "estoque": 8 })).await;
        let later = sold(&app, "2", "S", 1).await;
        move_on(&app, id, "Faturado").await;
        assert_eq!(shown(&app, "S").await, (8, 3, 5));
        move_on(&app, id, "Enviado").await;
        assert_eq!(shown(&app, "S").await, (8, 1, 7));
        // no number fell by this one: what was told has left it on the shelf
        tell(&app, "S", json!({ "estoque": 8 })).await;
        move_on(&app, later, "Entregue").await;
        assert_eq!(shown(&app, "S").await, (8, 1, 7));
        tell(&app, "S", json!({ "estoque": 7 })).await;
        assert_eq!(shown(&app, "S").await, (7, 0, 7));
        // one piece less is no order of three, and what was counted before an order came in has none of it
        let three = sold(&app, "3", "S", 3).await;
        tell(&app, "S", json!({ "estoque": 6 })).await;
        tell(&app, "S", json!({ "estoque": 3, "dataReferencia": "2026-01-01T00:00:00Z" })).await;
        move_on(&app, three, "Enviado").await;
        assert_eq!(shown(&app, "S").await, (3, 3, 0));
    }

    async fn however_an_owner_tells_that_it_took_an_order_off_it_is_held_until_it_is_sent(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        app.a.put("/Centro/3?usuarioId=u", &json!({ "nome": "Três", "prioridade": 5 })).await.with_status(201);
        let there = "/sku/S/Centro/3?usuarioId=u";
        app.a.put(there, &json!({ "estoque": 4 })).await.with_status(200);
        // line by line, as a variation, in another centre than the one that it is held in
        for (n, (path, told)) in [
            ("/sku/S/Estoque?usuarioId=u", vec![json!({ "estoque": 9 }), json!({ "estoque": 8 })]),
            ("/sku/S/Estoque?usuarioId=u", vec![json!({ "variacao": -2 })]),
            (there, vec![json!({ "estoque": 2 })]),
        ].into_iter().enumerate() {
            let held = async || app.a.get("/sku/S/Estoque?usuarioId=u").await.json()["reservado"].clone();
            let order = sell(&app, &n.to_string(), "Pago", &[("S", 1), ("S", 1)]).await.json();
            let id = order["pedidoId"].as_i64().unwrap();
            for body in told {
                app.a.put(path, &body).await.with_status(200);
            }
            move_on(&app, id, "Faturado").await;
            assert_eq!(held().await, 2, "{n}");
            move_on(&app, id, "Enviado").await;
            assert_eq!(held().await, 0, "{n}");
        }
    }

    async fn a_number_of_a_second_contains_what_was_taken_over_in_it_and_fell(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        for stock in [9, 8] {
            let id = sold(&app, &stock.to_string(), "S", 1).await;
            complete(&app, id).await;
            // written without its fraction: nearly always the second of the take-over
            let as_of = domain::values::dates::Instante::now().to_string();
            tell(&app, "S", json!({ "estoque": stock, "dataReferencia": as_of })).await;
            assert_eq!(shown(&app, "S").await, (stock, 0, stock));
        }
    }

    async fn cancelled_before_that_it_is_given_up_at_once(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let one = sold(&app, "1", "S", 2).await;
        let other = sold(&app, "2", "S", 3).await;
        move_on(&app, one, "Cancelado").await;
        assert_eq!(shown(&app, "S").await, (10, 3, 7));
        // taken over and not contained yet
        move_on(&app, other, "Faturado").await;
        move_on(&app, other, "Cancelado").await;
        assert_eq!(shown(&app, "S").await, (10, 0, 10));
        // contained: its owner counts it back
        let last = sold(&app, "3", "S", 1).await;
        move_on(&app, last, "Enviado").await;
        tell(&app, "S", json!({ "estoque": 9 })).await;
        move_on(&app, last, "Cancelado").await;
        assert_eq!(shown(&app, "S").await, (9, 0, 9));
    }

    async fn history_holds_nothing_and_what_is_under_way_is_known(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        sell(&app, "1", "Entregue", &[("S", 2)]).await;
        sell(&app, "2", "Cancelado", &[("S", 2)]).await;
        assert_eq!(shown(&app, "S").await, (10, 0, 10));
        sell(&app, "3", "Enviado", &[("S", 2)]).await;
        assert_eq!(shown(&app, "S").await, (10, 2, 8));
        tell(&app, "S", json!({ "estoque": 8 })).await;
        assert_eq!(shown(&app, "S").await, (8, 0, 8));
    }

    async fn a_repeat_holds_nothing_twice(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        for status in [201, 200, 200] {
            let mut pedido = crate::support::models::pedido("canal", "1", "S");
            pedido["produtos"][0]["quantidade"] = json!(3);
            app.send_pedido("u", &pedido).await.with_status(status);
        }
        // two lines of one SKU are held together
        sell(&app, "2", "Pago", &[("S", 1), ("S", 2)]).await;
        assert_eq!(shown(&app, "S").await, (10, 6, 4));
    }

    async fn a_sku_that_is_registered_later_is_held_from_then_on(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let order = sell(&app, "1", "Pago", &[("S", 1), ("LATER", 4)]).await.json();
        app.a.post("/sku?usuarioId=u", &crate::support::models::sku("LATER")).await.with_status(201);
        assert_eq!(shown(&app, "LATER").await, (10, 4, 6));
        move_on(&app, order["pedidoId"].as_i64().unwrap(), "Cancelado").await;
        assert_eq!(shown(&app, "LATER").await, (10, 0, 10));
    }

    async fn who_had_taken_an_order_over_knows_of_its_skus_that_are_registered_later(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let order = sell(&app, "1", "Pago", &[("LATER", 4)]).await.json();
        complete(&app, order["pedidoId"].as_i64().unwrap()).await;
        app.a.post("/sku?usuarioId=u", &crate::support::models::sku("LATER")).await.with_status(201);
        assert_eq!(shown(&app, "LATER").await, (10, 4, 6));
        tell(&app, "LATER", json!({ "estoque": 6 })).await;
        assert_eq!(shown(&app, "LATER").await, (6, 0, 6));
    }

    async fn more_than_there_is_is_sold_all_the_same_and_said(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        sold(&app, "1", "S", 8).await;
        let answer = sell(&app, "2", "Pago", &[("S", 5)]).await;
        assert_eq!(answer.header("x-aviso"), "estoque-insuficiente; S%20falta%3D3");
        let id = answer.json()["pedidoId"].clone();
        let history = app.a.get(&format!("/Pedido/{id}/Historico?usuarioId=u")).await.json_of(200);
        assert_eq!(history[0]["avisos"], json!(["O estoque do SKU S não cobre o pedido: faltam 3."]));
        assert_eq!(shown(&app, "S").await, (10, 13, 0));
        let short = app.a.get("/Falta?usuarioId=u").await.json_of(200);
        assert_eq!(short["metadados"]["total"], 1);
        assert_eq!(short["resultado"][0]["pedidoId"], id);
        assert_eq!(short["resultado"][0]["falta"], 3);
        let events = events(&app, "pedido.falta").await;
        assert_eq!(events[0]["pedidoId"], id);
        assert_eq!(events[0]["dados"], json!({ "status": "Pago", "faltas": [{ "sku": "S", "falta": 3 }] }));
        // it waits no more
        move_on(&app, id.as_i64().unwrap(), "Cancelado").await;
        assert_eq!(app.a.get("/Falta?usuarioId=u").await.json()["metadados"]["total"], 0);
    }

    async fn a_replaced_sku_contains_what_its_owner_knows_when_its_number_changes(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let id = sold(&app, "1", "S", 2).await;
        move_on(&app, id, "Faturado").await;
        // a change of the name alone says nothing of the stock
        let mut sku = app.a.get("/sku/S?usuarioId=u").await.json();
        sku["nome"] = json!("Outro");
        app.a.put("/sku/S?usuarioId=u", &sku).await.with_status(200);
        app.a.patch("/sku/S?usuarioId=u", &json!({ "nome": "Mais outro" })).await.with_status(200);
        assert_eq!(shown(&app, "S").await, (10, 2, 8));
        sku["estoque"] = json!(8);
        app.a.put("/sku/S?usuarioId=u", &sku).await.with_status(200);
        assert_eq!(shown(&app, "S").await, (8, 0, 8));
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json()["nome"], "Outro");
        assert_eq!(ledger(&app, "S").await, [line("pedido", 10, 2), line("cadastro", 8, 0)]);
    }

    async fn under_nobody_orders_move_nothing(app: TestApp) {
        kept_by(&app, "nenhum", &["S"]).await;
        let id = sold(&app, "1", "S", 2).await;
        move_on(&app, id, "Enviado").await;
        tell(&app, "S", json!({ "estoque": 4 })).await;
        assert_eq!(shown(&app, "S").await, (4, 0, 4));
        assert_eq!(ledger(&app, "S").await, []);
        control_by(&app, "erp").await;
        assert_eq!(shown(&app, "S").await, (4, 0, 4));
    }
}
