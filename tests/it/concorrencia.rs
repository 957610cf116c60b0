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

    async fn what_is_told_of_a_stock_is_its_changes_one_after_another(app: TestApp) {
        app.loja_com_skus("u", &["S-1", "-2\"A"]).await;
        let tarefas: Vec<_> = (0..32_i64)
            .map(|n| {
                let cliente = app.a.clone();
                rt::spawn(async move {
                    for m in 0..6 {
                        let caminho = ["/sku/S-1/Estoque?usuarioId=u", "/sku/-2%22A/Estoque?usuarioId=u"];
                        let corpo = match (n + m) % 3 {
                            0 => json!({ "estoque": n * 7 % 5 }),
                            1 => json!({ "variacao": n % 9 - 4 }),
                            _ => json!({ "variacao": 3 }),
                        };
                        let caminho = caminho[usize::try_from(n % 2).unwrap()];
                        let resposta = com_paciencia(async || cliente.put(caminho, &corpo).await).await;
                        assert!([200, 409].contains(&resposta.status), "{resposta:?}");
                    }
                })
            })
            .collect();
        for tarefa in tarefas {
            tarefa.await.unwrap();
        }
        let mut agora = BTreeMap::from([("S-1".to_owned(), json!(10)), ("-2\"A".to_owned(), json!(10))]);
        let registro = app.a.get("/Evento?posicao=1&tipo=sku.estoque&quantidade=500").await.json_de(200);
        for evento in registro["eventos"].as_array().unwrap() {
            let (sku, dados) = (evento["sku"].as_str().unwrap(), &evento["dados"]);
            let antes = agora.insert(sku.to_owned(), dados["estoque"].clone()).unwrap();
            assert_eq!(dados["estoqueAnterior"], antes, "{evento}");
            assert_ne!(dados["estoque"], antes, "{evento}");
        }
        for (sku, caminho) in [("S-1", "/sku/S-1?usuarioId=u"), ("-2\"A", "/sku/-2%22A?usuarioId=u")] {
            assert_eq!(app.a.get(caminho).await.json_de(200)["estoque"], agora[sku]);
        }
    }

    async fn a_buyer_of_many_orders_at_once_has_one_number(app: TestApp) {
        app.loja_com_skus("u", &["S", "T", "U"]).await;
        let tarefas: Vec<_> = (0..40)
            .map(|n| {
                let cliente = app.a.clone();
                rt::spawn(async move {
                    let mut pedido = modelos::pedido("canal", &format!("MLB-{n}"), "S");
                    let item = pedido["produtos"][0].clone();
                    for (sku, _) in ["T", "U", "V"].iter().zip(0..n % 4) {
                        let outro = json!({ "sku": sku, "quantidade": 1, "preco": item["preco"], "desconto": 0,
                            "frete": 0 });
                        pedido["produtos"].as_array_mut().unwrap().push(outro);
                    }
                    if n % 10 == 9 {
                        pedido["usuario"]["cpf"] = json!("");
                        pedido["usuario"]["email"] = json!("");
                    }
                    com_paciencia(async || cliente.post("/Pedido?usuarioId=u", &pedido).await).await.com_status(201);
                })
            })
            .collect();
        for tarefa in tarefas {
            tarefa.await.unwrap();
        }
        let b = app.b_como(app.loja("u"));
        let pagina = b.get("/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31").await.json_de(200);
        let mut numeros: BTreeMap<i64, usize> = BTreeMap::new();
        for pedido in pagina.as_array().unwrap() {
            *numeros.entry(pedido["usuario"]["usuarioId"].as_i64().unwrap()).or_default() += 1;
        }
        let mut vezes: Vec<usize> = numeros.into_values().collect();
        vezes.sort_unstable();
        assert_eq!(vezes, [1, 1, 1, 1, 36]);
        let com = async |sku| {
            let pagina = app.a.get(&format!("/Pedido?usuarioId=u&sku={sku}")).await.json_de(200);
            pagina["metadados"]["total"].as_i64().unwrap()
        };
        assert_eq!([com("S").await, com("T").await, com("U").await, com("V").await], [40, 30, 20, 10]);
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
