//! Stock is told and varied centre by centre.

use serde_json::{Value, json};

use super::super::steps::{control_by, events, line, shown};
use super::steps::{adjust, centre, ledger_in, places, put_in, sound, with_centres};
use crate::support::models;

on_both_databases! {
    async fn a_number_is_of_one_centre(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 0)]);
        let set = adjust(&app, "S", 2, json!({ "estoque": 5 })).await.json_of(200);
        assert_eq!(set, json!({ "centroId": 2, "estoque": 5, "reservado": 0, "disponivel": 5 }));
        let set = adjust(&app, "S", 2, json!({ "variacao": 2 })).await.json_of(200);
        assert_eq!(set["estoque"], 7);
        // the one that every user has, by its number
        let set = adjust(&app, "S", 1, json!({ "estoque": 4 })).await.json_of(200);
        assert_eq!(set, json!({ "centroId": 1, "estoque": 4, "reservado": 0, "disponivel": 4 }));
        assert_eq!(places(&app, "S").await, [(1, 4, 0), (2, 7, 0)]);
        assert_eq!(ledger_in(&app, "S", 1).await, [line("saldo", 4, 0)]);
        assert_eq!(ledger_in(&app, "S", 2).await, [line("saldo", 5, 0), line("variacao", 7, 0)]);
        assert_eq!(ledger_in(&app, "S", 3).await, []);
        // what is told with the SKU is of the one that every user has
        let sku = models::with(models::sku("S"), "/estoque", json!(20));
        app.a.put("/sku/S?usuarioId=u", &sku).await.with_status(200);
        assert_eq!(places(&app, "S").await, [(1, 20, 0), (2, 7, 0)]);
        sound(&app);
    }

    async fn the_same_twice_changes_nothing(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        let told = events(&app, "sku.alterado").await;
        assert_eq!(told.last().unwrap()["dados"]["campos"], json!(["estoqueCentro"]));
        put_in(&app, "S", 2, 5).await;
        adjust(&app, "S", 2, json!({ "variacao": 0 })).await.with_status(200);
        assert_eq!(ledger_in(&app, "S", 2).await, [line("saldo", 5, 0)]);
        assert_eq!(events(&app, "sku.alterado").await, told);
    }

    async fn an_empty_shelf_is_a_shelf(app: TestApp) {
        for (control, sku) in [("erp", "A"), ("hub", "B"), ("nenhum", "C")] {
            if sku == "A" {
                with_centres(&app, control, &["A", "B", "C"]).await;
            }
            control_by(&app, control).await;
            let set = adjust(&app, sku, 2, json!({ "estoque": 0 })).await.json_of(200);
            assert_eq!(set, json!({ "centroId": 2, "estoque": 0, "reservado": 0, "disponivel": 0 }));
            assert_eq!(places(&app, sku).await, [(1, 10, 0), (2, 0, 0)]);
            put_in(&app, sku, 2, 3).await;
            assert_eq!(places(&app, sku).await, [(1, 10, 0), (2, 3, 0)]);
            sound(&app);
        }
    }

    async fn what_is_not_lawful_changes_nothing(app: TestApp) {
        with_centres(&app, "erp", &["S"]).await;
        // where it does not lie, too
        adjust(&app, "S", 3, json!({ "variacao": -1 })).await.with_status(409);
        put_in(&app, "S", 2, 5).await;
        let refused = adjust(&app, "S", 2, json!({ "variacao": -6 })).await.with_status(409);
        assert!(refused.json()["message"].as_str().unwrap().ends_with("é 5."), "{refused:?}");
        adjust(&app, "S", 2, json!({ "variacao": i32::MAX })).await.with_status(409);
        adjust(&app, "S", 2, json!({ "estoque": "" })).await.with_status(400);
        adjust(&app, "S", 2, json!({})).await.with_status(400);
        adjust(&app, "S", 4, json!({ "estoque": 1 })).await.with_status(404);
        adjust(&app, "Z", 2, json!({ "estoque": 1 })).await.with_status(404);
        app.a.get("/sku/Z/Centro?usuarioId=u").await.with_status(404);
        for wrong in ["0", "x", "1000000"] {
            app.a.get(&format!("/sku/S/Movimento?usuarioId=u&centroId={wrong}")).await.with_status(400);
        }
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 5, 0)]);
        sound(&app);
    }

    async fn many_at_once_each_in_its_centre(app: TestApp) {
        with_centres(&app, "hub", &["A", "B", "C"]).await;
        let items = json!([
            { "sku": "A", "centroId": 2, "estoque": 5 },
            { "sku": "A", "centroId": 3, "variacao": 4 },
            { "sku": "A", "estoque": 7 },
            { "sku": "B", "centroId": 1, "variacao": -3 },
            { "sku": "B", "centroId": 4, "estoque": 1 },
            { "sku": "C", "centroId": 2, "variacao": -1 },
            { "sku": "Z", "centroId": 2, "estoque": 1 },
        ]);
        let outcomes = app.a.post("/sku/Estoque/Lote?usuarioId=u", &items).await.json_of(200);
        let status: Vec<&Value> = outcomes.as_array().unwrap().iter().map(|one| &one["status"]).collect();
        assert_eq!(status, [200, 200, 200, 200, 404, 409, 404]);
        assert_eq!(places(&app, "A").await, [(1, 7, 0), (2, 5, 0), (3, 4, 0)]);
        assert_eq!(places(&app, "B").await, [(1, 7, 0)]);
        assert_eq!(places(&app, "C").await, [(1, 10, 0)]);
        // one number for one centre
        let twice = json!([
            { "sku": "A", "centroId": 2, "estoque": 5 }, { "sku": "A", "centroId": 2, "estoque": 6 },
            { "sku": "B", "estoque": 5 }, { "sku": "B", "centroId": 1, "estoque": 6 },
        ]);
        let outcomes = app.a.post("/sku/Estoque/Lote?usuarioId=u", &twice).await.json_of(200);
        let status: Vec<&Value> = outcomes.as_array().unwrap().iter().map(|one| &one["status"]).collect();
        assert_eq!(status, [200, 400, 200, 400]);
        sound(&app);
    }

    async fn a_centre_that_comes_back_goes_on_with_its_ledger(app: TestApp) {
        with_centres(&app, "hub", &["S"]).await;
        put_in(&app, "S", 2, 5).await;
        put_in(&app, "S", 2, 0).await;
        app.a.delete("/Centro/2?usuarioId=u").await.with_status(204);
        // it lies there no more
        assert_eq!(places(&app, "S").await, [(1, 10, 0)]);
        adjust(&app, "S", 2, json!({ "estoque": 3 })).await.with_status(404);
        centre(&app, 2, "Recife", 2).await.with_status(201);
        assert_eq!(places(&app, "S").await, [(1, 10, 0)]);
        put_in(&app, "S", 2, 3).await;
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 3, 0)]);
        assert_eq!(ledger_in(&app, "S", 2).await,
            [line("saldo", 5, 0), line("saldo", 0, 0), line("saldo", 3, 0)]);
        // emptied while nobody kept it: the ledger says so where it goes on
        control_by(&app, "nenhum").await;
        put_in(&app, "S", 2, 0).await;
        app.a.delete("/Centro/2?usuarioId=u").await.with_status(204);
        control_by(&app, "hub").await;
        centre(&app, 2, "Recife", 2).await.with_status(201);
        put_in(&app, "S", 2, 8).await;
        assert_eq!(ledger_in(&app, "S", 2).await[2..],
            [line("saldo", 3, 0), line("controle", 0, 0), line("saldo", 8, 0)]);
        assert_eq!(places(&app, "S").await, [(1, 10, 0), (2, 8, 0)]);
        sound(&app);
    }

    async fn where_there_is_one_centre_all_is_as_it_was(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        adjust(&app, "S", 1, json!({ "variacao": 3 })).await.with_status(200);
        assert_eq!(shown(&app, "S").await, (13, 0, 13));
        let told = events(&app, "sku.estoque").await;
        assert_eq!(told.last().unwrap()["dados"], json!({ "estoqueAnterior": 10, "estoque": 13 }));
    }
}
