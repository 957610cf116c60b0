//! Many clients at once: no change is lost, none is made twice, and a walk by cursor sees every row once.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::rt;
use serde_json::{Value, json};

use crate::suporte::{Cliente, Resposta, modelos};

/// Sends again while the server says that it is busy, as a client must.
async fn com_paciencia(enviar: impl AsyncFn() -> Resposta) -> Resposta {
    loop {
        let resposta = enviar().await;
        if resposta.status != 503 {
            return resposta;
        }
        assert!(!resposta.header("retry-after").is_empty(), "{resposta:?}");
        rt::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// The address of the next page, without the host.
pub fn seguinte(resposta: &Resposta) -> Option<String> {
    let link = resposta.header("link");
    let url = link.strip_prefix('<')?.split_once(">; rel=\"next\"")?.0;
    let caminho = url.split_once("://")?.1;
    Some(caminho[caminho.find('/')?..].to_owned())
}

/// The pages from an address on, until the last.
async fn percorrer(cliente: &Cliente, caminho: String, entre_paginas: impl AsyncFn()) -> Vec<Value> {
    let mut linhas = Vec::new();
    let mut proximo = Some(caminho);
    while let Some(caminho) = proximo {
        let resposta = cliente.get(&caminho).await.com_status(200);
        linhas.extend(resposta.json()["resultado"].as_array().unwrap().iter().cloned());
        proximo = seguinte(&resposta);
        entre_paginas().await;
    }
    linhas
}

nos_dois_bancos! {
    async fn no_change_of_stock_is_lost_and_none_goes_below_zero(app: TestApp) {
        const CLIENTES: i64 = 64;
        const MUDANCAS: i64 = 8;
        let skus: Vec<String> = (0..10).map(|n| format!("S{n}")).collect();
        app.loja_com_skus("u", &skus.iter().map(String::as_str).collect::<Vec<_>>()).await;
        let tarefas: Vec<_> = (0..CLIENTES)
            .map(|n| {
                let cliente = app.a.clone();
                rt::spawn(async move {
                    let mut confirmadas: BTreeMap<i64, i64> = BTreeMap::new();
                    for m in 0..MUDANCAS {
                        let (sku, variacao) = ((n + m) % 10, (n * 7 + m * 5) % 9 - 5);
                        let caminho = format!("/sku/S{sku}/Estoque?usuarioId=u");
                        let corpo = json!({ "variacao": variacao });
                        let resposta = com_paciencia(async || cliente.put(&caminho, &corpo).await).await;
                        match resposta.status {
                            200 => *confirmadas.entry(sku).or_default() += variacao,
                            409 => assert!(variacao < 0),
                            _ => panic!("{resposta:?}"),
                        }
                    }
                    confirmadas
                })
            })
            .collect();
        let mut esperado: BTreeMap<i64, i64> = (0..10).map(|n| (n, 10)).collect();
        for tarefa in tarefas {
            for (sku, soma) in tarefa.await.unwrap() {
                *esperado.get_mut(&sku).unwrap() += soma;
            }
        }
        for (sku, estoque) in esperado {
            let lido = app.a.get(&format!("/sku/S{sku}?usuarioId=u")).await.json_de(200);
            assert_eq!(lido["estoque"], estoque);
            assert!(estoque >= 0);
        }
    }

    async fn an_order_posted_fifty_times_at_once_is_one_order(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let tarefas: Vec<_> = (0..50)
            .map(|_| {
                let cliente = app.a.clone();
                rt::spawn(async move {
                    let pedido = modelos::pedido("canal", "MLB-1", "S");
                    com_paciencia(async || cliente.post("/Pedido?usuarioId=u", &pedido).await).await
                })
            })
            .collect();
        let (mut ids, mut novos) = (BTreeSet::new(), 0);
        for tarefa in tarefas {
            let resposta = tarefa.await.unwrap();
            assert!([200, 201].contains(&resposta.status), "{resposta:?}");
            novos += u32::from(resposta.status == 201);
            ids.insert(resposta.json()["pedidoId"].as_i64().unwrap());
        }
        assert_eq!((ids.len(), novos), (1, 1));
        assert_eq!(app.a.get("/Pedido?usuarioId=u").await.json()["metadados"]["total"], 1);
        let mut outro = modelos::pedido("canal", "MLB-1", "S");
        outro["desconto"] = json!(6);
        app.enviar_pedido("u", &outro).await.com_status(409);
    }

    async fn a_walk_by_cursor_sees_every_old_row_once_while_new_ones_come(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let criar = async |n: u32| {
            let mut pedido = modelos::pedido("canal", &format!("P{n}"), "S");
            // several orders of the same second, and new ones among the old ones
            pedido["data"] = json!(format!("2026-05-{:02}T12:00:00Z", n % 20 + 1));
            app.criar_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap()
        };
        let mut antigos = BTreeSet::new();
        for n in 0..60 {
            antigos.insert(criar(n).await);
        }
        let novos = std::cell::Cell::new(60);
        let inserir = async || {
            for _ in 0..3 {
                criar(novos.get()).await;
                novos.set(novos.get() + 1);
            }
        };
        let caminho = "/Pedido?usuarioId=u&quantidade_registros=7".to_owned();
        let linhas = percorrer(&app.a, caminho, inserir).await;
        let ids: Vec<i64> = linhas.iter().map(|p| p["pedidoId"].as_i64().unwrap()).collect();
        let distintos: BTreeSet<i64> = ids.iter().copied().collect();
        assert_eq!(ids.len(), distintos.len(), "a row came twice");
        assert!(antigos.is_subset(&distintos), "a row was left out");
    }

    async fn two_clients_that_move_one_order_cannot_both_win(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        for n in 0..10 {
            let pedido = app.criar_pedido("u", &modelos::pedido("canal", &format!("P{n}"), "S")).await;
            let caminho = format!("/Pedido/{}/Status?usuarioId=u", pedido["pedidoId"]);
            // each would be lawful alone; after either, the other is not
            let mover = |status: &'static str| {
                let (cliente, caminho) = (app.a.clone(), caminho.clone());
                rt::spawn(async move {
                    let corpo = json!({ "status": status });
                    com_paciencia(async || cliente.put(&caminho, &corpo).await).await
                })
            };
            let (um, outro) = (mover("Enviado"), mover("Cancelado"));
            let mut codigos = [um.await.unwrap().status, outro.await.unwrap().status];
            codigos.sort_unstable();
            assert_eq!(codigos, [200, 409]);
        }
    }
}
