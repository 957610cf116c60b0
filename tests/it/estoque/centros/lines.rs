//! Orders that began to hold something when some of their lines had left already: those were never counted,
//! and nothing of them is released, taken out or given back.

use serde_json::{Value, json};

use super::super::steps::{control_by, moved, sell};
use super::steps::{move_lines, places, put_in, sound, with_centres};
use crate::support::TestApp;

/// An order of three lines of one SKU, of which the first has left when somebody begins to keep the stock; 10
/// lie in centre 1, 8 in centre 2.
async fn half_gone(app: &TestApp, control: &str) -> i64 {
    with_centres(app, "nenhum", &["S"]).await;
    put_in(app, "S", 2, 8).await;
    let items = [("S", 3), ("S", 4), ("S", 9)];
    let id = sell(app, "1", "Pago", &items).await.json()["pedidoId"].as_i64().unwrap();
    move_lines(app, id, &[0], "Enviado");
    control_by(app, control).await;
    assert_eq!(places(app, "S").await, [(1, 10, 10), (2, 8, 3)]);
    id
}

fn back() -> Value {
    json!({ "status": "Cancelado", "motivo": "devolução", "devolverEstoque": true })
}

on_both_databases! {
    async fn a_line_that_was_never_counted_releases_nothing(app: TestApp) {
        let id = half_gone(&app, "erp").await;
        // the second leaves, and stays held until a number of the owner's contains it
        move_lines(&app, id, &[1], "Faturado");
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 8, 3)]);
        move_lines(&app, id, &[0], "Cancelado");
        assert_eq!(places(&app, "S").await, [(1, 10, 10), (2, 8, 3)]);
        move_lines(&app, id, &[1], "Cancelado");
        assert_eq!(places(&app, "S").await, [(1, 10, 6), (2, 8, 3)]);
        move_lines(&app, id, &[2], "Cancelado");
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 8, 0)]);
        sound(&app);
    }

    async fn a_line_that_was_never_counted_gives_nothing_back(app: TestApp) {
        let id = half_gone(&app, "hub").await;
        move_lines(&app, id, &[1], "Faturado");
        assert_eq!(places(&app, "S").await, [(1, 6, 6), (2, 8, 3)]);
        // 4 had left and 9 were open; the 3 of the first line had left before anybody counted
        moved(&app, id, back()).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 8, 0)]);
        sound(&app);
    }

    async fn what_the_hub_took_out_is_not_released_for_what_left_later(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        let items = [("S", 2), ("S", 3)];
        let id = sell(&app, "1", "Pago", &items).await.json()["pedidoId"].as_i64().unwrap();
        move_lines(&app, id, &[0], "Faturado");
        control_by(&app, "erp").await;
        move_lines(&app, id, &[1], "Faturado");
        assert_eq!(places(&app, "S").await, [(1, 8, 3)]);
        // the hub has taken the first line's units out: the second line's are what is held
        move_lines(&app, id, &[0], "Cancelado");
        assert_eq!(places(&app, "S").await, [(1, 8, 3)]);
        sound(&app);
    }
}
