//! Evento: the log of changes, by position, without gaps.

use std::collections::BTreeSet;

use actix_web::rt;
use serde_json::{Value, json};

use crate::support::{TestApp, TestClient, models};

/// Follows the log from a place to its end; answers the events and the place to go on from.
async fn follow(client: &TestClient, mut posicao: i64, rest: &str) -> (Vec<Value>, i64) {
    let mut eventos = Vec::new();
    loop {
        let stretch = client.get(&format!("/Evento?posicao={posicao}{rest}")).await.json_of(200);
        eventos.extend(stretch["eventos"].as_array().unwrap().iter().cloned());
        let next = stretch["proximaPosicao"].as_i64().unwrap();
        if next == posicao {
            return (eventos, posicao);
        }
        posicao = next;
    }
}

fn posicoes(eventos: &[Value]) -> Vec<i64> {
    eventos.iter().map(|evento| evento["posicao"].as_i64().unwrap()).collect()
}

fn created_pedidos(eventos: &[Value]) -> Vec<String> {
    let created = eventos.iter().filter(|evento| evento["tipo"] == "pedido.criado");
    created.map(|evento| evento["dados"]["sourceId"].as_str().unwrap().to_owned()).collect()
}

async fn create(app: &TestApp, usuario: &str, source_id: &str) {
    app.create_pedido(usuario, &models::pedido("canal", source_id, "S")).await;
}

