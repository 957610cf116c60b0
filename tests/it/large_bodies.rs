//! Large bodies: limits of their bytes in memory, and of how many are worked on at once.

use actix_web::rt;
use futures_util::future::select_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::concurrency::with_patience;
use crate::support::stranger::Stranger;
use crate::support::{Database, TestApp, TestClient, models, run};

const LOTE: &str = "/sku/Lote?usuarioId=u";
/// Of each body all but its end arrives: six of them are less than what one application may have on its way.
const SIZE: usize = 8_000_000;

/// SKUs in more than 64 KiB.
fn batch(first: usize) -> Value {
    let sku = |n: usize| models::with(models::sku(&format!("S{n}")), "/descricao", json!("x".repeat(2_000)));
    (first..first + 50).map(sku).collect()
}

/// Somebody who never ends what it sends.
async fn sends(client: TestClient) -> TcpStream {
    let address = client.base.strip_prefix("http://").unwrap().to_owned();
    let mut connection = TcpStream::connect(&address).await.unwrap();
    let head = format!(
        "POST {LOTE} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Basic {}\r\n\
         Content-Type: application/json\r\nContent-Length: {SIZE}\r\n\r\n",
        client.chave.unwrap()
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    // who is refused may hear of it before all is sent
    let _ = connection.write_all(&vec![b' '; SIZE - 1]).await;
    connection
}

/// The head of the first answer that comes to any of them.
async fn first_answer(connections: &mut [TcpStream]) -> String {
    let answers = connections.iter_mut().map(async |connection| {
        let mut answer = vec![0; 4096];
        let count = connection.read(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer[..count]).to_ascii_lowercase()
    });
    select_all(answers.map(Box::pin)).await.0
}

#[test]
fn an_application_that_sends_too_many_bytes_is_refused_and_others_are_not() {
    run(Database::Sqlite, async |app: TestApp| {
        app.loja_with_skus("u", &["S0"]).await;
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &models::usuario("u")).await.with_status(201);
        let sending: Vec<_> = (0..7).map(|_| rt::spawn(sends(app.a.clone()))).collect();
        let mut connections = Vec::new();
        for one in sending {
            connections.push(one.await.unwrap());
        }
        let refused = first_answer(&mut connections).await;
        assert!(
            refused.starts_with("http/1.1 503 ") && refused.contains("\r\nretry-after: 1\r\n"),
            "{refused}"
        );
        // what is small goes on, and so do others
        app.a.put("/sku/S0/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.with_status(200);
        other.post(LOTE, &batch(0)).await.with_status(200);
        drop(connections);
        with_patience(async || app.a.post(LOTE, &batch(0)).await).await.with_status(200);
    });
}

#[test]
fn an_application_whose_batches_are_stuck_keeps_no_other_application_waiting() {
    run(Database::Postgres, async |app: TestApp| {
        app.loja_with_skus("u", &["S0"]).await;
        let other = app.other_aplicacao("outra");
        other.post("/Usuario", &models::usuario("v")).await.with_status(201);
        let mut stranger = Stranger::holds(&app.database.url, "skus WHERE sku = 'S0'");
        let stuck: Vec<_> = (0..8)
            .map(|_| {
                let client = app.a.clone();
                rt::spawn(async move { with_patience(async || client.post(LOTE, &batch(0)).await).await })
            })
            .collect();
        stranger.is_waited_for(1).await;
        other.post("/sku/Lote?usuarioId=v", &batch(0)).await.with_status(200);
        assert!(stuck.iter().all(|one| !one.is_finished()));
        stranger.leaves();
        for one in stuck {
            one.await.unwrap().with_status(200);
        }
    });
}

on_both_databases! {
    async fn many_at_once_are_all_written(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let sending: Vec<_> = (0..16)
            .map(|n| {
                let client = app.a.clone();
                rt::spawn(async move { client.post(LOTE, &batch(50 * n)).await.json_of(200) })
            })
            .collect();
        for one in sending {
            let outcomes = one.await.unwrap();
            assert!(outcomes.as_array().unwrap().iter().all(|one| one["status"] == 201), "{outcomes}");
        }
    }
}
