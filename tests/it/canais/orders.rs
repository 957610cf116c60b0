//! Orders of the shop come in, once, and what becomes of them goes back.

use serde_json::json;
use store::channels as connections;

use crate::support::models;

use super::{Connected, connected, connected_to_medusa, errors, pedidos};
use crate::support::TestApp;

/// Orders are asked for, and the open ones read again, now.
fn hurry(app: &TestApp, c: &Connected) {
    app.database.execute("UPDATE conexoes SET pedidos_devida = 0, varredura_devida = 0");
    app.database.execute("UPDATE pedidos_do_canal SET lido_em = 0");
    c.settle(app);
}

async fn estoque(app: &TestApp, sku: &str) -> (i64, i64) {
    let saldo = app.a.get(&format!("/sku/{sku}/Estoque?usuarioId=u")).await.json_of(200);
    (saldo["estoque"].as_i64().unwrap(), saldo["reservado"].as_i64().unwrap())
}

on_both_databases! {
    async fn an_order_comes_in_once_and_holds_its_units(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        let id = c.shop.order(&[("A", 2)], Some(true)).unwrap();
        hurry(&app, &c);
        hurry(&app, &c);
        let all = pedidos(&app).await;
        assert_eq!(all.len(), 1);
        assert_eq!((all[0]["status"].as_str(), all[0]["produtos"][0]["quantidade"].as_i64()), (Some("Pago"), Some(2)));
        // with the freight of the shop
        assert_eq!((all[0]["sourceSiteId"].as_str(), all[0]["total"].as_f64()), (Some(&*id), Some(2.0 * 99.9 + 15.0)));
        assert_eq!(estoque(&app, "A").await, (10, 2));
        // on hand: the two that the shop itself holds for the order are still there
        assert_eq!(c.shop.stock("A"), Some(10));
        assert_eq!(errors(&app, c.key), [""; 0]);
    }

    async fn units_that_the_shop_holds_for_its_orders_are_no_difference(app: TestApp) {
        let c = connected(&app, "total", &["A", "B"], &["A", "B"]).await;
        c.settle(&app);
        c.shop.order(&[("A", 2), ("B", 1)], Some(true)).unwrap();
        hurry(&app, &c);
        // as while something is to be sent: B has less than it should, A what it should
        app.database.execute("UPDATE anuncios SET devida_em = 1");
        app.database.execute(
            "UPDATE anuncios SET tem_estoque = 9 WHERE sku_num = (SELECT sku_num FROM skus WHERE sku = 'B')",
        );
        let page = app.a.get("/Canal/loja/Diferenca?usuarioId=u").await.json_of(200);
        assert_eq!((&page["metadados"]["total"], &page["resultado"][0]["sku"]), (&json!(1), &json!("B")));
    }

    async fn an_unpaid_order_is_completed_when_it_is_paid(app: TestApp) {
        let c = connected_to_medusa(&app, "pedidos", &["A"], &["A"]).await;
        c.shop.count("A", 5);
        c.settle(&app);
        let id = c.shop.order(&[("A", 1)], Some(false)).unwrap();
        hurry(&app, &c);
        assert_eq!(pedidos(&app).await[0]["status"], "AguardandoPagamento");
        assert!(c.shop.pay(&id));
        hurry(&app, &c);
        let all = pedidos(&app).await;
        assert_eq!((all.len(), all[0]["status"].as_str()), (1, Some("Pago")));
    }

    async fn invoice_parcel_and_delivery_go_back_in_order(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        c.shop.order(&[("A", 2)], Some(true)).unwrap();
        hurry(&app, &c);
        let id = pedidos(&app).await[0]["pedidoId"].as_i64().unwrap();
        for body in [
            json!({ "status": "Faturado", "notaFiscal": { "numero": "77", "serie": "1" } }),
            json!({ "status": "Enviado", "rastreio": { "transportadora": "Correios", "codigo": "BR1" } }),
            json!({ "status": "Entregue" }),
        ] {
            app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &body).await.with_status(200);
        }
        c.settle(&app);
        {
            let order = c.shop.state()["orders"][0].clone();
            let (parcels, notes) = (order[3].as_array().unwrap(), order[4].as_array().unwrap());
            assert_eq!((parcels.len(), notes.len()), (1, 1), "{order}");
            assert!(notes[0].as_str().unwrap().contains("77"), "{order}");
            assert_eq!((&parcels[0][0], &parcels[0][2]), (&json!("Delivered"), &json!("BR1")));
        }
        hurry(&app, &c);
        assert_eq!((c.shop.stock("A"), estoque(&app, "A").await), (Some(8), (8, 0)));
        let (_, kept) = app.store
            .read_blocking(|conn| connections::of_pedido(conn, c.key.loja, domain::values::ids::PedidoId(id)))
            .unwrap()
            .unwrap();
        assert_eq!((kept.contado, kept.aberto), (7, false));
        assert_eq!(errors(&app, c.key), [""; 0]);
    }

    async fn cancelling_is_told_both_ways_once(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        let there = c.shop.order(&[("A", 2)], Some(true)).unwrap();
        c.shop.order(&[("A", 3)], Some(true)).unwrap();
        hurry(&app, &c);
        assert_eq!(estoque(&app, "A").await, (10, 5));
        assert!(c.shop.cancel(&there));
        let here = pedidos(&app).await.into_iter().find(|p| p["produtos"][0]["quantidade"] == 3).unwrap();
        app.a
            .put(&format!("/Pedido/{}/Status?usuarioId=u", here["pedidoId"]), &json!({ "status": "Cancelado" }))
            .await
            .with_status(200);
        hurry(&app, &c);
        hurry(&app, &c);
        assert!(pedidos(&app).await.iter().all(|p| p["status"] == "Cancelado"));
        assert_eq!((c.shop.stock("A"), estoque(&app, "A").await), (Some(10), (10, 0)));
        assert_eq!(errors(&app, c.key), [""; 0]);
    }

    async fn a_parcel_sent_at_the_shop_takes_no_unit_twice(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        let id = c.shop.order(&[("A", 2)], Some(true)).unwrap();
        hurry(&app, &c);
        assert!(c.shop.ship(&id));
        // a change of stock comes before the hub has seen the parcel: the order is read before the number is sent
        app.database.execute("UPDATE pedidos_do_canal SET lido_em = 0");
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 7 })).await.with_status(200);
        c.settle(&app);
        hurry(&app, &c);
        assert_eq!(pedidos(&app).await[0]["status"], "Enviado");
        let (there, (here, reserved)) = (c.shop.stock("A"), estoque(&app, "A").await);
        assert_eq!((there, reserved), (Some(here), 0));
    }

    async fn an_unknown_code_drops_no_order(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A", "X"]).await;
        c.shop.count("X", 5);
        let id = c.shop.order(&[("X", 1)], Some(true)).unwrap();
        c.settle(&app);
        assert_eq!(pedidos(&app).await.len(), 1);
        let code = c.shop.orders()[0].0.clone();
        assert!(errors(&app, c.key)[0].ends_with("sku-desconhecido"), "{code} {id}");
        // it stands until the SKU is there
        hurry(&app, &c);
        assert_eq!(errors(&app, c.key).len(), 1);
        app.a.post("/sku?usuarioId=u", &models::sku("X")).await.with_status(201);
        hurry(&app, &c);
        assert_eq!(errors(&app, c.key), [""; 0]);
    }

    async fn what_is_counted_after_a_parcel_left_reaches_the_shop(app: TestApp) {
        let c = connected(&app, "total", &["A"], &["A"]).await;
        c.settle(&app);
        c.shop.order(&[("A", 2)], Some(true)).unwrap();
        hurry(&app, &c);
        let id = pedidos(&app).await[0]["pedidoId"].as_i64().unwrap();
        app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &json!({ "status": "Enviado" })).await.with_status(200);
        c.settle(&app);
        assert_eq!((c.shop.stock("A"), estoque(&app, "A").await), (Some(8), (8, 0)));
        // as many as before the sale: the shop has fewer, though that was the number it was sent last
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({ "estoque": 10 })).await.with_status(200);
        c.settle(&app);
        assert_eq!(c.shop.stock("A"), Some(10));
        // the shop puts back what a cancelled order had taken; the goods are not here
        let there = c.shop.orders()[0].0.clone();
        if c.shop.cancel(&there) {
            hurry(&app, &c);
            hurry(&app, &c);
            assert_eq!((c.shop.stock("A"), estoque(&app, "A").await), (Some(10), (10, 0)));
        }
    }

    async fn orders_by_the_hubs_own_codes_hold_their_units(app: TestApp) {
        let code = domain::sku::codigo_interno::of(1);
        let c = connected(&app, "total", &["A"], &[&code]).await;
        app.a.patch("/Canal/loja?usuarioId=u", &json!({ "enviarSku": false })).await.with_status(200);
        c.settle(&app);
        c.shop.order(&[(&code, 3)], Some(true)).unwrap();
        hurry(&app, &c);
        assert_eq!((c.shop.stock(&code), estoque(&app, "A").await), (Some(10), (10, 3)));
    }

    async fn while_the_mode_is_to_read_orders_are_not_due(app: TestApp) {
        let c = connected(&app, "pedidos", &["A"], &["A"]).await;
        c.shop.count("A", 5);
        c.settle(&app);
        c.shop.order(&[("A", 1)], Some(true)).unwrap();
        hurry(&app, &c);
        app.database.execute("UPDATE conexoes SET modo = 0");
        app.database.execute("UPDATE pedidos_do_canal SET devida_em = 1");
        c.settle(&app);
    }
}
