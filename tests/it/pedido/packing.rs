//! The long texts of an order stand in the database in few bytes; those of before are packed in time.

use domain::titular::Titular;
use serde_json::{Value, json};
use store::StoreError;
use store::pedidos::{self, PackedOrders, check_registros};

use crate::support::app::{Server, config};
use crate::support::packed::{texts, undone};
use crate::support::program::Program;
use crate::support::{TestApp, TestClient, models};

/// Orders `from..to` of the store `u`; answers their numbers.
async fn orders(app: &TestApp, from: usize, to: usize) -> Vec<i64> {
    let orders: Vec<Value> = (from..to)
        .map(|n| models::pedido("canal", &format!("P{n}"), if n % 2 == 0 { "S" } else { "?" }))
        .collect();
    let created = app.a.post("/Pedido/Lote?usuarioId=u", &Value::Array(orders)).await.json_of(200);
    created.as_array().unwrap().iter().map(|one| one["pedidoId"].as_i64().unwrap()).collect()
}

/// All that both interfaces say of some orders.
async fn said(app: &TestApp, b: &TestClient, ids: &[i64]) -> Vec<Value> {
    let mut all = vec![
        app.a.get("/Pedido?usuarioId=u&quantidade_registros=100").await.json_of(200),
        app.a.get("/Pedido?usuarioId=u&quantidade_registros=10&pagina=2").await.json_of(200),
        b.get("/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31").await.json_of(200),
        b.get("/usuarios").await.json_of(200),
    ];
    for id in ids {
        all.push(app.a.get(&format!("/Pedido/{id}?usuarioId=u")).await.json_of(200));
        for part in ["", "/status", "/rastreamento"] {
            all.push(b.get(&format!("/pedidos/{id}{part}")).await.json());
        }
        for part in ["Historico", "NotaFiscal", "Rastreio"] {
            all.push(app.a.get(&format!("/Pedido/{id}/{part}?usuarioId=u")).await.json());
        }
    }
    all
}

/// How many texts stand as they are.
fn plain(app: &TestApp, ids: &[i64]) -> usize {
    let loja = app.loja("u");
    let of = |id: &i64| {
        let texts = texts(app, loja, *id);
        let lengths = [&texts.documento, &texts.registro, &texts.catalogo].map(String::len);
        let stored = ["documento", "registro", "catalogo"].map(|column| texts.bytes[column]);
        let plain = lengths.into_iter().zip(stored).filter(|(length, stored)| length == stored).count();
        // a history that stands in rows of its own has no bytes here
        plain + usize::from(texts.bytes["andamento"] == 0)
    };
    ids.iter().map(of).sum()
}

async fn invoice(app: &TestApp, id: i64) {
    let path = format!("/Pedido/{id}/Status?usuarioId=u");
    app.a.put(&path, &json!({"status": "Faturado"})).await.with_status(200);
}

async fn part(app: &TestApp) -> Option<PackedOrders> {
    app.store.read(pedidos::unpacked).await.unwrap()
}

async fn pack_up(app: &TestApp, part: PackedOrders) -> usize {
    let part = std::sync::Arc::new(part);
    app.store.write(move |tx| pedidos::pack_up(tx, &part)).await.unwrap()
}

#[track_caller]
fn good(app: &TestApp, orders: usize) {
    let loja = app.loja("u");
    let checks =
        app.store.read_blocking(|conn| -> Result<_, StoreError> { check_registros(conn, loja) }).unwrap();
    assert_eq!((checks.read, checks.compared, checks.divergences), (orders, orders, Vec::new()));
}

