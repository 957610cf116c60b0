//! ETag, `If-None-Match` and `If-Match`: reads that need not be sent again, and writes that do not overwrite
//! what they have not seen. (That every single read has a tag is held by `cobertura`.)

use reqwest::Method;
use serde_json::{Value, json};

use crate::suporte::{Resposta, TestApp, modelos};

async fn com(
    app: &TestApp,
    metodo: Method,
    caminho: &str,
    cabecalho: (&str, &str),
    corpo: Option<&Value>,
) -> Resposta {
    let headers = [("content-type", "application/json"), cabecalho];
    app.a.enviar(metodo, caminho, &headers, corpo.map(Value::to_string)).await
}

async fn etag(app: &TestApp, caminho: &str) -> String {
    app.a.get(caminho).await.com_status(200).header("etag").to_owned()
}

const SKU: &str = "/sku/S?usuarioId=u";

/// Something behind every identifier.
async fn encher(app: &TestApp) -> Value {
    app.loja_com_skus("u", &["S"]).await;
    app.a.put("/Canal/canal/Categoria/c?usuarioId=u", &json!({ "nome": "C" })).await.com_status(201);
    app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({ "estoque": 1 })).await.com_status(201);
    app.criar_pedido("u", &modelos::pedido("canal", "P", "S")).await["pedidoId"].clone()
}

