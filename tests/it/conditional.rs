//! ETag, `If-None-Match` and `If-Match`: reads that need not be sent again, and writes that do not overwrite
//! what they have not seen. (That every single read has a tag is held by `coverage`.)

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, TestApp, models};

async fn fetch_with(
    app: &TestApp,
    method: Method,
    path: &str,
    header: (&str, &str),
    body: Option<&Value>,
) -> Answer {
    let headers = [("content-type", "application/json"), header];
    app.a.send(method, path, &headers, body.map(Value::to_string)).await
}

async fn etag(app: &TestApp, path: &str) -> String {
    app.a.get(path).await.with_status(200).header("etag").to_owned()
}

const SKU: &str = "/sku/S?usuarioId=u";

/// Something behind every identifier.
async fn fill(app: &TestApp) -> Value {
    app.loja_with_skus("u", &["S"]).await;
    app.a.put("/Canal/canal/Categoria/c?usuarioId=u", &json!({ "nome": "C" })).await.with_status(201);
    app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({ "estoque": 1 })).await.with_status(201);
    app.create_pedido("u", &models::pedido("canal", "P", "S")).await["pedidoId"].clone()
}

on_both_databases! {
    async fn a_read_is_sent_again_only_when_it_has_changed(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let old = etag(&app, SKU).await;
        for condition in [old.clone(), format!("\"x\", {old}"), format!("W/{old}"), "*".to_owned()] {
            let same = fetch_with(&app, Method::GET, SKU, ("if-none-match", &condition), None).await.with_status(304);
            assert!(same.corpo.is_empty() && same.header("etag") == old, "{condition}: {same:?}");
        }
        for condition in ["\"x\"", "", "x", old.trim_matches('"')] {
            fetch_with(&app, Method::GET, SKU, ("if-none-match", condition), None).await.with_status(200);
        }
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "variacao": 1 })).await.with_status(200);
        let new = fetch_with(&app, Method::GET, SKU, ("if-none-match", &old), None).await.with_status(200);
        assert_ne!(new.header("etag"), old);
        assert_eq!(new.json()["estoque"], 11);
        // back to what it was: the tag is of the content
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "variacao": -1 })).await.with_status(200);
        fetch_with(&app, Method::GET, SKU, ("if-none-match", &old), None).await.with_status(304);
        fetch_with(&app, Method::GET, "/sku/Z?usuarioId=u", ("if-none-match", "*"), None).await.with_status(404);
        fetch_with(&app, Method::GET, SKU, ("if-match", "\"x\""), None).await.with_status(412);
        fetch_with(&app, Method::GET, SKU, ("if-match", &old), None).await.with_status(200);
    }

    async fn what_a_write_answers_has_the_tag_of_the_next_read(app: TestApp) {
        let pedido = fill(&app).await;
        let a = &app.a;
        let (centro, centros) = ("/Centro/2?usuarioId=u", "/Canal/canal/Centro?usuarioId=u");
        let writes = [
            (a.post("/Usuario", &models::usuario("v")).await, "/Usuario/v".to_owned()),
            (a.patch("/Usuario/u", &json!({ "nome": "X" })).await, "/Usuario/u".to_owned()),
            (a.put("/Canal/canal?usuarioId=u", &models::canal("canal")).await, "/Canal/canal?usuarioId=u".to_owned()),
            (a.put("/sku/T?usuarioId=u", &models::sku("T")).await, "/sku/T?usuarioId=u".to_owned()),
            (a.patch(SKU, &json!({ "nome": "X" })).await, SKU.to_owned()),
            (a.put("/sku/S/Canal/canal?usuarioId=u", &json!({})).await, "/sku/S/Canal/canal?usuarioId=u".to_owned()),
            (a.put("/sku/S/Canal?usuarioId=u", &json!([{ "canalId": "canal" }])).await, "/sku/S/Canal?usuarioId=u".to_owned()),
            (a.put(centro, &json!({ "nome": "D" })).await, centro.to_owned()),
            (a.put(centros, &json!({ "centros": [2] })).await, centros.to_owned()),
            (a.put("/Canal/canal/Categoria/c?usuarioId=u", &json!({ "nome": "D" })).await, "/Canal/canal/Categoria/c?usuarioId=u".to_owned()),
            (a.put(&format!("/Pedido/{pedido}/Status?usuarioId=u"), &json!({ "status": "Faturado" })).await, format!("/Pedido/{pedido}?usuarioId=u")),
        ];
        for (writing, path) in writes {
            assert!(writing.status < 300, "{writing:?}");
            assert_eq!(writing.header("etag"), etag(&app, &path).await, "{path}");
        }
    }

    async fn a_write_made_for_another_state_changes_nothing(app: TestApp) {
        let pedido = fill(&app).await;
        let (of_pedido, status) = (format!("/Pedido/{pedido}?usuarioId=u"), format!("/Pedido/{pedido}/Status?usuarioId=u"));
        let canal = "/Canal/canal?usuarioId=u";
        let (in_canal, categoria) = ("/sku/S/Canal/canal?usuarioId=u", "/Canal/canal/Categoria/c?usuarioId=u");
        let (list, tree) = ("/sku/S/Canal?usuarioId=u", "/Canal/canal/Categoria/Lote?usuarioId=u");
        let (centro, centros) = ("/Centro/2?usuarioId=u", "/Canal/canal/Centro?usuarioId=u");
        let (stocks, stock) = ("/sku/S/Centro?usuarioId=u", "/sku/S/Centro/2?usuarioId=u");
        app.a.put(centro, &json!({ "nome": "Galpão" })).await.with_status(201);
        let name = json!({ "nome": "Novo" });
        // read, write, body
        let writes = [
            ("/Usuario/u", Method::PATCH, "/Usuario/u", Some(name.clone())),
            ("/Usuario/u", Method::PUT, "/Usuario/u", Some(models::usuario("u"))),
            (canal, Method::PATCH, canal, Some(name.clone())),
            (canal, Method::PUT, canal, Some(models::canal("canal"))),
            (SKU, Method::PATCH, SKU, Some(name.clone())),
            (SKU, Method::PUT, SKU, Some(models::sku("S"))),
            (SKU, Method::PUT, "/sku/S/Estoque?usuarioId=u", Some(json!({ "variacao": 1 }))),
            (SKU, Method::PUT, "/sku/S/Preco?usuarioId=u", Some(json!({ "precoPor": 1 }))),
            (in_canal, Method::PATCH, in_canal, Some(json!({ "estoque": 2 }))),
            (in_canal, Method::PUT, in_canal, Some(json!({ "estoque": 3 }))),
            (list, Method::PUT, list, Some(json!([{ "canalId": "canal" }]))),
            (categoria, Method::PUT, categoria, Some(name.clone())),
            (stocks, Method::PUT, stock, Some(json!({ "variacao": 0 }))),
            (centros, Method::PUT, centros, Some(json!({ "centros": [1] }))),
            (centro, Method::PUT, centro, Some(name)),
            (centro, Method::DELETE, centro, None),
            (of_pedido.as_str(), Method::PUT, status.as_str(), Some(json!({ "status": "Faturado" }))),
            (in_canal, Method::DELETE, in_canal, None),
            (categoria, Method::DELETE, categoria, None),
        ];
        for (parsed, method, path, body) in writes {
            let case = format!("{method} {path}");
            let before = app.a.get(parsed).await.with_status(200);
            for old in ["\"velha\"", "W/\"velha\"", &format!("W/{}", before.header("etag")), ""] {
                let refused = fetch_with(&app, method.clone(), path, ("if-match", old), body.as_ref()).await;
                assert_eq!(refused.status, 412, "{case} {old}: {refused:?}");
                assert!(refused.json()["message"].as_str().unwrap().contains("If-Match"));
            }
            let exists = fetch_with(&app, method.clone(), path, ("if-none-match", "*"), body.as_ref()).await;
            assert_eq!(exists.status, 412, "{case}: {exists:?}");
            assert_eq!(app.a.get(parsed).await.corpo, before.corpo, "{case}");
            let right = format!("\"outra\", {}", before.header("etag"));
            let done = fetch_with(&app, method.clone(), path, ("if-match", &right), body.as_ref()).await;
            assert!(done.status < 300, "{case}: {done:?}");
        }
        // the tree as a whole, too
        fetch_with(&app, Method::POST, tree, ("if-match", "\"velha\""), Some(&json!([]))).await.with_status(412);
        fetch_with(&app, Method::POST, tree, ("if-match", "*"), Some(&json!([]))).await.with_status(200);
        fetch_with(&app, Method::DELETE, SKU, ("if-match", "\"velha\""), None).await.with_status(412);
        fetch_with(&app, Method::DELETE, canal, ("if-match", "\"velha\""), None).await.with_status(412);
        fetch_with(&app, Method::DELETE, "/Usuario/u", ("if-match", "\"velha\""), None).await.with_status(412);
    }

    async fn created_only_where_there_is_nothing_and_changed_only_where_there_is(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for (path, body) in [
            ("/Usuario/novo", models::usuario("novo")),
            ("/Canal/novo?usuarioId=u", models::canal("novo")),
            ("/sku/novo?usuarioId=u", models::sku("novo")),
            ("/sku/S/Canal/canal?usuarioId=u", json!({})),
            ("/Canal/canal/Categoria/novo?usuarioId=u", json!({ "nome": "N" })),
            ("/Centro/7?usuarioId=u", json!({ "nome": "N" })),
        ] {
            // nothing is there to match
            fetch_with(&app, Method::PUT, path, ("if-match", "*"), Some(&body)).await.with_status(412);
            app.a.get(path).await.with_status(404);
            fetch_with(&app, Method::PUT, path, ("if-none-match", "*"), Some(&body)).await.with_status(201);
            fetch_with(&app, Method::PUT, path, ("if-none-match", "*"), Some(&body)).await.with_status(412);
            fetch_with(&app, Method::PUT, path, ("if-match", "*"), Some(&body)).await.with_status(200);
        }
    }

    async fn of_two_who_read_the_same_only_one_writes(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let old = etag(&app, SKU).await;
        let tasks: Vec<_> = (0..10)
            .map(|n| {
                let (client, old) = (app.a.clone(), old.clone());
                actix_web::rt::spawn(async move {
                    let body = json!({ "nome": format!("N{n}") });
                    client.json_with(Method::PATCH, SKU, &[("if-match", &old)], &body).await.status
                })
            })
            .collect();
        let mut outcomes = 0;
        for task in tasks {
            match task.await.unwrap() {
                200 => outcomes += 1,
                status => assert!([412, 503].contains(&status), "{status}"),
            }
        }
        assert_eq!(outcomes, 1);
    }
}
