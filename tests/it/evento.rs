//! Evento: the log of changes, by position, without gaps.

use std::collections::BTreeSet;

use actix_web::rt;
use serde_json::{Value, json};

use crate::suporte::{Cliente, TestApp, modelos};

/// Follows the log from a place to its end; answers the events and the place to go on from.
async fn seguir(cliente: &Cliente, mut posicao: i64, resto: &str) -> (Vec<Value>, i64) {
    let mut eventos = Vec::new();
    loop {
        let trecho = cliente.get(&format!("/Evento?posicao={posicao}{resto}")).await.json_de(200);
        eventos.extend(trecho["eventos"].as_array().unwrap().iter().cloned());
        let proxima = trecho["proximaPosicao"].as_i64().unwrap();
        if proxima == posicao {
            return (eventos, posicao);
        }
        posicao = proxima;
    }
}

fn posicoes(eventos: &[Value]) -> Vec<i64> {
    eventos.iter().map(|evento| evento["posicao"].as_i64().unwrap()).collect()
}

fn pedidos_criados(eventos: &[Value]) -> Vec<String> {
    let criados = eventos.iter().filter(|evento| evento["tipo"] == "pedido.criado");
    criados.map(|evento| evento["dados"]["sourceId"].as_str().unwrap().to_owned()).collect()
}

async fn criar(app: &TestApp, usuario: &str, source_id: &str) {
    app.criar_pedido(usuario, &modelos::pedido("canal", source_id, "S")).await;
}

nos_dois_bancos! {
    async fn the_log_is_read_by_position(app: TestApp) {
        let vazio = app.a.get("/Evento").await.json_de(200);
        assert_eq!(vazio, json!({
            "eventos": [], "proximaPosicao": 1, "primeiraPosicao": 0, "ultimaPosicao": 0,
        }));
        app.loja_com_skus("u", &["S"]).await;
        app.loja_com_skus("v", &["S"]).await;
        for (usuario, id) in [("u", "P1"), ("v", "P2"), ("u", "P3")] {
            criar(&app, usuario, id).await;
        }
        // places count from 1 and have no gaps, however they are read
        let (todos, fim) = seguir(&app.a, 1, "").await;
        assert_eq!(posicoes(&todos), (1..fim).collect::<Vec<_>>());
        assert_eq!(pedidos_criados(&todos), ["P1", "P2", "P3"]);
        for jeito in ["&quantidade=1", "&quantidade=2", "&QUANTIDADE=1000"] {
            assert_eq!(seguir(&app.a, 1, jeito).await, (todos.clone(), fim), "{jeito}");
        }
        let desde_zero = app.a.get("/evento?posicao=0").await.json_de(200);
        assert_eq!(desde_zero["eventos"], json!(todos));
        assert_eq!((&desde_zero["primeiraPosicao"], &desde_zero["ultimaPosicao"]), (&json!(1), &json!(fim - 1)));
        // the same event is the same whenever it is read; its identifier is its own
        let ids: BTreeSet<&str> = todos.iter().map(|e| e["eventoId"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), todos.len());
        let ultimo = app.a.get(&format!("/Evento?posicao={}", fim - 1)).await.json_de(200);
        assert_eq!(ultimo["eventos"], json!([todos.last().unwrap()]));
        assert_eq!(ultimo["proximaPosicao"], fim);
        let alem = app.a.get("/Evento?posicao=9000000").await.json_de(200);
        assert_eq!((&alem["eventos"], &alem["proximaPosicao"]), (&json!([]), &json!(9_000_000)));
    }

    async fn an_event_tells_what_happened_and_nothing_of_the_buyer(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let pedido = app.criar_pedido("u", &modelos::pedido("canal", "P1", "S")).await;
        let (eventos, _) = seguir(&app.a, 1, "&tipo=pedido.criado").await;
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
            app.loja_com_skus(usuario, &["S"]).await;
            criar(&app, usuario, &format!("de-{usuario}")).await;
        }
        let (todos, fim) = seguir(&app.a, 1, "").await;
        for (filtro, esperados) in [
            ("&tipo=pedido.criado", vec!["de-u", "de-v"]),
            ("&tipo=PEDIDO.Criado,sku.preco", vec!["de-u", "de-v"]),
            ("&tipo=sku.preco&tipo=pedido.criado&quantidade=1", vec!["de-u", "de-v"]),
            ("&tipo=pedido.status", vec![]),
            ("&usuarioId=v", vec!["de-v"]),
            ("&usuario_id=u&tipo=pedido.criado&quantidade=1", vec!["de-u"]),
            ("&usuarioId=u&tipo=sku.preco", vec![]),
        ] {
            let (achados, proxima) = seguir(&app.a, 1, filtro).await;
            assert_eq!(pedidos_criados(&achados), esperados, "{filtro}");
            // a filter leaves events out; it moves no place
            assert!(achados.iter().all(|evento| todos.contains(evento)), "{filtro}");
            assert_eq!(proxima, fim, "{filtro}");
        }
        app.a.get("/Evento?usuarioId=nada").await.com_status(404);
        let (alheios, _) = seguir(&app.outra_aplicacao("outra"), 1, "").await;
        assert!(alheios.is_empty(), "{alheios:?}");
    }

    async fn wrong_questions_are_refused(app: TestApp) {
        for (consulta, problema) in [
            ("posicao=-1", "posicao: "),
            ("posicao=x", "posicao: "),
            ("posicao=1&posicao=2", "posicao: "),
            ("quantidade=0", "quantidade: deve ser um inteiro de 1 a 1000"),
            ("quantidade=1001", "quantidade: deve ser um inteiro de 1 a 1000"),
            ("tipo=pedido", "tipo: deve ser um destes valores: pedido.criado"),
        ] {
            let resposta = app.a.get(&format!("/Evento?{consulta}")).await.com_status(400);
            assert!(resposta.problemas()[0].starts_with(problema), "{consulta}: {resposta:?}");
        }
        let metodo = app.a.post("/Evento", &json!({})).await.com_status(405);
        assert_eq!(metodo.header("allow"), "GET, HEAD");
    }

    async fn a_reader_sees_every_event_once_while_many_write(app: TestApp) {
        const ESCRITORES: usize = 12;
        const PEDIDOS: usize = 12;
        app.loja_com_skus("u", &["S"]).await;
        let (_, inicio) = seguir(&app.a, 1, "").await;
        let escritores: Vec<_> = (0..ESCRITORES)
            .map(|e| {
                let cliente = app.a.clone();
                rt::spawn(async move {
                    for n in 0..PEDIDOS {
                        let pedido = modelos::pedido("canal", &format!("P{e}-{n}"), "S");
                        while cliente.post("/Pedido?usuarioId=u", &pedido).await.status == 503 {}
                    }
                })
            })
            .collect();
        let (mut vistos, mut posicao) = (Vec::new(), inicio);
        while pedidos_criados(&vistos).len() < ESCRITORES * PEDIDOS {
            let (novos, proxima) = seguir(&app.a, posicao, "&quantidade=7").await;
            vistos.extend(novos);
            posicao = proxima;
        }
        for escritor in escritores {
            escritor.await.unwrap();
        }
        vistos.extend(seguir(&app.a, posicao, "").await.0);
        let fim = inicio + vistos.len() as i64;
        assert_eq!(posicoes(&vistos), (inicio..fim).collect::<Vec<_>>());
        let distintos: BTreeSet<String> = pedidos_criados(&vistos).into_iter().collect();
        assert_eq!(distintos.len(), ESCRITORES * PEDIDOS);
    }
}
