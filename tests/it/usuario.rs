//! Usuario: the stores of an application, and the rules that every list and every path shares.

use serde_json::{Value, json};
use store::{Store, StoreError, clearing};

use crate::concurrency::following;
use crate::estoque::centros::steps::sound;
use crate::support::app::{clear_away, run_blocking};
use crate::support::{TestClient, models};

/// The identifiers of a page, in order.
async fn ids(client: &TestClient, path: &str) -> Vec<String> {
    let page = client.get(path).await.json_of(200);
    page["resultado"]
        .as_array()
        .unwrap()
        .iter()
        .map(|u| u["usuarioId"].as_str().unwrap().to_owned())
        .collect()
}

fn min(id: &str) -> Value {
    json!({ "usuarioId": id, "nome": "N" })
}

on_both_databases! {
    async fn what_is_created_is_there_with_its_defaults(app: TestApp) {
        let created = app.a.post("/Usuario", &min("loja 1/é")).await.with_status(201);
        assert_eq!(created.header("location"), "/Usuario/loja%201%2F%C3%A9");
        let expected = json!({
            "usuarioId": "loja 1/é", "nome": "N", "email": "", "ativo": true, "urlIntegracao": "",
        });
        assert_eq!(created.json(), expected);
        assert_eq!(app.a.get(created.header("location")).await.json_of(200), expected);
        // the same content again is no conflict, whatever its spelling; other content is one
        let equal = json!({ "usuarioId": "loja 1/é", "nome": "N", "ativo": 1, "email": null, "outro": [] });
        assert_eq!(app.a.post("/Usuario", &equal).await.json_of(200), expected);
        let different = models::with(equal, "/nome", json!("M"));
        app.a.post("/Usuario", &different).await.with_status(409);
        assert_eq!(app.a.get(created.header("location")).await.json_of(200), expected);
    }

    async fn put_creates_and_replaces_and_absent_members_take_their_defaults(app: TestApp) {
        let full = models::usuario("u");
        let created = app.a.put("/Usuario/u", &models::without(full.clone(), "usuarioId")).await.with_status(201);
        assert_eq!((created.header("location"), created.json()), ("/Usuario/u", full.clone()));
        let restored = app.a.put("/Usuario/u", &min("u")).await.json_of(200);
        assert_eq!((&restored["email"], &restored["urlIntegracao"], &restored["ativo"]), (
            &json!(""), &json!(""), &json!(true)
        ));
        let other_key = app.a.put("/Usuario/u", &min("v")).await.with_status(400);
        assert_eq!(other_key.problems(), ["usuarioId: deve ser igual ao do endereço"]);
        app.a.get("/Usuario/v").await.with_status(404);
    }

    async fn patch_is_a_merge_patch(app: TestApp) {
        app.a.post("/Usuario", &models::usuario("u")).await.with_status(201);
        let changed = app.a.patch("/Usuario/u", &json!({ "email": null, "nome": "Novo", "x": 1 })).await;
        let expected = models::with(models::with(models::usuario("u"), "/email", json!("")), "/nome", json!("Novo"));
        assert_eq!(changed.json_of(200), expected);
        assert_eq!(app.a.get("/Usuario/u").await.json(), expected);
        for (merge_patch, problem) in [
            (json!({ "nome": null }), "nome: é obrigatório"),
            (json!({ "usuarioId": "v" }), "usuarioId: deve ser igual ao do endereço"),
            (json!([]), "deve ser um objeto"),
        ] {
            assert_eq!(app.a.patch("/Usuario/u", &merge_patch).await.with_status(400).problems(), [problem]);
        }
        app.a.patch("/Usuario/nenhum", &json!({})).await.with_status(404);
        assert_eq!(app.a.get("/Usuario/u").await.json(), expected);
    }

    async fn a_user_with_orders_stays_and_one_without_takes_everything_along(app: TestApp) {
        app.loja_with_skus("com", &["S"]).await;
        app.create_pedido("com", &models::pedido("canal", "P", "S")).await;
        app.a.delete("/Usuario/com").await.with_status(409);
        app.a.get("/sku/S?usuarioId=com").await.with_status(200);

        app.loja_with_skus("sem", &["S"]).await;
        let categoria = json!({ "nome": "C" });
        app.a.put("/Canal/canal/Categoria/1?usuarioId=sem", &categoria).await.with_status(201);
        app.a.delete("/Usuario/sem").await.with_status(204);
        app.a.delete("/Usuario/sem").await.with_status(404);
        app.a.get("/sku?usuarioId=sem").await.with_status(404);
        // one who comes back at once finds nothing of what was
        app.a.post("/Usuario", &models::usuario("sem")).await.with_status(201);
        app.a.post("/sku?usuarioId=sem", &models::sku("S")).await.with_status(201);
        sound(&app);
        let one_step = |store: &Store| -> Result<(), StoreError> {
            for loja in store.read_blocking(clearing::deleted)? {
                store.write_blocking(move |tx| clearing::step(tx, loja, 1))?;
            }
            Ok(())
        };
        for _ in 0..3 {
            run_blocking(&app.store, one_step);
            sound(&app);
        }
        clear_away(&app);
        sound(&app);
        app.database.execute("CREATE TABLE kept (rows INTEGER CHECK (rows = 4))");
        app.database.execute(
            "INSERT INTO kept SELECT (SELECT count(*) FROM lojas) + (SELECT count(*) FROM skus)",
        );
        app.a.delete("/sku/S?usuarioId=sem").await.with_status(204);
        for list in ["/sku", "/Canal", "/Pedido"] {
            let path = format!("{list}?usuarioId=sem");
            assert_eq!(app.a.get(&path).await.json_of(200)["metadados"]["total"], 0, "{list}");
        }
    }

    async fn an_inactive_user_can_be_read_and_not_written_below(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let pedido = app.create_pedido("u", &models::pedido("canal", "P", "S")).await["pedidoId"].clone();
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.with_status(200);
        for path in ["/sku/S", "/Canal/canal", "/sku/S/Canal/canal/Oferta", "/Pedido"] {
            app.a.get(&format!("{path}?usuarioId=u")).await.with_status(200);
        }
        let a = &app.a;
        let refused_items = [
            a.post("/sku?usuarioId=u", &models::sku("T")).await,
            a.put("/sku/S?usuarioId=u", &models::sku("S")).await,
            a.patch("/sku/S?usuarioId=u", &json!({ "nome": "X" })).await,
            a.delete("/sku/S?usuarioId=u").await,
            a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 1 })).await,
            a.put("/sku/S/Preco?usuarioId=u", &json!({ "precoPor": 1 })).await,
            a.post("/sku/Lote?usuarioId=u", &json!([])).await,
            a.put("/sku/S/Canal/canal?usuarioId=u", &json!({})).await,
            a.patch("/Canal/canal?usuarioId=u", &json!({ "nome": "X" })).await,
            a.put("/Canal/canal/Categoria/1?usuarioId=u", &json!({ "nome": "X" })).await,
            a.post("/Pedido?usuarioId=u", &models::pedido("canal", "Q", "S")).await,
            a.put(&format!("/Pedido/{pedido}/Status?usuarioId=u"), &json!({ "status": "Faturado" })).await,
        ];
        for refused in refused_items {
            let refused = refused.with_status(409);
            assert!(refused.json()["message"].as_str().unwrap().contains("inativo"), "{refused:?}");
        }
        // the user itself is no part of its data
        app.a.patch("/Usuario/u", &json!({ "ativo": true })).await.with_status(200);
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json()["estoque"], 10);
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 1 })).await.with_status(200);
    }

    async fn lists_come_in_the_order_of_creation_page_by_page(app: TestApp) {
        // neither the identifiers' order nor the names'
        let created_items = ["c", "a", "d", "B", "b"];
        for id in created_items {
            app.a.post("/Usuario", &min(id)).await.with_status(201);
        }
        app.a.put("/Usuario/c", &models::usuario("c")).await.with_status(200);
        assert_eq!(ids(&app.a, "/Usuario").await, created_items);
        let page = app.a.get("/Usuario?pagina=2&quantidade_registros=2").await;
        let metadata = json!({ "pagina": 2, "quantidadeRegistros": 2, "total": 5 });
        assert_eq!(page.json()["metadados"], metadata);
        assert_eq!(page.json()["resultado"][0]["usuarioId"], "d");
        // the next page begins after this one's last row, though rows before it go and others come
        app.a.delete("/Usuario/a").await.with_status(204);
        app.a.post("/Usuario", &min("A")).await.with_status(201);
        let next = app.a.get(&following(&page).unwrap()).await;
        let seen: Vec<_> = next.json()["resultado"].as_array().unwrap().iter().map(|u| u["usuarioId"].clone()).collect();
        assert_eq!(seen, ["b", "A"]);
        assert_eq!(next.json()["metadados"]["pagina"], 3);
        assert_eq!(following(&next), None);
        let beyond = app.a.get("/Usuario?pagina=900000000000").await.json_of(200);
        assert_eq!((&beyond["metadados"]["total"], &beyond["resultado"]), (&json!(5), &json!([])));
        let many = app.a.get("/Usuario?quantidade_registros=250").await.json_of(200);
        assert_eq!(many["resultado"].as_array().unwrap().len(), 5);
    }

    async fn a_cursor_belongs_to_its_list(app: TestApp) {
        for id in ["a", "b", "c"] {
            app.a.post("/Usuario", &models::usuario(id)).await.with_status(201);
        }
        let page = app.a.get("/Usuario?ativo=true&quantidadeRegistros=1").await;
        let next = following(&page).unwrap();
        assert_eq!(ids(&app.a, &next).await, ["b"]);
        // the size is free to change on the way, and the page's number does not count beside a cursor
        let same = next.replace("quantidadeRegistros=1", "quantidade_registros=9&pagina=1");
        assert_eq!(ids(&app.a, &same).await, ["b", "c"]);
        let cursor = next.split("cursor=").nth(1).unwrap();
        for other in [
            format!("/Usuario?cursor={cursor}"),
            format!("/Usuario?ativo=false&cursor={cursor}"),
            format!("/Usuario?ativo=true&cursor={}", &cursor[1..]),
            "/Usuario?cursor=abc".to_owned(),
        ] {
            let refused = app.a.get(&other).await.with_status(400);
            assert!(refused.problems()[0].starts_with("cursor: "), "{other}: {refused:?}");
        }
    }

    async fn filters(app: TestApp) {
        for (id, active, email) in [("a", true, "x@y.example"), ("b", false, "x@y.example"), ("c", true, "z@y.example")] {
            let usuario = json!({ "usuarioId": id, "nome": id, "ativo": active, "email": email });
            app.a.post("/Usuario", &usuario).await.with_status(201);
        }
        for (query, expected) in [
            ("ativo=true", vec!["a", "c"]),
            ("ativo=0", vec!["b"]),
            ("email=x@y.example", vec!["a", "b"]),
            ("email=X@Y.EXAMPLE", vec![]),
            ("email=x%40y.example&ativo=1", vec!["a"]),
            ("email=", vec!["a", "b", "c"]),
            // a name that nobody knows asks for nothing
            ("emails=nada&ordem=-1", vec!["a", "b", "c"]),
        ] {
            assert_eq!(ids(&app.a, &format!("/Usuario?{query}")).await, expected, "{query}");
        }
    }

    async fn words_are_known_in_any_case_and_identifiers_in_theirs(app: TestApp) {
        app.loja_with_skus("Loja", &["S", "s"]).await;
        app.a.post("/uSUARIO", &min("loja")).await.with_status(201);
        for (path, status) in [
            ("/USUARIO/Loja", 200),
            ("/usuario/LOJA", 404),
            ("/sku?usuarioId=Loja", 200),
            ("/SKU?usuario_id=Loja", 200),
            ("/Sku?USUARIOID=Loja", 200),
            ("/sku?Usuario_Id=Loja&QuantidadeRegistros=1", 200),
            ("/sku?usuarioId=LOJA", 404),
            ("/SKU/S/canal/canal/OFERTA?usuarioId=Loja", 200),
            ("/SKU/S/canal/CANAL/oferta?usuarioId=Loja", 404),
            ("/canal/TIPO_CANAL", 200),
        ] {
            app.a.get(path).await.with_status(status);
        }
        let one = app.a.get("/SKU?USUARIO_ID=Loja&QUANTIDADE_REGISTROS=1").await.json_of(200);
        assert_eq!(one["metadados"], json!({ "pagina": 1, "quantidadeRegistros": 1, "total": 2 }));
        assert_eq!(app.a.get("/sku/s?usuarioId=Loja").await.json()["sku"], "s");
        // both spellings are one parameter
        let two = app.a.get("/sku?usuarioId=Loja&usuario_id=Loja").await.with_status(400);
        assert_eq!(two.problems(), ["usuarioId: foi informado mais de uma vez"]);
    }

}
