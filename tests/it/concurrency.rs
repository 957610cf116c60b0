//! Many clients at once: no change is lost, none is made twice, and a walk by cursor sees every row once.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::rt;
use serde_json::{Value, json};

use crate::support::{Answer, TestClient, models};

/// Sends again while the server says that it is busy, as a client must.
pub async fn with_patience(send: impl AsyncFn() -> Answer) -> Answer {
    loop {
        let answer = send().await;
        if answer.status != 503 {
            return answer;
        }
        assert!(!answer.header("retry-after").is_empty(), "{answer:?}");
        // a client's pause
        rt::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// The address of the next page, without the host.
pub fn following(answer: &Answer) -> Option<String> {
    let link = answer.header("link");
    let url = link.strip_prefix('<')?.split_once(">; rel=\"next\"")?.0;
    assert!(url.starts_with('/'), "{url}");
    Some(url.to_owned())
}

/// The pages from an address on, until the last.
async fn traverse(client: &TestClient, path: String, between_pages: impl AsyncFn()) -> Vec<Value> {
    let mut rows = Vec::new();
    let mut next = Some(path);
    while let Some(path) = next {
        let answer = client.get(&path).await.with_status(200);
        rows.extend(answer.json()["resultado"].as_array().unwrap().iter().cloned());
        next = following(&answer);
        between_pages().await;
    }
    rows
}

on_both_databases! {
    async fn no_change_of_stock_is_lost_and_none_goes_below_zero(app: TestApp) {
        const CLIENTS: i64 = 64;
        const CHANGES: i64 = 8;
        let skus: Vec<String> = (0..10).map(|n| format!("S{n}")).collect();
        app.loja_with_skus("u", &skus.iter().map(String::as_str).collect::<Vec<_>>()).await;
        let tasks: Vec<_> = (0..CLIENTS)
            .map(|n| {
                let client = app.a.clone();
                rt::spawn(async move {
                    let mut confirmed: BTreeMap<i64, i64> = BTreeMap::new();
                    for m in 0..CHANGES {
                        let (sku, variacao) = ((n + m) % 10, (n * 7 + m * 5) % 9 - 5);
                        let path = format!("/sku/S{sku}/Estoque?usuarioId=u");
                        let body = json!({ "variacao": variacao });
                        let answer = with_patience(async || client.put(&path, &body).await).await;
                        match answer.status {
                            200 => *confirmed.entry(sku).or_default() += variacao,
                            409 => assert!(variacao < 0),
                            _ => panic!("{answer:?}"),
                        }
                    }
                    confirmed
                })
            })
            .collect();
        let mut expected: BTreeMap<i64, i64> = (0..10).map(|n| (n, 10)).collect();
        for task in tasks {
            for (sku, sum) in task.await.unwrap() {
                *expected.get_mut(&sku).unwrap() += sum;
            }
        }
        for (sku, estoque) in expected {
            let parsed = app.a.get(&format!("/sku/S{sku}?usuarioId=u")).await.json_of(200);
            assert_eq!(parsed["estoque"], estoque);
            assert!(estoque >= 0);
        }
    }

    async fn an_order_posted_fifty_times_at_once_is_one_order(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let tasks: Vec<_> = (0..50)
            .map(|_| {
                let client = app.a.clone();
                rt::spawn(async move {
                    let pedido = models::pedido("canal", "MLB-1", "S");
                    with_patience(async || client.post("/Pedido?usuarioId=u", &pedido).await).await
                })
            })
            .collect();
        let (mut ids, mut added) = (BTreeSet::new(), 0);
        for task in tasks {
            let answer = task.await.unwrap();
            assert!([200, 201].contains(&answer.status), "{answer:?}");
            added += u32::from(answer.status == 201);
            ids.insert(answer.json()["pedidoId"].as_i64().unwrap());
        }
        assert_eq!((ids.len(), added), (1, 1));
        assert_eq!(app.a.get("/Pedido?usuarioId=u").await.json()["metadados"]["total"], 1);
        let mut other = models::pedido("canal", "MLB-1", "S");
        other["desconto"] = json!(6);
        app.send_pedido("u", &other).await.with_status(409);
    }

    async fn what_is_told_of_a_stock_is_its_changes_one_after_another(app: TestApp) {
        app.loja_with_skus("u", &["S-1", "-2\"A"]).await;
        let tasks: Vec<_> = (0..32_i64)
            .map(|n| {
                let client = app.a.clone();
                rt::spawn(async move {
                    for m in 0..6 {
                        let path = ["/sku/S-1/Estoque?usuarioId=u", "/sku/-2%22A/Estoque?usuarioId=u"];
                        let body = match (n + m) % 3 {
                            0 => json!({ "estoque": n * 7 % 5 }),
                            1 => json!({ "variacao": n % 9 - 4 }),
                            _ => json!({ "variacao": 3 }),
                        };
                        let path = path[usize::try_from(n % 2).unwrap()];
                        let answer = with_patience(async || client.put(path, &body).await).await;
                        assert!([200, 409].contains(&answer.status), "{answer:?}");
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        let mut now = BTreeMap::from([("S-1".to_owned(), json!(10)), ("-2\"A".to_owned(), json!(10))]);
        let registro = app.a.get("/Evento?posicao=1&tipo=sku.estoque&quantidade=500").await.json_of(200);
        for evento in registro["eventos"].as_array().unwrap() {
            let (sku, data) = (evento["sku"].as_str().unwrap(), &evento["dados"]);
            let before = now.insert(sku.to_owned(), data["estoque"].clone()).unwrap();
            assert_eq!(data["estoqueAnterior"], before, "{evento}");
            assert_ne!(data["estoque"], before, "{evento}");
        }
        for (sku, path) in [("S-1", "/sku/S-1?usuarioId=u"), ("-2\"A", "/sku/-2%22A?usuarioId=u")] {
            assert_eq!(app.a.get(path).await.json_of(200)["estoque"], now[sku]);
        }
    }

    async fn a_buyer_of_many_orders_at_once_has_one_number(app: TestApp) {
        app.loja_with_skus("u", &["S", "T", "U"]).await;
        let tasks: Vec<_> = (0..40)
            .map(|n| {
                let client = app.a.clone();
                rt::spawn(async move {
                    let mut pedido = models::pedido("canal", &format!("MLB-{n}"), "S");
                    let item = pedido["produtos"][0].clone();
                    for (sku, _) in ["T", "U", "V"].iter().zip(0..n % 4) {
                        let other = json!({ "sku": sku, "quantidade": 1, "preco": item["preco"], "desconto": 0,
                            "frete": 0 });
                        pedido["produtos"].as_array_mut().unwrap().push(other);
                    }
                    if n % 10 == 9 {
                        pedido["usuario"]["cpf"] = json!("");
                        pedido["usuario"]["email"] = json!("");
                    }
                    with_patience(async || client.post("/Pedido?usuarioId=u", &pedido).await).await.with_status(201);
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        let b = app.b_as(app.loja("u"));
        let page = b.get("/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31").await.json_of(200);
        let mut numbers: BTreeMap<i64, usize> = BTreeMap::new();
        for pedido in page.as_array().unwrap() {
            *numbers.entry(pedido["usuario"]["usuarioId"].as_i64().unwrap()).or_default() += 1;
        }
        let mut times: Vec<usize> = numbers.into_values().collect();
        times.sort_unstable();
        assert_eq!(times, [1, 1, 1, 1, 36]);
        let with = async |sku| {
            let page = app.a.get(&format!("/Pedido?usuarioId=u&sku={sku}")).await.json_of(200);
            page["metadados"]["total"].as_i64().unwrap()
        };
        assert_eq!([with("S").await, with("T").await, with("U").await, with("V").await], [40, 30, 20, 10]);
    }

    async fn a_walk_by_cursor_sees_every_old_row_once_while_new_rows_come(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let create = async |n: u32| {
            let mut pedido = models::pedido("canal", &format!("P{n}"), "S");
            // several orders of the same second, and new ones among the old ones
            pedido["data"] = json!(format!("2026-05-{:02}T12:00:00Z", n % 20 + 1));
            app.create_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap()
        };
        let mut previous = BTreeSet::new();
        for n in 0..60 {
            previous.insert(create(n).await);
        }
        let added = std::cell::Cell::new(60);
        let insert = async || {
            for _ in 0..3 {
                create(added.get()).await;
                added.set(added.get() + 1);
            }
        };
        let path = "/Pedido?usuarioId=u&quantidade_registros=7".to_owned();
        let rows = traverse(&app.a, path, insert).await;
        let ids: Vec<i64> = rows.iter().map(|p| p["pedidoId"].as_i64().unwrap()).collect();
        let distinct: BTreeSet<i64> = ids.iter().copied().collect();
        assert_eq!(ids.len(), distinct.len(), "a row came twice");
        assert!(previous.is_subset(&distinct), "a row was left out");
    }

    async fn two_clients_that_move_one_order_cannot_both_win(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for n in 0..10 {
            let pedido = app.create_pedido("u", &models::pedido("canal", &format!("P{n}"), "S")).await;
            let path = format!("/Pedido/{}/Status?usuarioId=u", pedido["pedidoId"]);
            // each would be lawful alone; after either, the other is not
            let move_on = |status: &'static str| {
                let (client, path) = (app.a.clone(), path.clone());
                rt::spawn(async move {
                    let body = json!({ "status": status });
                    with_patience(async || client.put(&path, &body).await).await
                })
            };
            let (one, other) = (move_on("Enviado"), move_on("Cancelado"));
            let mut codes = [one.await.unwrap().status, other.await.unwrap().status];
            codes.sort_unstable();
            assert_eq!(codes, [200, 409]);
        }
    }
}