nos_dois_bancos! {
    async fn a_read_is_sent_again_only_when_it_has_changed(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let velha = etag(&app, SKU).await;
        for condicao in [velha.clone(), format!("\"x\", {velha}"), format!("W/{velha}"), "*".to_owned()] {
            let mesma = com(&app, Method::GET, SKU, ("if-none-match", &condicao), None).await.com_status(304);
            assert!(mesma.corpo.is_empty() && mesma.header("etag") == velha, "{condicao}: {mesma:?}");
        }
        for condicao in ["\"x\"", "", "x", velha.trim_matches('"')] {
            com(&app, Method::GET, SKU, ("if-none-match", condicao), None).await.com_status(200);
        }
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "variacao": 1 })).await.com_status(200);
        let nova = com(&app, Method::GET, SKU, ("if-none-match", &velha), None).await.com_status(200);
        assert_ne!(nova.header("etag"), velha);
        assert_eq!(nova.json()["estoque"], 11);
        // back to what it was: the tag is of the content
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "variacao": -1 })).await.com_status(200);
        com(&app, Method::GET, SKU, ("if-none-match", &velha), None).await.com_status(304);
        com(&app, Method::GET, "/sku/Z?usuarioId=u", ("if-none-match", "*"), None).await.com_status(404);
        com(&app, Method::GET, SKU, ("if-match", "\"x\""), None).await.com_status(412);
        com(&app, Method::GET, SKU, ("if-match", &velha), None).await.com_status(200);
    }

    async fn what_a_write_answers_has_the_tag_of_the_next_read(app: TestApp) {
        let pedido = encher(&app).await;
        let a = &app.a;
        let escritas = [
            (a.post("/Usuario", &modelos::usuario("v")).await, "/Usuario/v".to_owned()),
            (a.patch("/Usuario/u", &json!({ "nome": "X" })).await, "/Usuario/u".to_owned()),
            (a.put("/Canal/canal?usuarioId=u", &modelos::canal("canal")).await, "/Canal/canal?usuarioId=u".to_owned()),
            (a.put("/sku/T?usuarioId=u", &modelos::sku("T")).await, "/sku/T?usuarioId=u".to_owned()),
            (a.patch(SKU, &json!({ "nome": "X" })).await, SKU.to_owned()),
            (a.put("/sku/S/Canal/canal?usuarioId=u", &json!({})).await, "/sku/S/Canal/canal?usuarioId=u".to_owned()),
            (a.put("/sku/S/Canal?usuarioId=u", &json!([{ "canalId": "canal" }])).await, "/sku/S/Canal?usuarioId=u".to_owned()),
            (a.put("/Canal/canal/Categoria/c?usuarioId=u", &json!({ "nome": "D" })).await, "/Canal/canal/Categoria/c?usuarioId=u".to_owned()),
            (a.put(&format!("/Pedido/{pedido}/Status?usuarioId=u"), &json!({ "status": "Faturado" })).await, format!("/Pedido/{pedido}?usuarioId=u")),
        ];
        for (escrita, caminho) in escritas {
            assert!(escrita.status < 300, "{escrita:?}");
            assert_eq!(escrita.header("etag"), etag(&app, &caminho).await, "{caminho}");
        }
    }

    async fn a_write_made_for_another_state_changes_nothing(app: TestApp) {
        let pedido = encher(&app).await;
        let (do_pedido, status) = (format!("/Pedido/{pedido}?usuarioId=u"), format!("/Pedido/{pedido}/Status?usuarioId=u"));
        let canal = "/Canal/canal?usuarioId=u";
        let (no_canal, categoria) = ("/sku/S/Canal/canal?usuarioId=u", "/Canal/canal/Categoria/c?usuarioId=u");
        let (lista, arvore) = ("/sku/S/Canal?usuarioId=u", "/Canal/canal/Categoria/Lote?usuarioId=u");
        let nome = json!({ "nome": "Novo" });
        // read, write, body
        let escritas = [
            ("/Usuario/u", Method::PATCH, "/Usuario/u", Some(nome.clone())),
            ("/Usuario/u", Method::PUT, "/Usuario/u", Some(modelos::usuario("u"))),
            (canal, Method::PATCH, canal, Some(nome.clone())),
            (canal, Method::PUT, canal, Some(modelos::canal("canal"))),
            (SKU, Method::PATCH, SKU, Some(nome.clone())),
            (SKU, Method::PUT, SKU, Some(modelos::sku("S"))),
            (SKU, Method::PUT, "/sku/S/Estoque?usuarioId=u", Some(json!({ "variacao": 1 }))),
            (SKU, Method::PUT, "/sku/S/Preco?usuarioId=u", Some(json!({ "precoPor": 1 }))),
            (no_canal, Method::PATCH, no_canal, Some(json!({ "estoque": 2 }))),
            (no_canal, Method::PUT, no_canal, Some(json!({ "estoque": 3 }))),
            (lista, Method::PUT, lista, Some(json!([{ "canalId": "canal" }]))),
            (categoria, Method::PUT, categoria, Some(nome)),
            (do_pedido.as_str(), Method::PUT, status.as_str(), Some(json!({ "status": "Faturado" }))),
            (no_canal, Method::DELETE, no_canal, None),
            (categoria, Method::DELETE, categoria, None),
        ];
        for (lida, metodo, caminho, corpo) in escritas {
            let caso = format!("{metodo} {caminho}");
            let antes = app.a.get(lida).await.com_status(200);
            for velha in ["\"velha\"", "W/\"velha\"", &format!("W/{}", antes.header("etag")), ""] {
                let recusada = com(&app, metodo.clone(), caminho, ("if-match", velha), corpo.as_ref()).await;
                assert_eq!(recusada.status, 412, "{caso} {velha}: {recusada:?}");
                assert!(recusada.json()["message"].as_str().unwrap().contains("If-Match"));
            }
            let existe = com(&app, metodo.clone(), caminho, ("if-none-match", "*"), corpo.as_ref()).await;
            assert_eq!(existe.status, 412, "{caso}: {existe:?}");
            assert_eq!(app.a.get(lida).await.corpo, antes.corpo, "{caso}");
            let certa = format!("\"outra\", {}", antes.header("etag"));
            let feita = com(&app, metodo.clone(), caminho, ("if-match", &certa), corpo.as_ref()).await;
            assert!(feita.status < 300, "{caso}: {feita:?}");
        }
        // the tree as a whole, too
        com(&app, Method::POST, arvore, ("if-match", "\"velha\""), Some(&json!([]))).await.com_status(412);
        com(&app, Method::POST, arvore, ("if-match", "*"), Some(&json!([]))).await.com_status(200);
        com(&app, Method::DELETE, SKU, ("if-match", "\"velha\""), None).await.com_status(412);
        com(&app, Method::DELETE, canal, ("if-match", "\"velha\""), None).await.com_status(412);
        com(&app, Method::DELETE, "/Usuario/u", ("if-match", "\"velha\""), None).await.com_status(412);
    }

    async fn created_only_where_there_is_nothing_and_changed_only_where_there_is(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        for (caminho, corpo) in [
            ("/Usuario/novo", modelos::usuario("novo")),
            ("/Canal/novo?usuarioId=u", modelos::canal("novo")),
            ("/sku/novo?usuarioId=u", modelos::sku("novo")),
            ("/sku/S/Canal/canal?usuarioId=u", json!({})),
            ("/Canal/canal/Categoria/novo?usuarioId=u", json!({ "nome": "N" })),
        ] {
            // nothing is there to match
            com(&app, Method::PUT, caminho, ("if-match", "*"), Some(&corpo)).await.com_status(412);
            app.a.get(caminho).await.com_status(404);
            com(&app, Method::PUT, caminho, ("if-none-match", "*"), Some(&corpo)).await.com_status(201);
            com(&app, Method::PUT, caminho, ("if-none-match", "*"), Some(&corpo)).await.com_status(412);
            com(&app, Method::PUT, caminho, ("if-match", "*"), Some(&corpo)).await.com_status(200);
        }
    }

    async fn of_two_who_read_the_same_only_one_writes(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let velha = etag(&app, SKU).await;
        let tarefas: Vec<_> = (0..10)
            .map(|n| {
                let (cliente, velha) = (app.a.clone(), velha.clone());
                actix_web::rt::spawn(async move {
                    let corpo = json!({ "nome": format!("N{n}") });
                    cliente.json_com(Method::PATCH, SKU, &[("if-match", &velha)], &corpo).await.status
                })
            })
            .collect();
        let mut feitas = 0;
        for tarefa in tarefas {
            match tarefa.await.unwrap() {
                200 => feitas += 1,
                status => assert!([412, 503].contains(&status), "{status}"),
            }
        }
        assert_eq!(feitas, 1);
    }
}
