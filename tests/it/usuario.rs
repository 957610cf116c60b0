//! Usuario: the stores of an application, and the rules that every list and every path shares.

use serde_json::{Value, json};

use crate::concorrencia::seguinte;
use crate::suporte::{Cliente, modelos};

/// The identifiers of a page, in order.
async fn ids(cliente: &Cliente, caminho: &str) -> Vec<String> {
    let pagina = cliente.get(caminho).await.json_de(200);
    pagina["resultado"]
        .as_array()
        .unwrap()
        .iter()
        .map(|u| u["usuarioId"].as_str().unwrap().to_owned())
        .collect()
}

fn minimo(id: &str) -> Value {
    json!({ "usuarioId": id, "nome": "N" })
}

nos_dois_bancos! {
    async fn what_is_created_is_there_with_its_defaults(app: TestApp) {
        let criado = app.a.post("/Usuario", &minimo("loja 1/é")).await.com_status(201);
        assert_eq!(criado.header("location"), "/Usuario/loja%201%2F%C3%A9");
        let esperado = json!({
            "usuarioId": "loja 1/é", "nome": "N", "email": "", "ativo": true, "urlIntegracao": "",
        });
        assert_eq!(criado.json(), esperado);
        assert_eq!(app.a.get(criado.header("location")).await.json_de(200), esperado);
        // the same content again is no conflict, whatever its spelling; other content is one
        let igual = json!({ "usuarioId": "loja 1/é", "nome": "N", "ativo": 1, "email": null, "outro": [] });
        assert_eq!(app.a.post("/Usuario", &igual).await.json_de(200), esperado);
        let diferente = modelos::com(igual, "/nome", json!("M"));
        app.a.post("/Usuario", &diferente).await.com_status(409);
        assert_eq!(app.a.get(criado.header("location")).await.json_de(200), esperado);
    }

    async fn put_creates_and_replaces_and_absent_members_take_their_defaults(app: TestApp) {
        let cheio = modelos::usuario("u");
        let criado = app.a.put("/Usuario/u", &modelos::sem(cheio.clone(), "usuarioId")).await.com_status(201);
        assert_eq!((criado.header("location"), criado.json()), ("/Usuario/u", cheio.clone()));
        let reposto = app.a.put("/Usuario/u", &minimo("u")).await.json_de(200);
        assert_eq!((&reposto["email"], &reposto["urlIntegracao"], &reposto["ativo"]), (
            &json!(""), &json!(""), &json!(true)
        ));
        let outra_chave = app.a.put("/Usuario/u", &minimo("v")).await.com_status(400);
        assert_eq!(outra_chave.problemas(), ["usuarioId: deve ser igual ao do endereço"]);
        app.a.get("/Usuario/v").await.com_status(404);
    }

    async fn patch_is_a_merge_patch(app: TestApp) {
        app.a.post("/Usuario", &modelos::usuario("u")).await.com_status(201);
        let mudado = app.a.patch("/Usuario/u", &json!({ "email": null, "nome": "Novo", "x": 1 })).await;
        let esperado = modelos::com(modelos::com(modelos::usuario("u"), "/email", json!("")), "/nome", json!("Novo"));
        assert_eq!(mudado.json_de(200), esperado);
        assert_eq!(app.a.get("/Usuario/u").await.json(), esperado);
        for (remendo, problema) in [
            (json!({ "nome": null }), "nome: é obrigatório"),
            (json!({ "usuarioId": "v" }), "usuarioId: deve ser igual ao do endereço"),
            (json!([]), "deve ser um objeto"),
        ] {
            assert_eq!(app.a.patch("/Usuario/u", &remendo).await.com_status(400).problemas(), [problema]);
        }
        app.a.patch("/Usuario/nenhum", &json!({})).await.com_status(404);
        assert_eq!(app.a.get("/Usuario/u").await.json(), esperado);
    }

    async fn a_user_with_orders_stays_and_one_without_takes_everything_along(app: TestApp) {
        app.loja_com_skus("com", &["S"]).await;
        app.criar_pedido("com", &modelos::pedido("canal", "P", "S")).await;
        app.a.delete("/Usuario/com").await.com_status(409);
        app.a.get("/sku/S?usuarioId=com").await.com_status(200);

        app.loja_com_skus("sem", &["S"]).await;
        let categoria = json!({ "nome": "C" });
        app.a.put("/Canal/canal/Categoria/1?usuarioId=sem", &categoria).await.com_status(201);
        app.a.delete("/Usuario/sem").await.com_status(204);
        app.a.delete("/Usuario/sem").await.com_status(404);
        app.a.get("/sku?usuarioId=sem").await.com_status(404);
        // one who comes back finds nothing of what was
        app.a.post("/Usuario", &modelos::usuario("sem")).await.com_status(201);
        for lista in ["/sku", "/Canal", "/Pedido"] {
            let caminho = format!("{lista}?usuarioId=sem");
            assert_eq!(app.a.get(&caminho).await.json_de(200)["metadados"]["total"], 0, "{lista}");
        }
    }

    async fn an_inactive_user_can_be_read_and_not_written_below(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let pedido = app.criar_pedido("u", &modelos::pedido("canal", "P", "S")).await["pedidoId"].clone();
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.com_status(200);
        for caminho in ["/sku/S", "/Canal/canal", "/sku/S/Canal/canal/Oferta", "/Pedido"] {
            app.a.get(&format!("{caminho}?usuarioId=u")).await.com_status(200);
        }
        let a = &app.a;
        let recusadas = [
            a.post("/sku?usuarioId=u", &modelos::sku("T")).await,
            a.put("/sku/S?usuarioId=u", &modelos::sku("S")).await,
            a.patch("/sku/S?usuarioId=u", &json!({ "nome": "X" })).await,
            a.delete("/sku/S?usuarioId=u").await,
            a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 1 })).await,
            a.put("/sku/S/Preco?usuarioId=u", &json!({ "precoPor": 1 })).await,
            a.post("/sku/Lote?usuarioId=u", &json!([])).await,
            a.put("/sku/S/Canal/canal?usuarioId=u", &json!({})).await,
            a.patch("/Canal/canal?usuarioId=u", &json!({ "nome": "X" })).await,
            a.put("/Canal/canal/Categoria/1?usuarioId=u", &json!({ "nome": "X" })).await,
            a.post("/Pedido?usuarioId=u", &modelos::pedido("canal", "Q", "S")).await,
            a.put(&format!("/Pedido/{pedido}/Status?usuarioId=u"), &json!({ "status": "Faturado" })).await,
        ];
        for recusada in recusadas {
            let recusada = recusada.com_status(409);
            assert!(recusada.json()["message"].as_str().unwrap().contains("inativo"), "{recusada:?}");
        }
        // the user itself is no part of its data
        app.a.patch("/Usuario/u", &json!({ "ativo": true })).await.com_status(200);
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json()["estoque"], 10);
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 1 })).await.com_status(200);
    }

    async fn lists_come_in_the_order_of_creation_page_by_page(app: TestApp) {
        // neither the identifiers' order nor the names'
        let criados = ["c", "a", "d", "B", "b"];
        for id in criados {
            app.a.post("/Usuario", &minimo(id)).await.com_status(201);
        }
        app.a.put("/Usuario/c", &modelos::usuario("c")).await.com_status(200);
        assert_eq!(ids(&app.a, "/Usuario").await, criados);
        let pagina = app.a.get("/Usuario?pagina=2&quantidade_registros=2").await;
        let metadados = json!({ "pagina": 2, "quantidadeRegistros": 2, "total": 5 });
        assert_eq!(pagina.json()["metadados"], metadados);
        assert_eq!(pagina.json()["resultado"][0]["usuarioId"], "d");
        // the next page begins after this one's last row, though rows before it go and others come
        app.a.delete("/Usuario/a").await.com_status(204);
        app.a.post("/Usuario", &minimo("A")).await.com_status(201);
        let proxima = app.a.get(&seguinte(&pagina).unwrap()).await;
        let visto: Vec<_> = proxima.json()["resultado"].as_array().unwrap().iter().map(|u| u["usuarioId"].clone()).collect();
        assert_eq!(visto, ["b", "A"]);
        assert_eq!(proxima.json()["metadados"]["pagina"], 3);
        assert_eq!(seguinte(&proxima), None);
        let alem = app.a.get("/Usuario?pagina=900000000000").await.json_de(200);
        assert_eq!((&alem["metadados"]["total"], &alem["resultado"]), (&json!(5), &json!([])));
        let muitos = app.a.get("/Usuario?quantidade_registros=250").await.json_de(200);
        assert_eq!(muitos["resultado"].as_array().unwrap().len(), 5);
    }

    async fn a_cursor_belongs_to_its_list(app: TestApp) {
        for id in ["a", "b", "c"] {
            app.a.post("/Usuario", &modelos::usuario(id)).await.com_status(201);
        }
        let pagina = app.a.get("/Usuario?ativo=true&quantidadeRegistros=1").await;
        let proxima = seguinte(&pagina).unwrap();
        assert_eq!(ids(&app.a, &proxima).await, ["b"]);
        // the size is free to change on the way, and the page's number does not count beside a cursor
        let mesma = proxima.replace("quantidadeRegistros=1", "quantidade_registros=9&pagina=1");
        assert_eq!(ids(&app.a, &mesma).await, ["b", "c"]);
        let cursor = proxima.split("cursor=").nth(1).unwrap();
        for outra in [
            format!("/Usuario?cursor={cursor}"),
            format!("/Usuario?ativo=false&cursor={cursor}"),
            format!("/Usuario?ativo=true&cursor={}", &cursor[1..]),
            "/Usuario?cursor=abc".to_owned(),
        ] {
            let recusada = app.a.get(&outra).await.com_status(400);
            assert!(recusada.problemas()[0].starts_with("cursor: "), "{outra}: {recusada:?}");
        }
    }

    async fn filters(app: TestApp) {
        for (id, ativo, email) in [("a", true, "x@y.example"), ("b", false, "x@y.example"), ("c", true, "z@y.example")] {
            let usuario = json!({ "usuarioId": id, "nome": id, "ativo": ativo, "email": email });
            app.a.post("/Usuario", &usuario).await.com_status(201);
        }
        for (consulta, esperados) in [
            ("ativo=true", vec!["a", "c"]),
            ("ativo=0", vec!["b"]),
            ("email=x@y.example", vec!["a", "b"]),
            ("email=X@Y.EXAMPLE", vec![]),
            ("email=x%40y.example&ativo=1", vec!["a"]),
            ("email=", vec!["a", "b", "c"]),
            // a name that nobody knows asks for nothing
            ("emails=nada&ordem=-1", vec!["a", "b", "c"]),
        ] {
            assert_eq!(ids(&app.a, &format!("/Usuario?{consulta}")).await, esperados, "{consulta}");
        }
    }

    async fn words_are_known_in_any_case_and_identifiers_in_theirs(app: TestApp) {
        app.loja_com_skus("Loja", &["S", "s"]).await;
        app.a.post("/uSUARIO", &minimo("loja")).await.com_status(201);
        for (caminho, status) in [
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
            app.a.get(caminho).await.com_status(status);
        }
        let um = app.a.get("/SKU?USUARIO_ID=Loja&QUANTIDADE_REGISTROS=1").await.json_de(200);
        assert_eq!(um["metadados"], json!({ "pagina": 1, "quantidadeRegistros": 1, "total": 2 }));
        assert_eq!(app.a.get("/sku/s?usuarioId=Loja").await.json()["sku"], "s");
        // both spellings are one parameter
        let duas = app.a.get("/sku?usuarioId=Loja&usuario_id=Loja").await.com_status(400);
        assert_eq!(duas.problemas(), ["usuarioId: foi informado mais de uma vez"]);
    }

    async fn limits_of_its_members(app: TestApp) {
        let com = |ponteiro: &str, valor: Value| modelos::com(minimo("u"), ponteiro, valor);
        for bom in [
            com("/nome", json!("é".repeat(200))),
            com("/usuarioId", json!("é".repeat(100))),
            com("/email", json!("a.b+c@d-e.example")),
            com("/urlIntegracao", json!("http://localhost:8080/a?b=c#d")),
        ] {
            let id = bom["usuarioId"].as_str().unwrap();
            let gravado = app.a.put(&format!("/Usuario/{id}"), &bom).await;
            assert!(gravado.status < 300, "{gravado:?}");
            for (membro, valor) in bom.as_object().unwrap() {
                assert_eq!(gravado.json()[membro], *valor);
            }
        }
        for (ponteiro, valor) in [
            ("/nome", json!("")),
            ("/nome", json!("x".repeat(201))),
            ("/usuarioId", json!("")),
            ("/usuarioId", json!("x".repeat(101))),
            ("/email", json!("a@")),
            ("/email", json!("a b@c.example")),
            ("/urlIntegracao", json!("loja.example/x")),
            ("/urlIntegracao", json!("ftp://loja.example/x")),
            ("/urlIntegracao", json!("https://")),
            ("/ativo", json!("sim")),
            ("/ativo", json!(2)),
        ] {
            let recusado = app.a.post("/Usuario", &com(ponteiro, valor.clone())).await.com_status(400);
            let problemas = recusado.problemas();
            assert!(problemas.len() == 1 && problemas[0].starts_with(&ponteiro[1..]), "{valor}: {problemas:?}");
        }
    }
}
