//! What channels show of the stock: buffer, percentage, ceiling, numbers of their own.

use serde_json::{Value, json};

use super::steps::{kept_by, shown, sold};
use crate::support::{TestApp, models};

async fn reason(app: &TestApp) -> (i64, String, String) {
    let oferta = app.a.get("/sku/S/Canal/canal/Oferta?usuarioId=u").await.json_of(200);
    let motivos = oferta["motivos"].as_array().unwrap();
    let stock = motivos.iter().find(|motivo| motivo["campo"] == "estoque").unwrap();
    let text = |name: &str| stock[name].as_str().unwrap().to_owned();
    (oferta["estoque"].as_i64().unwrap(), text("regra"), text("mensagem"))
}

async fn put(app: &TestApp, path: &str, body: Value) -> Value {
    app.a.put(&format!("{path}?usuarioId=u"), &body).await.json_of(200)
}

on_both_databases! {
    async fn buffer_then_percentage_then_ceiling(app: TestApp) {
        kept_by(&app, "hub", &["S"]).await;
        sold(&app, "1", "S", 2).await;
        let nothing = json!({ "estoqueSeguranca": 0, "estoqueMaximo": null });
        assert_eq!(app.a.get("/Canal/canal/Estoque?usuarioId=u").await.json_of(200), nothing);
        let set = put(&app, "/Canal/canal/Estoque", json!({ "estoqueSeguranca": 3 })).await;
        assert_eq!(set, json!({ "estoqueSeguranca": 3, "estoqueMaximo": null }));
        app.a.patch("/Canal/canal?usuarioId=u", &json!({ "percentualEstoque": 50 })).await.with_status(200);
        let (units, rule, message) = reason(&app).await;
        assert_eq!((units, rule.as_str()), (2, "PercentualDoEstoque"));
        assert_eq!(message, "É 50% do estoque do SKU (10 − 2 reservados − 3 de segurança = 5).");
        put(&app, "/Canal/canal/Estoque", json!({ "estoqueMaximo": 1 })).await;
        assert_eq!(reason(&app).await.1, "EstoqueMaximo");
        assert_eq!(shown(&app, "S").await, (10, 2, 1));
        // one SKU by itself
        let own = put(&app, "/sku/S/Canal/canal/Estoque", json!({ "estoqueMaximo": 3 })).await;
        assert_eq!(own, json!({ "estoqueSeguranca": null, "estoqueMaximo": 3 }));
        assert_eq!(reason(&app).await.0, 3);
        assert_eq!(app.a.get("/sku/S/Canal?usuarioId=u").await.json_of(200), json!([]));
        put(&app, "/sku/S/Canal/canal/Estoque", json!({})).await;
        assert_eq!(reason(&app).await.0, 1);
    }

    async fn a_number_of_the_channels_own_holds_as_far_as_there_is_stock(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        let own = json!({ "canalId": "canal", "estoque": 6 });
        app.a.put("/sku/S/Canal/canal?usuarioId=u", &own).await.with_status(201);
        assert_eq!(reason(&app).await.1, "EstoqueDoCanal");
        sold(&app, "1", "S", 7).await;
        let (units, rule, message) = reason(&app).await;
        assert_eq!((units, rule.as_str()), (3, "EstoqueDisponivel"));
        assert!(message.ends_with("(10 − 7 reservados = 3)."), "{message}");
    }

    async fn an_order_on_one_channel_lowers_what_the_others_show(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        app.a.post("/Canal?usuarioId=u", &models::canal("outro")).await.with_status(201);
        // times are shown by the second
        actix_web::rt::time::sleep(std::time::Duration::from_millis(1100)).await;
        let since = app.a.get("/sku/S/Canal/outro/Oferta?usuarioId=u").await.json()["dataAlteracao"].clone();
        sold(&app, "1", "S", 4).await;
        let other = app.a.get("/sku/S/Canal/outro/Oferta?usuarioId=u").await.json_of(200);
        assert_eq!(other["estoque"], 6);
        assert!(other["dataAlteracao"].as_str() > since.as_str(), "{other}");
    }

    async fn wrong_numbers_are_refused(app: TestApp) {
        kept_by(&app, "erp", &["S"]).await;
        for path in ["/Canal/canal/Estoque", "/sku/S/Canal/canal/Estoque"] {
            let body = json!({ "estoqueSeguranca": -1, "estoqueMaximo": "x" });
            let answer = app.a.put(&format!("{path}?usuarioId=u"), &body).await.with_status(400);
            assert_eq!(answer.problems().len(), 2, "{}", answer.text());
        }
        app.a.get("/Canal/x/Estoque?usuarioId=u").await.with_status(404);
        app.a.get("/sku/X/Canal/canal/Estoque?usuarioId=u").await.with_status(404);
        app.a.get("/sku/X/Estoque?usuarioId=u").await.with_status(404);
        app.a.get("/sku/X/Movimento?usuarioId=u").await.with_status(404);
    }
}