on_both_databases! {
    async fn an_order_takes_a_quarter_of_its_texts(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let alone = app.create_pedido("u", &models::pedido("canal", "A", "S")).await;
        let mut ids = orders(&app, 0, 2).await;
        ids.push(alone["pedidoId"].as_i64().unwrap());
        let loja = app.loja("u");
        for id in ids {
            let before = texts(&app, loja, id);
            let written = before.documento.len() + before.registro.len() + before.catalogo.len();
            let stored: usize = before.bytes.values().sum();
            assert!(stored * 4 < written, "{stored} of {written} bytes");
            invoice(&app, id).await;
            let after = texts(&app, loja, id);
            assert_eq!(after.documento, before.documento.replace("\"Pago\"", "\"Faturado\""));
            assert_eq!((after.registro, after.catalogo), (before.registro, before.catalogo));
            assert!(after.bytes["documento"] * 3 < after.documento.len(), "{:?}", after.bytes);
        }
        good(&app, 3);
    }

    async fn orders_from_before_are_answered_as_ever_and_packed_in_time(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let ids = orders(&app, 0, 300).await;
        let b = app.b_as(app.loja("u"));
        let parcel = json!({ "codigo": "B" });
        let sent = json!({ "status": "Enviado", "notaFiscal": { "numero": 7 }, "rastreio": parcel });
        app.a.put(&format!("/Pedido/{}/Status?usuarioId=u", ids[0]), &sent).await.with_status(200);
        let before = said(&app, &b, &ids[..3]).await;
        undone(&app, app.loja("u"), &ids);
        assert_eq!(plain(&app, &ids), 1200);
        let other = Server::start(&config(&app.database.url));
        let there = b.at(other.at("listen_b"));
        assert_eq!(said(&app, &there, &ids[..3]).await, before);
        other.stop();
        // that server may have begun with it
        undone(&app, app.loja("u"), &ids);
        good(&app, 300);

        let first = part(&app).await.unwrap();
        // meanwhile one of them moves, and others come in
        invoice(&app, ids[1]).await;
        let new = orders(&app, 300, 310).await;
        assert_eq!(pack_up(&app, first).await, 250);
        assert_eq!(plain(&app, &ids), 200);
        let moved = app.a.get(&format!("/Pedido/{}?usuarioId=u", ids[1])).await.json_of(200);
        assert_eq!(moved["status"], "Faturado");
        let history = app.a.get(&format!("/Pedido/{}/Historico?usuarioId=u", ids[1])).await.json_of(200);
        let stands: Vec<&Value> = history.as_array().unwrap().iter().map(|entry| &entry["status"]).collect();
        assert_eq!(stands, ["Pago", "Faturado"]);
        // whoever was killed here goes on there; two who do the same part do it once
        let (second, same) = (part(&app).await.unwrap(), part(&app).await.unwrap());
        assert_eq!(pack_up(&app, second).await, 50);
        assert_eq!(pack_up(&app, same).await, 0);
        let end = part(&app).await.unwrap();
        assert_eq!(pack_up(&app, end).await, 0);
        assert!(part(&app).await.is_none());
        assert_eq!(plain(&app, &[&ids[..], &new].concat()), 0);
        let after = said(&app, &b, &[ids[0], ids[2]]).await;
        assert_eq!(after[4..11], before[4..11]);
        good(&app, 310);
    }

    async fn what_an_older_server_writes_meanwhile_is_packed_once_it_is_read(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let ids = orders(&app, 0, 2).await;
        undone(&app, app.loja("u"), &ids);
        app.database.execute("DELETE FROM textos_pendentes");
        let b = app.b_as(app.loja("u"));
        // a server that has nothing of them in its memory
        let other = Server::start(&config(&app.database.url));
        let page = "/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31";
        b.at(other.at("listen_b")).get(page).await.with_status(200);
        let packed = || ids.iter().all(|id| {
            let texts = texts(&app, app.loja("u"), *id);
            texts.bytes["registro"] * 4 < texts.registro.len()
        });
        let begin = std::time::Instant::now();
        while !packed() {
            assert!(begin.elapsed() < std::time::Duration::from_secs(20));
            other.store.renew_registros().await.unwrap();
        }
        other.stop();
        good(&app, 2);
    }

    async fn a_person_who_is_anonymised_does_not_come_back_by_being_packed(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let ids = orders(&app, 0, 3).await;
        let cpf = models::pedido("canal", "x", "S")["usuario"]["cpf"].as_str().unwrap().to_owned();
        undone(&app, app.loja("u"), &ids);
        let late = part(&app).await.unwrap();
        let (aplicacao, u) = (app.aplicacao, app.loja("u"));
        app.store.write(move |tx| {
            let titular = Titular::default().with_documento(&cpf).unwrap();
            let found = pedidos::titular::find_orders(tx, aplicacao, &titular)?;
            let ids: Vec<_> = found.orders.iter().map(|(_, id)| *id).collect();
            pedidos::titular::anonymise(tx, u, &titular, &ids, &found.whole_buyers)
        }).await.unwrap();
        let before = ids.iter().map(|id| texts(&app, u, *id)).collect::<Vec<_>>();
        pack_up(&app, late).await;
        for (id, before) in ids.iter().zip(before) {
            let after = texts(&app, u, *id);
            assert_eq!((&after.documento, &after.registro), (&before.documento, &before.registro));
            assert_eq!(after.andamento, before.andamento);
            assert!(after.documento.contains("[anonimizado]"));
        }
    }

    async fn an_operator_sees_an_order_as_it_is_stored(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let id = orders(&app, 0, 1).await[0].to_string();
        let p = Program::new().env("DATABASE_URL", &app.database.url);
        let show = ["order", "show", "--app", "testes", "--user", "u"];
        let shown: Value = serde_json::from_str(&p.ok(&[&show[..], &[&id]].concat())).unwrap();
        let line = p.ok(&[&show[..], &[&id, "--json"]].concat());
        assert_eq!(line.trim().lines().count(), 1);
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), shown);
        let answered = app.a.get(&format!("/Pedido/{id}?usuarioId=u")).await.json_of(200);
        assert_eq!(shown["documento"], answered);
        assert_eq!(shown["registro"]["itens"][0]["sku"], "S");
        assert_eq!(shown["catalogo"][0]["sku"], "S");
        assert_eq!(shown["historico"].as_array().unwrap().len(), 1);
        assert!(shown["bytes"]["registro"].as_i64().unwrap() > 50, "{shown}");
        assert!(p.failure(1, &[&show[..], &["999"]].concat()).contains("has no order 999"));
        assert!(p.failure(2, &[&show[..], &["x"]].concat()).contains("the number of an order"));
        let of_another = ["order", "show", "--app", "testes", "--user", "v", &id];
        assert!(p.failure(1, &of_another).contains("no user \"v\""));
    }
}
