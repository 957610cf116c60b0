//! SkuCanal: stock, price and state of a SKU in one channel, seen from the SKU and from the channel.

use serde_json::{Value, json};

use crate::support::{TestApp, models};

async fn with_two_canais(app: &TestApp) {
    app.loja_with_skus("u", &["S", "T"]).await;
    app.a.post("/Canal?usuarioId=u", &models::canal("outro")).await.with_status(201);
}

fn in_canal(canal: &str, estoque: Value, preco: Value, active: bool) -> Value {
    json!({ "canalId": canal, "estoque": estoque, "preco": preco, "ativo": active })
}

on_both_databases! {
    async fn settings_of_one_sku_in_one_channel(app: TestApp) {
        with_two_canais(&app).await;
        let path = "/sku/S/Canal/canal?usuarioId=u";
        let missing = app.a.get(path).await.with_status(404).json();
        assert_eq!(missing["message"], "O SKU não tem configuração neste canal.");
        app.a.patch(path, &json!({ "estoque": 1 })).await.with_status(404);
        app.a.delete(path).await.with_status(404);

        // what is not said is as the SKU says
        let created = app.a.put(path, &json!({})).await.with_status(201);
        assert_eq!(created.header("location"), path);
        assert_eq!(created.json(), in_canal("canal", Value::Null, Value::Null, true));
        let preco = json!({ "precoDe": 20, "precoPor": 10.5 });
        let full = in_canal("canal", json!(3), preco.clone(), false);
        assert_eq!(app.a.put(path, &full).await.json_of(200), full);
        assert_eq!(app.a.get(path).await.json_of(200), full);
        let patched = app.a.patch(path, &json!({ "estoque": null, "ativo": 1 })).await.json_of(200);
        assert_eq!(patched, in_canal("canal", Value::Null, preco, true));
        // a patch goes into the price
        let patched = app.a.patch(path, &json!({ "preco": { "precoPor": 11 } })).await.json_of(200);
        assert_eq!(patched["preco"], json!({ "precoDe": 20, "precoPor": 11 }));
        assert_eq!(app.a.patch(path, &json!({ "preco": null })).await.json_of(200)["preco"], Value::Null);
        // a stock of zero is a stock, not the absence of one
        assert_eq!(app.a.patch(path, &json!({ "estoque": 0 })).await.json_of(200)["estoque"], 0);
        app.a.delete(path).await.with_status(204);
        app.a.delete(path).await.with_status(404);
        // the SKU itself never noticed
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json_of(200), models::sku("S"));
    }

    async fn neither_sku_nor_channel_may_be_missing(app: TestApp) {
        with_two_canais(&app).await;
        for (path, message) in [
            ("/sku/X/Canal/canal?usuarioId=u", "O SKU não foi encontrado."),
            ("/sku/S/Canal/x?usuarioId=u", "O canal não foi encontrado."),
        ] {
            let a = &app.a;
            for answer in [
                a.get(path).await,
                a.put(path, &json!({})).await,
                a.patch(path, &json!({})).await,
                a.delete(path).await,
            ] {
                assert_eq!(answer.with_status(404).json()["message"], message);
            }
        }
        app.a.get("/sku/X/Canal?usuarioId=u").await.with_status(404);
        app.a.put("/sku/X/Canal?usuarioId=u", &json!([])).await.with_status(404);
        app.a.get("/Canal/x/sku?usuarioId=u").await.with_status(404);
        app.a.post("/Canal/x/sku/Lote?usuarioId=u", &json!([])).await.with_status(404);
    }

    async fn a_body_of_another_channel_is_refused(app: TestApp) {
        with_two_canais(&app).await;
        let other = app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({ "canalId": "outro" })).await;
        let problems = other.with_status(400).problems();
        assert!(problems.len() == 1 && problems[0].starts_with("canalId: "), "{problems:?}");
        assert_eq!(app.a.get("/sku/S/Canal?usuarioId=u").await.json_of(200), json!([]));
    }

    async fn the_list_of_a_sku_is_replaced_as_a_whole(app: TestApp) {
        with_two_canais(&app).await;
        let path = "/sku/S/Canal?usuarioId=u";
        let (one, other) = (
            in_canal("canal", json!(1), Value::Null, true),
            in_canal("outro", json!(2), json!({ "precoDe": 0, "precoPor": 5 }), false),
        );
        // in the order of the channels, whatever that of the list
        let stored = app.a.put(path, &json!([other, one])).await.json_of(200);
        assert_eq!(stored, json!([one, other]));
        assert_eq!(app.a.get(path).await.json_of(200), stored);
        // what is wrong changes nothing
        for (body, problems) in [
            (json!([one, { "canalId": "x" }, one]), vec!["[2].canalId: está repetido"]),
            (json!([one, { "canalId": "x" }, { "canalId": "y" }]),
                vec!["[1].canalId: o canal não foi encontrado", "[2].canalId: o canal não foi encontrado"]),
            (json!([{ "estoque": 1 }, { "canalId": "outro", "estoque": 0.5 }]),
                vec!["[0].canalId: é obrigatório", "[1].estoque: deve ser um número inteiro"]),
            (json!({ "canalId": "canal" }), vec!["deve ser uma lista"]),
        ] {
            assert_eq!(app.a.put(path, &body).await.with_status(400).problems(), problems);
        }
        assert_eq!(app.a.get(path).await.json_of(200), stored);
        assert_eq!(app.a.put(path, &json!([other])).await.json_of(200), json!([other]));
        app.a.get("/sku/S/Canal/canal?usuarioId=u").await.with_status(404);
        assert_eq!(app.a.put(path, &json!([])).await.json_of(200), json!([]));
    }

    async fn a_channel_lists_its_skus(app: TestApp) {
        with_two_canais(&app).await;
        app.a.post("/sku?usuarioId=u", &models::sku("A")).await.with_status(201);
        for (sku, estoque, active) in [("A", 1, true), ("T", 2, false), ("S", 3, true)] {
            let body = json!({ "estoque": estoque, "ativo": active });
            app.a.put(&format!("/sku/{sku}/Canal/canal?usuarioId=u"), &body).await.with_status(201);
        }
        // in the order in which the SKUs were created
        for (query, expected) in
            [("", vec!["S", "T", "A"]), ("&ativo=false", vec!["T"]), ("&quantidade_registros=1&pagina=3", vec!["A"])]
        {
            let page = app.a.get(&format!("/Canal/canal/sku?usuarioId=u{query}")).await.json_of(200);
            let seen: Vec<&str> =
                page["resultado"].as_array().unwrap().iter().map(|l| l["sku"].as_str().unwrap()).collect();
            assert_eq!(seen, expected, "{query}");
        }
        let first = &app.a.get("/Canal/canal/sku?usuarioId=u").await.json()["resultado"][0];
        assert_eq!(*first, json!({ "sku": "S", "canalId": "canal", "estoque": 3, "preco": null, "ativo": true }));
        assert_eq!(app.a.get("/Canal/outro/sku?usuarioId=u").await.json()["metadados"]["total"], 0);
    }
}
