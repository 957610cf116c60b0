//! Starting and ending: the demonstration, a stop that lets requests end, and a start after a crash.

use std::net::TcpStream;

use actix_web::rt::System;
use reqwest::Method;
use serde_json::json;

use crate::support::process::{curl_lines, demonstrate};
use crate::support::program::Program;
use crate::support::wait::until;
use crate::support::{TestClient, models};

async fn try_out(rows: &[String]) {
    let curls = curl_lines(rows);
    assert!(curls.len() >= 5, "{rows:?}");
    for (key, url) in curls {
        let (base, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let body = TestClient::new(base, Some(&key)).get(&format!("/{path}")).await.json_of(200);
        let list = if body.is_array() { &body } else { &body["resultado"] };
        // one thing, or a list that is not empty
        assert!(list.as_array().is_none_or(|list| !list.is_empty()), "{url}: {body}");
    }
}

#[test]
fn every_line_of_the_demonstration_works_and_a_second_start_keeps_it() {
    let p = Program::new().free_ports();
    let (mut process, first, _output) = demonstrate(&p);
    System::new().block_on(try_out(&first));
    process.sign("TERM");
    assert_eq!(process.end(), Some(0));

    let (mut process, second, _output) = demonstrate(&p);
    System::new().block_on(try_out(&second));
    let keys = |rows: &[String]| -> Vec<String> { curl_lines(rows).into_iter().map(|(c, _)| c).collect() };
    assert_eq!(keys(&first), keys(&second));
    process.sign("INT");
    assert_eq!(process.end(), Some(0));
}

#[test]
fn the_demonstration_is_for_this_machine_only() {
    let p = Program::new();
    let interfaces = server::interfaces::INTERFACES.iter().map(|row| row.listen.flag);
    for flag in interfaces.chain(["listen-admin"]) {
        let flag = format!("--{flag}");
        let error = p.failure(2, &["demo", &flag, "0.0.0.0:0"]);
        assert!(error.contains("loopback") && error.contains(&flag), "{error}");
    }
    assert!(!p.folder.path().join("data").exists());
}

#[test]
fn an_idle_connection_does_not_hold_up_a_stop() {
    let p = Program::new().free_ports().env("ENTREPOSTO_SHUTDOWN_TIMEOUT", "1h");
    let (mut process, rows, _output) = demonstrate(&p);
    let (key, url) = curl_lines(&rows)[0].clone();
    let base = url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
    let idle = TcpStream::connect(&base).unwrap();
    System::new().block_on(async {
        let client = TestClient::new(&base, Some(&key));
        client.get("/Usuario").await.with_status(200);
        process.sign("TERM");
        assert_eq!(process.end(), Some(0));
        drop(client);
    });
    drop(idle);
}

/// Writes one after the other until the server is killed in the middle; what was acknowledged is there after
/// the next start, which needs no help.
#[test]
fn nothing_acknowledged_is_lost_by_a_kill() {
    let p = Program::new().free_ports();
    let (mut process, rows, _output) = demonstrate(&p);
    let (key, url) = curl_lines(&rows)[0].clone();
    let base = |url: &str| url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
    let client = TestClient::new(base(&url), Some(&key));
    let confirmed = System::new().block_on(async {
        client.post("/Usuario", &models::usuario("u")).await.with_status(201);
        client.post("/Canal?usuarioId=u", &models::canal("c")).await.with_status(201);
        let write = actix_web::rt::spawn({
            let client = client.clone();
            async move { write_until_crashing(&client).await }
        });
        until("some orders", async || {
            let pedidos = client.get("/Pedido?usuarioId=u&quantidade_registros=1").await.json_of(200);
            pedidos["metadados"]["total"].as_u64().unwrap() > 20
        })
        .await;
        process.sign("KILL");
        write.await.unwrap()
    });
    process.end();
    assert!(confirmed > 5, "{confirmed}");

    let (_process, rows, _output) = demonstrate(&p);
    let (key, url) = curl_lines(&rows)[0].clone();
    System::new().block_on(async {
        let client = TestClient::new(base(&url), Some(&key));
        for n in 0..confirmed {
            client.get(&format!("/sku/S{n}?usuarioId=u")).await.with_status(200);
        }
        let pedidos = client.get("/Pedido?usuarioId=u").await.json_of(200);
        let total = pedidos["metadados"]["total"].as_u64().unwrap();
        assert!(total == confirmed || total == confirmed + 1, "{total} of {confirmed}");
    });
}

/// A SKU and an order, again and again; answers how many pairs were acknowledged.
async fn write_until_crashing(client: &TestClient) -> u64 {
    let http = crate::support::client::http().build().unwrap();
    let send = async |path: &str, body: serde_json::Value| {
        let pedido = http.request(Method::POST, format!("{}{path}?usuarioId=u", client.base));
        let pedido = pedido.header("authorization", format!("Basic {}", client.chave.as_deref().unwrap()));
        matches!(pedido.json(&body).send().await, Ok(r) if r.status() == 201)
    };
    for n in 0.. {
        let mut pedido = models::pedido("c", &format!("P{n}"), &format!("S{n}"));
        pedido["desconto"] = json!(0);
        if !send("/sku", models::sku(&format!("S{n}"))).await || !send("/Pedido", pedido).await {
            return n;
        }
    }
    0
}
