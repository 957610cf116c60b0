//! Who keeps the stock of several centres: the owner, the hub, nobody, one after the other.

use serde_json::json;

use super::super::steps::{complete, control_by, line, move_on, sell, sold};
use super::steps::{adjust, ledger_in, move_lines, places, put_in, sound, with_centres};
use crate::support::models;

on_both_databases! {
    async fn a_number_contains_what_was_taken_over_in_its_centre(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        let id = sold(&app, "1", "S", 12).await;
        let open = sold(&app, "2", "S", 1).await;
        complete(&app, id).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 5, 3)]);
        put_in(&app, "S", 2, 3).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 3, 1)]);
        put_in(&app, "S", 3, 4).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 3, 1), (3, 4, 0)]);
        put_in(&app, "S", 1, 0).await;
        assert_eq!(places(&app, "S").await, [(1, 0, 0), (2, 3, 1), (3, 4, 0)]);
        // the whole SKU tells of the centre that every user has
        move_on(&app, open, "Faturado").await;
        let sku = models::with(models::sku("S"), "/estoque", json!(9));
        app.a.put("/sku/S?usuarioId=u", &sku).await.with_status(200);
        assert_eq!(places(&app, "S").await, [(1, 9, 0), (2, 3, 1), (3, 4, 0)]);
        // the same number as before contains it, too
        put_in(&app, "S", 2, 3).await;
        assert_eq!(places(&app, "S").await, [(1, 9, 0), (2, 3, 0), (3, 4, 0)]);
        assert_eq!(ledger_in(&app, "S", 2).await, [
            line("saldo", 5, 0), line("pedido", 5, 2), line("pedido", 5, 3), line("saldo", 3, 1),
            line("saldo", 3, 0),
        ]);
        sound(&app);
    }

    async fn a_number_counted_before_the_take_over_contains_nothing(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        let id = sold(&app, "1", "S", 12).await;
        complete(&app, id).await;
        let before = json!({ "estoque": 6, "dataReferencia": "2026-01-01T00:00:00Z" });
        let told = adjust(&app, "S", 2, before).await.json_of(200);
        assert_eq!(told, json!({ "centroId": 2, "estoque": 6, "reservado": 2, "disponivel": 4 }));
        adjust(&app, "S", 2, json!({ "variacao": 1 })).await.with_status(200);
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 7, 2)]);
        let told = adjust(&app, "S", 2, json!({ "estoque": 5 })).await.json_of(200);
        assert_eq!(told, json!({ "centroId": 2, "estoque": 5, "reservado": 0, "disponivel": 5 }));
        sound(&app);
    }

    async fn a_split_order_goes_through_all_hands(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        put_in(&app, "S", 2, 8).await;
        let open = sold(&app, "1", "S", 12).await;
        let gone = sold(&app, "2", "S", 2).await;
        move_on(&app, gone, "Faturado").await;
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 8, 4)]);
        // what has been invoiced leaves
        control_by(&app, "hub").await;
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 6, 2)]);
        put_in(&app, "S", 3, 1).await;
        // nobody holds anything
        control_by(&app, "nenhum").await;
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 6, 0), (3, 1, 0)]);
        put_in(&app, "S", 1, 5).await;
        put_in(&app, "S", 2, 4).await;
        sold(&app, "3", "S", 1).await;
        assert_eq!(places(&app, "S").await, [(1, 5, 0), (2, 4, 0), (3, 1, 0)]);
        // what is open is held from where it lies now
        control_by(&app, "erp").await;
        assert_eq!(places(&app, "S").await, [(1, 5, 8), (2, 4, 4), (3, 1, 1)]);
        assert_eq!(ledger_in(&app, "S", 1).await, [
            line("pedido", 10, 10), line("controle", 10, 0), line("controle", 5, 0), line("controle", 5, 7),
            line("controle", 5, 8),
        ]);
        assert_eq!(ledger_in(&app, "S", 2).await[3..], [
            line("controle", 6, 2), line("controle", 6, 0), line("controle", 4, 0), line("controle", 4, 4),
        ]);
        move_on(&app, open, "Cancelado").await;
        assert_eq!(places(&app, "S").await, [(1, 5, 1), (2, 4, 0), (3, 1, 0)]);
        sound(&app);
    }

    async fn a_sku_that_is_registered_late_is_held_where_it_lies_then(app: TestApp) {
        with_centres(&app, "hub", &["T"]).await;
        let id = sold(&app, "1", "S", 12).await;
        app.a.post("/sku?usuarioId=u", &models::sku("S")).await.with_status(201);
        assert_eq!(places(&app, "S").await, [(1, 10, 12)]);
        put_in(&app, "S", 2, 5).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 12), (2, 5, 0)]);
        move_on(&app, id, "Faturado").await;
        assert_eq!(places(&app, "S").await, [(1, 0, 0), (2, 5, 0)]);
        sound(&app);
    }

    async fn what_left_before_somebody_kept_it_moves_nothing_later(app: TestApp) {
        with_centres(&app, "nenhum", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        let order = sell(&app, "1", "Pago", &[("S", 20), ("S", 4), ("S", 9)]).await.json();
        let id = order["pedidoId"].as_i64().unwrap();
        move_lines(&app, id, &[0], "Enviado");
        // 4 and 6 of the open ones are taken from centre 1, 3 from centre 2
        control_by(&app, "hub").await;
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 5, 3)]);
        move_lines(&app, id, &[1], "Enviado");
        assert_eq!(places(&app, "S").await, [(1, 6, 6), (2, 5, 3)]);
        move_on(&app, id, "Enviado").await;
        assert_eq!(places(&app, "S").await, [(1, 0, 0), (2, 2, 0)]);
        sound(&app);
    }
}