on_both_databases! {
    async fn the_log_is_read_by_position(app: TestApp) {
        let empty = app.a.get("/Evento").await.json_of(200);
        assert_eq!(empty, json!({
            "eventos": [], "proximaPosicao": 1, "primeiraPosicao": 0, "ultimaPosicao": 0,
        }));
        app.loja_with_skus("u", &["S"]).await;
        app.loja_with_skus("v", &["S"]).await;
        for (usuario, id) in [("u", "P1"), ("v", "P2"), ("u", "P3")] {
            create(&app, usuario, id).await;
        }
        // places count from 1 and have no gaps, however they are read
        let (all, end) = follow(&app.a, 1, "").await;
        assert_eq!(posicoes(&all), (1..end).collect::<Vec<_>>());
        assert_eq!(created_pedidos(&all), ["P1", "P2", "P3"]);
        for way in ["&quantidade=1", "&quantidade=2", "&QUANTIDADE=1000"] {
            assert_eq!(follow(&app.a, 1, way).await, (all.clone(), end), "{way}");
        }
        let from_zero = app.a.get("/evento?posicao=0").await.json_of(200);
        assert_eq!(from_zero["eventos"], json!(all));
        assert_eq!((&from_zero["primeiraPosicao"], &from_zero["ultimaPosicao"]), (&json!(1), &json!(end - 1)));
        // the same event is the same whenever it is read; its identifier is its own
        let ids: BTreeSet<&str> = all.iter().map(|e| e["eventoId"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), all.len());
        let last = app.a.get(&format!("/Evento?posicao={}", end - 1)).await.json_of(200);
        assert_eq!(last["eventos"], json!([all.last().unwrap()]));
        assert_eq!(last["proximaPosicao"], end);
        // the log that had that place is gone: whoever kept it is told, and what to do
        for place in [end + 1, 9_000_000, i64::MAX] {
            let beyond = app.a.get(&format!("/Evento?posicao={place}")).await.with_status(409);
            assert_eq!(beyond.problems(), [format!("posicao: deve ser no máximo {end}")]);
            let message = beyond.json()["message"].as_str().unwrap().to_owned();
            assert!(message.contains(&format!("continue da posição {end}")), "{message}");
        }
    }

    async fn an_event_tells_what_happened_and_nothing_of_the_buyer(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let pedido = app.create_pedido("u", &models::pedido("canal", "P1", "S")).await;
        let (eventos, _) = follow(&app.a, 1, "&tipo=pedido.criado").await;
        let [evento] = &eventos[..] else { panic!("{eventos:?}") };
        assert_eq!(evento["usuarioId"], "u");
        assert_eq!(evento["canalId"], "canal");
        assert_eq!(evento["pedidoId"], pedido["pedidoId"]);
        assert_eq!(evento["dados"], json!({ "status": "Pago", "sourceId": "P1" }));
        assert!(evento["eventoId"].as_str().unwrap().starts_with("evt_"));
        assert!(!json!(eventos).to_string().contains("Maria"));
    }

    async fn the_log_is_filtered_by_kind_and_by_user(app: TestApp) {
        for usuario in ["u", "v"] {
            app.loja_with_skus(usuario, &["S"]).await;
            create(&app, usuario, &format!("de-{usuario}")).await;
        }
        let (all, end) = follow(&app.a, 1, "").await;
        for (filter, expected) in [
            ("&tipo=pedido.criado", vec!["de-u", "de-v"]),
            ("&tipo=PEDIDO.Criado,sku.preco", vec!["de-u", "de-v"]),
            ("&tipo=sku.preco&tipo=pedido.criado&quantidade=1", vec!["de-u", "de-v"]),
            ("&tipo=pedido.status", vec![]),
            ("&usuarioId=v", vec!["de-v"]),
            ("&usuario_id=u&tipo=pedido.criado&quantidade=1", vec!["de-u"]),
            ("&usuarioId=u&tipo=sku.preco", vec![]),
        ] {
            let (found, next) = follow(&app.a, 1, filter).await;
            assert_eq!(created_pedidos(&found), expected, "{filter}");
            // a filter leaves events out; it moves no place
            assert!(found.iter().all(|evento| all.contains(evento)), "{filter}");
            assert_eq!(next, end, "{filter}");
        }
        app.a.get("/Evento?usuarioId=nada").await.with_status(404);
        let (foreign, _) = follow(&app.other_aplicacao("outra"), 1, "").await;
        assert!(foreign.is_empty(), "{foreign:?}");
    }

    async fn wrong_questions_are_refused(app: TestApp) {
        for (query, problem) in [
            ("posicao=-1", "posicao: "),
            ("posicao=x", "posicao: "),
            ("posicao=1&posicao=2", "posicao: "),
            ("quantidade=0", "quantidade: deve ser um inteiro de 1 a 1000"),
            ("quantidade=1001", "quantidade: deve ser um inteiro de 1 a 1000"),
            ("tipo=pedido", "tipo: deve ser um destes valores: pedido.criado"),
        ] {
            let answer = app.a.get(&format!("/Evento?{query}")).await.with_status(400);
            assert!(answer.problems()[0].starts_with(problem), "{query}: {answer:?}");
        }
        let method = app.a.post("/Evento", &json!({})).await.with_status(405);
        assert_eq!(method.header("allow"), "GET, HEAD");
    }

    async fn a_reader_sees_every_event_once_while_many_write(app: TestApp) {
        const WRITERS: usize = 12;
        const PEDIDOS: usize = 12;
        app.loja_with_skus("u", &["S"]).await;
        let (_, start) = follow(&app.a, 1, "").await;
        let writers: Vec<_> = (0..WRITERS)
            .map(|e| {
                let client = app.a.clone();
                rt::spawn(async move {
                    for n in 0..PEDIDOS {
                        let pedido = models::pedido("canal", &format!("P{e}-{n}"), "S");
                        while client.post("/Pedido?usuarioId=u", &pedido).await.status == 503 {}
                    }
                })
            })
            .collect();
        let (mut seen, mut posicao) = (Vec::new(), start);
        while created_pedidos(&seen).len() < WRITERS * PEDIDOS {
            let (added, next) = follow(&app.a, posicao, "&quantidade=7").await;
            seen.extend(added);
            posicao = next;
        }
        for writer in writers {
            writer.await.unwrap();
        }
        seen.extend(follow(&app.a, posicao, "").await.0);
        let end = start + seen.len() as i64;
        assert_eq!(posicoes(&seen), (start..end).collect::<Vec<_>>());
        let distinct: BTreeSet<String> = created_pedidos(&seen).into_iter().collect();
        assert_eq!(distinct.len(), WRITERS * PEDIDOS);
    }
}
