//! Which centres an order takes from, and what its moves do there.

use serde_json::{Value, json};

use super::super::steps::{line, move_on, moved, sell, sold};
use super::steps::{centre, ledger_in, move_lines, places, put_in, sell_from, sound, with_centres};
use crate::support::{TestApp, models};

/// An order of several lines of one SKU; answers its number.
async fn lines(app: &TestApp, source: &str, units: &[i64]) -> i64 {
    let items: Vec<(&str, i64)> = units.iter().map(|units| ("S", *units)).collect();
    sell(app, source, "Pago", &items).await.json()["pedidoId"].as_i64().unwrap()
}

on_both_databases! {
    async fn one_centre_that_has_enough_gives_all(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        sold(&app, "1", "S", 10).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 5, 0)]);
        // from the one with the least number of order
        centre(&app, 2, "Recife", 0).await.with_status(200);
        put_in(&app, "S", 1, 20).await;
        sold(&app, "2", "S", 2).await;
        assert_eq!(places(&app, "S").await, [(1, 20, 10), (2, 5, 2)]);
        // of two alike from the one with the lesser number
        centre(&app, 2, "Recife", 1).await.with_status(200);
        sold(&app, "3", "S", 1).await;
        assert_eq!(places(&app, "S").await, [(1, 20, 11), (2, 5, 2)]);
        assert_eq!(ledger_in(&app, "S", 2).await, [line("saldo", 5, 0), line("pedido", 5, 2)]);
        sound(&app);
    }

    async fn the_rest_comes_from_the_next_one(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        put_in(&app, "S", 3, 5).await;
        put_in(&app, "S", 2, 5).await;
        let answer = sell(&app, "1", "Pago", &[("S", 17)]).await;
        assert!(answer.headers.get("x-aviso").is_none(), "{answer:?}");
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 5, 5), (3, 5, 2)]);
        sold(&app, "2", "S", 3).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 5, 5), (3, 5, 5)]);
        sound(&app);
    }

    async fn what_no_centre_has_is_missing_in_the_first_one(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        let answer = sell(&app, "1", "Pago", &[("S", 19)]).await;
        assert_eq!(answer.header("x-aviso"), "estoque-insuficiente; S%20falta%3D4");
        assert_eq!(places(&app, "S").await, [(1, 10, 14), (2, 5, 5)]);
        let short = app.a.get("/Falta?usuarioId=u").await.json_of(200);
        let short = short["resultado"].as_array().unwrap().clone();
        assert_eq!(short.len(), 1);
        let number = |name: &str| short[0][name].as_i64().unwrap();
        assert_eq!((number("centroId"), number("falta"), number("reservada")), (1, 4, 14));
        assert_eq!((number("estoque"), number("reservado")), (10, 14));
        // where another one is the first, it is missing there, though the SKU was never seen in it
        centre(&app, 2, "Recife", 0).await.with_status(200);
        sell(&app, "2", "Pago", &[("S", 3)]).await;
        let short = app.a.get("/Falta?usuarioId=u").await.json_of(200)["resultado"][1].clone();
        let shown = ["centroId", "falta", "estoque"].map(|name| short[name].as_i64().unwrap());
        assert_eq!(shown, [2, 3, 5]);
        assert_eq!(places(&app, "S").await, [(1, 10, 14), (2, 5, 8)]);
        sound(&app);
    }

    async fn a_channel_takes_from_its_own_centres(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        sell_from(&app, "canal", json!([2, 3])).await.with_status(200);
        sold(&app, "1", "S", 4).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 5, 4)]);
        // what is missing there is missing, whatever lies elsewhere
        let answer = sell(&app, "2", "Pago", &[("S", 3)]).await;
        assert_eq!(answer.header("x-aviso"), "estoque-insuficiente; S%20falta%3D2");
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 5, 7)]);
        sound(&app);
    }

    async fn what_lies_in_none_of_a_channels_centres_comes_from_the_one_that_every_user_has(app: TestApp) {
        with_centres(&app, "erp", &["S", "T"]).await;
        put_in(&app, "T", 2, 5).await;
        sell_from(&app, "canal", json!([2])).await.with_status(200);
        let answer = sell(&app, "1", "Pago", &[("S", 4), ("T", 1)]).await;
        assert!(answer.headers.get("x-aviso").is_none(), "{answer:?}");
        assert_eq!((places(&app, "S").await, places(&app, "T").await),
            (vec![(1, 10, 4)], vec![(1, 10, 0), (2, 5, 1)]));
        sound(&app);
    }

    async fn many_orders_at_once_take_one_after_another(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        let orders: Vec<Value> = (0..4)
            .map(|n| {
                let mut order = models::pedido("canal", &format!("M{n}"), "S");
                order["produtos"] = json!([{ "sku": "S", "quantidade": 4, "preco": 10 }]);
                order["frete"] = json!([]);
                order["total"] = json!(35);
                order
            })
            .collect();
        app.a.post("/Pedido/Lote?usuarioId=u", &json!(orders)).await.with_status(200);
        assert_eq!(places(&app, "S").await, [(1, 10, 11), (2, 5, 5)]);
        let short = app.a.get("/Falta?usuarioId=u").await.json_of(200);
        assert_eq!(short["resultado"].as_array().unwrap().len(), 1);
        sound(&app);
    }

    async fn lines_that_leave_move_the_units_that_are_theirs(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        put_in(&app, "S", 2, 8).await;
        // 6 and 4 of the second line lie in centre 1, 3 of the second and the third in centre 2
        let id = lines(&app, "1", &[6, 7, 2]).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 8, 5)]);
        move_lines(&app, id, &[0], "Enviado");
        assert_eq!(places(&app, "S").await, [(1, 4, 4), (2, 8, 5)]);
        move_lines(&app, id, &[1], "Faturado");
        assert_eq!(places(&app, "S").await, [(1, 0, 0), (2, 5, 2)]);
        move_on(&app, id, "Enviado").await;
        assert_eq!(places(&app, "S").await, [(1, 0, 0), (2, 3, 0)]);
        assert_eq!(ledger_in(&app, "S", 1).await,
            [line("pedido", 10, 10), line("status", 4, 4), line("status", 0, 0)]);
        assert_eq!(ledger_in(&app, "S", 2).await,
            [line("saldo", 8, 0), line("pedido", 8, 5), line("status", 5, 2), line("status", 3, 0)]);
        sound(&app);
    }

    async fn a_line_that_is_cancelled_is_free_where_it_lay(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        put_in(&app, "S", 2, 8).await;
        let id = lines(&app, "1", &[6, 7, 2]).await;
        move_lines(&app, id, &[1], "Cancelado");
        assert_eq!(places(&app, "S").await, [(1, 10, 6), (2, 8, 2)]);
        // invoiced, and cancelled then: still held, and so free at once
        move_lines(&app, id, &[2], "Faturado");
        assert_eq!(places(&app, "S").await, [(1, 10, 6), (2, 8, 2)]);
        move_lines(&app, id, &[2], "Cancelado");
        assert_eq!(places(&app, "S").await, [(1, 10, 6), (2, 8, 0)]);
        move_lines(&app, id, &[0], "Cancelado");
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 8, 0)]);
        sound(&app);
    }

    async fn the_stores_own_system_sends_item_by_item(app: TestApp) {
        with_centres(&app, "hub", &["A", "B"]).await;
        put_in(&app, "A", 2, 5).await;
        put_in(&app, "B", 2, 5).await;
        let order = sell(&app, "1", "Pago", &[("A", 12), ("B", 13)]).await.json();
        let (id, b) = (order["pedidoId"].as_i64().unwrap(), app.b_as(app.loja("u")));
        let record = b.get(&format!("/pedidos/{id}")).await.json_of(200);
        let to = async |item: usize, body: Value| {
            let variant = record["itens"][item]["produtoVarianteId"].clone();
            b.put(&format!("/pedidos/{id}/{variant}/status"), &body).await.with_status(200)
        };
        to(0, json!({ "situacaoPedidoProdutoId": 9 })).await;
        assert_eq!(places(&app, "A").await, [(1, 0, 0), (2, 3, 0)]);
        assert_eq!(places(&app, "B").await, [(1, 10, 10), (2, 5, 3)]);
        to(1, json!({ "situacaoPedidoProdutoId": 8, "motivo": "não havia" })).await;
        assert_eq!(places(&app, "B").await, [(1, 10, 0), (2, 5, 0)]);
        // and what was sent comes back
        let back = json!({ "id": 8, "motivo": "devolução", "devolverEstoque": true });
        b.put(&format!("/pedidos/{id}/status"), &back).await.with_status(200);
        assert_eq!(places(&app, "A").await, [(1, 10, 0), (2, 5, 0)]);
        assert_eq!(places(&app, "B").await, [(1, 10, 0), (2, 5, 0)]);
        sound(&app);
    }

    async fn what_is_cancelled_as_a_whole_is_free_in_each_centre(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        put_in(&app, "S", 2, 8).await;
        let id = lines(&app, "1", &[6, 7, 2]).await;
        move_on(&app, id, "Cancelado").await;
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 8, 0)]);
        // and what comes next is taken as if it had not been
        lines(&app, "2", &[11]).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 8, 1)]);
        sound(&app);
    }

    async fn what_comes_back_comes_back_to_where_it_left(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        put_in(&app, "S", 2, 8).await;
        let id = lines(&app, "1", &[6, 7, 2]).await;
        move_on(&app, id, "Faturado").await;
        assert_eq!(places(&app, "S").await, [(1, 0, 0), (2, 3, 0)]);
        let back = json!({ "status": "Cancelado", "motivo": "devolução", "devolverEstoque": true });
        moved(&app, id, back.clone()).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 8, 0)]);
        moved(&app, id, back.clone()).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 8, 0)]);
        // no more than had left: 3 were missing
        let id = lines(&app, "2", &[21]).await;
        move_on(&app, id, "Enviado").await;
        assert_eq!(places(&app, "S").await, [(1, 0, 0), (2, 0, 0)]);
        moved(&app, id, back).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 8, 0)]);
        sound(&app);
    }

    async fn what_comes_in_on_its_way_leaves_each_centre_at_once(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        put_in(&app, "S", 2, 8).await;
        sell(&app, "1", "Faturado", &[("S", 12)]).await;
        assert_eq!(places(&app, "S").await, [(1, 0, 0), (2, 6, 0)]);
        // history
        sell(&app, "2", "Entregue", &[("S", 5)]).await;
        assert_eq!(places(&app, "S").await, [(1, 0, 0), (2, 6, 0)]);
        sound(&app);
    }

    async fn skus_with_different_centres_in_one_order(app: TestApp) {
        with_centres(&app, "hub", &["A", "B"]).await;
        put_in(&app, "A", 2, 5).await;
        put_in(&app, "B", 3, 5).await;
        let order = sell(&app, "1", "Pago", &[("A", 12), ("B", 13), ("A", 1)]).await.json();
        assert_eq!(places(&app, "A").await, [(1, 10, 10), (2, 5, 3)]);
        assert_eq!(places(&app, "B").await, [(1, 10, 10), (3, 5, 3)]);
        move_on(&app, order["pedidoId"].as_i64().unwrap(), "Faturado").await;
        assert_eq!(places(&app, "A").await, [(1, 0, 0), (2, 2, 0)]);
        assert_eq!(places(&app, "B").await, [(1, 0, 0), (3, 2, 0)]);
        sound(&app);
    }
}
