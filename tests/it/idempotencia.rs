//! `Idempotency-Key`: a request sent twice is done once and answered the same.

use std::collections::BTreeSet;

use actix_web::rt;
use reqwest::Method;
use serde_json::{Value, json};
use server::owners;

use crate::suporte::app::em_bloco;
use crate::suporte::{Cliente, Resposta, TestApp, modelos};

async fn com_chave(cliente: &Cliente, chave: &str, metodo: Method, caminho: &str, corpo: &Value) -> Resposta {
    cliente.json_com(metodo, caminho, &[("idempotency-key", chave)], corpo).await
}

fn repetida(resposta: &Resposta) -> bool {
    match resposta.header("idempotent-replayed") {
        "" => false,
        valor => {
            assert_eq!(valor, "true");
            true
        }
    }
}

const ESTOQUE: &str = "/sku/S/Estoque?usuarioId=u";

/// Varies the stock by one under a key.
async fn mais_um(cliente: &Cliente, chave: &str) -> Resposta {
    com_chave(cliente, chave, Method::PUT, ESTOQUE, &json!({ "variacao": 1 })).await
}

async fn estoque(app: &TestApp) -> i64 {
    app.a.get("/sku/S?usuarioId=u").await.json_de(200)["estoque"].as_i64().unwrap()
}

nos_dois_bancos! {
    async fn a_repeated_write_is_done_once_and_answered_the_same(app: TestApp) {
        app.loja_com_skus("u", &["S", "T"]).await;
        let pedido = modelos::com(modelos::pedido("canal", "P", "X"), "/total", json!(1));
        let escritas = [
            (Method::POST, "/Usuario", modelos::usuario("v")),
            (Method::PUT, "/Usuario/w", modelos::usuario("w")),
            (Method::PATCH, "/Canal/canal?usuarioId=u", json!({ "prazo": 9 })),
            (Method::PUT, ESTOQUE, json!({ "variacao": 5 })),
            (Method::POST, "/sku/Estoque/Lote?usuarioId=u", json!([{ "sku": "S", "variacao": -1 }, { "sku": "Z", "estoque": 1 }])),
            (Method::POST, "/Pedido?usuarioId=u", pedido),
            (Method::DELETE, "/sku/T?usuarioId=u", json!(null)),
        ];
        for (i, (metodo, caminho, corpo)) in escritas.iter().enumerate() {
            let chave = format!("chave-{i}");
            let primeira = com_chave(&app.a, &chave, metodo.clone(), caminho, corpo).await;
            assert!(primeira.status < 300 && !repetida(&primeira), "{caminho}: {primeira:?}");
            for _ in 0..2 {
                let segunda = com_chave(&app.a, &chave, metodo.clone(), caminho, corpo).await;
                assert!(repetida(&segunda), "{caminho}: {segunda:?}");
                assert_eq!((segunda.status, &segunda.corpo), (primeira.status, &primeira.corpo), "{caminho}");
                for nome in ["location", "etag", "content-type", "x-aviso"] {
                    let todos = |r: &Resposta| r.headers.get_all(nome).iter().cloned().collect::<Vec<_>>();
                    assert_eq!(todos(&segunda), todos(&primeira), "{caminho}: {nome}");
                }
            }
        }
        assert_eq!(estoque(&app).await, 10 + 5 - 1);
        // without a key the second creation is a 200, and the second deletion a 404
        app.a.post("/Usuario", &modelos::usuario("v")).await.com_status(200);
        app.a.delete("/sku/T?usuarioId=u").await.com_status(404);
    }

    async fn the_answer_is_the_one_of_then(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        assert_eq!(mais_um(&app.a, "k").await.json_de(200)["estoque"], 11);
        app.a.put(ESTOQUE, &json!({ "estoque": 50 })).await.com_status(200);
        let de_novo = mais_um(&app.a, "k").await;
        assert!(repetida(&de_novo));
        assert_eq!(de_novo.json_de(200)["estoque"], 11);
        assert_eq!(estoque(&app).await, 50);
    }

    async fn another_request_under_the_same_key_is_a_conflict(app: TestApp) {
        app.loja_com_skus("u", &["S", "T"]).await;
        app.loja_com_skus("v", &["S"]).await;
        mais_um(&app.a, "k").await.com_status(200);
        let um = json!({ "variacao": 1 });
        for (metodo, caminho, corpo) in [
            (Method::PUT, ESTOQUE, json!({ "variacao": 2 })),
            (Method::PUT, "/sku/T/Estoque?usuarioId=u", um.clone()),
            (Method::PUT, "/sku/S/Estoque?usuarioId=v", um.clone()),
            (Method::POST, "/Usuario", um.clone()),
            (Method::PATCH, "/sku/S?usuarioId=u", um),
        ] {
            let recusada = com_chave(&app.a, "k", metodo, caminho, &corpo).await;
            // a body that is not even valid for its operation is refused as what it is
            if caminho != "/Usuario" {
                let recusada = recusada.com_status(409);
                assert!(recusada.json()["message"].as_str().unwrap().contains("Idempotency-Key"), "{recusada:?}");
            } else {
                recusada.com_status(400);
            }
        }
        assert_eq!(estoque(&app).await, 11);
        assert_eq!(app.a.get("/sku/T?usuarioId=u").await.json()["estoque"], 10);
        assert!(repetida(&mais_um(&app.a, "k").await));
    }

    async fn a_key_is_the_tokens_own(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let aplicacao = app.aplicacao;
        let segunda = em_bloco(&app.store, move |store| {
            owners::create_key(store, aplicacao, None, "segunda".into(), None)
        });
        let colega = app.a.com_chave(Some(&segunda));
        let vizinha = app.outra_aplicacao("vizinha");
        vizinha.post("/Usuario", &modelos::usuario("u")).await.com_status(201);
        vizinha.post("/sku?usuarioId=u", &modelos::sku("S")).await.com_status(201);
        for cliente in [&app.a, &colega, &vizinha] {
            let feita = mais_um(cliente, "k").await.com_status(200);
            assert!(!repetida(&feita));
            assert!(repetida(&mais_um(cliente, "k").await));
        }
        assert_eq!(estoque(&app).await, 12);
    }

    async fn a_refusal_is_not_kept(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let menos = json!({ "variacao": -11 });
        for _ in 0..2 {
            let recusada = com_chave(&app.a, "k", Method::PUT, ESTOQUE, &menos).await.com_status(409);
            assert!(!repetida(&recusada));
        }
        app.a.put(ESTOQUE, &json!({ "estoque": 11 })).await.com_status(200);
        // the same request may succeed once the world has changed
        assert!(!repetida(&com_chave(&app.a, "k", Method::PUT, ESTOQUE, &menos).await.com_status(200)));
        assert!(repetida(&com_chave(&app.a, "k", Method::PUT, ESTOQUE, &menos).await.com_status(200)));
        // a batch that was undone has done nothing either
        let lote = json!([{ "sku": "S", "variacao": 1 }, { "sku": "Z", "variacao": 1 }]);
        let desfeito = "/sku/Estoque/Lote?usuarioId=u&modo=tudoOuNada";
        for _ in 0..2 {
            assert!(!repetida(&com_chave(&app.a, "l", Method::POST, desfeito, &lote).await.com_status(200)));
        }
        assert_eq!(estoque(&app).await, 0);
    }

    async fn what_a_key_may_be(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let longa = "k".repeat(255);
        mais_um(&app.a, &longa).await.com_status(200);
        assert!(repetida(&mais_um(&app.a, &longa).await));
        mais_um(&app.a, "a b; \"c\" /%~").await.com_status(200);
        for ruim in ["", "   ", &"k".repeat(256)] {
            let recusada = mais_um(&app.a, ruim).await.com_status(400);
            assert!(recusada.problemas()[0].starts_with("Idempotency-Key: "), "{recusada:?}");
        }
        assert_eq!(estoque(&app).await, 12);
        // reads have nothing to repeat
        let lida = app.a.enviar(Method::GET, "/sku/S?usuarioId=u", &[("idempotency-key", "")], None::<Vec<u8>>).await;
        assert!(!repetida(&lida.com_status(200)));
    }

    async fn at_once_it_is_still_done_once(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let tarefas: Vec<_> = (0..30)
            .map(|_| {
                let cliente = app.a.clone();
                rt::spawn(async move { mais_um(&cliente, "k").await })
            })
            .collect();
        let (mut corpos, mut primeiras) = (BTreeSet::new(), 0);
        for tarefa in tarefas {
            let resposta = tarefa.await.unwrap();
            match resposta.status {
                200 => {
                    primeiras += u32::from(!repetida(&resposta));
                    corpos.insert(resposta.texto());
                }
                // another one is being worked on: come again
                409 | 503 => assert!(!resposta.header("retry-after").is_empty(), "{resposta:?}"),
                _ => panic!("{resposta:?}"),
            }
        }
        assert_eq!((corpos.len(), primeiras), (1, 1));
        assert_eq!(estoque(&app).await, 11);
        assert!(repetida(&mais_um(&app.a, "k").await.com_status(200)));
    }
}
