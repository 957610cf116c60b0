//! The server is killed while orders, moves, numbers and changes of hands come in: stock, reservations and
//! ledger are of the same moment, and what had begun goes on.

use std::io::BufReader;
use std::process::Stdio;
use std::time::Duration;

use actix_web::rt::{self, System};
use domain::values::ids::{LojaId, UsuarioId};
use reqwest::Method;
use serde_json::{Value, json};
use store::{Store, StoreError, aplicacoes, estoque, usuarios};

use crate::contagens::crash::address_of_a;
use crate::contagens::world::{Dice, open};
use crate::support::client::http;
use crate::support::program::Program;
use crate::support::{Database, TestClient, TestDatabase, models};

const SKUS: [&str; 4] = ["A", "B", "C", "D"];

fn loja(store: &Store) -> LojaId {
    let found = store.read_blocking(|conn| {
        let app = aplicacoes::find(conn, "queda")?.unwrap().id;
        Ok::<_, StoreError>(usuarios::resolve(conn, app, &UsuarioId::parse("u").unwrap())?.unwrap().id)
    });
    found.unwrap()
}

/// Entries of all ledgers, which agree with everything else.
fn checked(store: &Store) -> usize {
    let loja = loja(store);
    let checks = store.read_blocking(|conn| estoque::check(conn, loja, 0, 100)).unwrap();
    assert_eq!(checks.problems, []);
    checks.movimentos
}

/// One change; the number of the order where it is one. `None` once nobody answers.
async fn change(http: &reqwest::Client, client: &TestClient, dice: &mut Dice, name: &str) -> Option<Value> {
    let last = dice.until(1 << 30);
    let (method, path, body) = match dice.until(8) {
        0..=3 => {
            let body = models::pedido("canal", &format!("{name}-{last}"), dice.of::<&str>(&SKUS));
            (Method::POST, "/Pedido".to_owned(), body)
        }
        4..=5 => {
            let to = dice.of(&["Faturado", "Enviado", "Cancelado"]);
            let path = format!("/Pedido/{}/Status", 1 + dice.until(300));
            (Method::PUT, path, json!({ "status": to, "motivo": "x", "devolverEstoque": true }))
        }
        6 => {
            let path = format!("/sku/{}/Estoque", dice.of(&SKUS));
            (Method::PUT, path, json!({ "estoque": dice.until(90) }))
        }
        _ => {
            let control = dice.of(&["erp", "hub", "nenhum"]);
            (Method::PUT, "/Usuario/u/Estoque".to_owned(), json!({ "controleEstoque": control }))
        }
    };
    let key = format!("Basic {}", client.chave.as_deref().unwrap());
    let user = if path.starts_with("/Usuario") { "" } else { "?usuarioId=u" };
    let request = http.request(method, format!("{}{path}{user}", client.base)).header("authorization", key);
    let answer = request.json(&body).send().await.ok()?;
    assert!(answer.status().as_u16() < 500 || answer.status().as_u16() == 503, "{answer:?}");
    answer.json().await.ok()
}

fn change_until_killed(p: &Program, url: &str, key: &str, round: u64) {
    let mut command = p.command(&["serve", "--database-url", url]);
    let mut server =
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut log = BufReader::new(server.stderr.take().unwrap());
    let base = address_of_a(&mut log);
    // nobody may have to wait for a full pipe
    let reader = std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    System::new().block_on(async {
        let client = TestClient::new(base, Some(key));
        if round == 0 {
            client.post("/Usuario", &models::usuario("u")).await.with_status(201);
            client.post("/Canal?usuarioId=u", &models::canal("canal")).await.with_status(201);
            for sku in SKUS {
                client.post("/sku?usuarioId=u", &models::sku(sku)).await.with_status(201);
            }
        }
        let tasks: Vec<_> = (0..8)
            .map(|n| {
                let client = client.clone();
                rt::spawn(async move {
                    let (mut dice, http) = (Dice(round * 100 + n), http().build().unwrap());
                    let name = format!("{round}-{n}");
                    while change(&http, &client, &mut dice, &name).await.is_some() {}
                })
            })
            .collect();
        rt::time::sleep(Duration::from_millis(1000)).await;
        server.kill().expect("it was running");
        for task in tasks {
            task.await.unwrap();
        }
    });
    server.wait().unwrap();
    let _ = reader.join();
}

fn kill(database: Database) {
    let Some(database) = TestDatabase::new(database) else { return };
    let p = Program::new().free_ports();
    let key = p.ok(&["token", "create", "app", "--name", "queda", "--database-url", &database.url]);
    let key = key.split_whitespace().last().unwrap().to_owned();
    let mut entries = 0;
    for round in 0..3 {
        change_until_killed(&p, &database.url, &key, round);
        let store = open(&database.url, 1024);
        let now = checked(&store);
        assert!(now > entries, "{now} after {entries}");
        entries = now;
    }
    // what was cut off goes on
    let store = open(&database.url, 1024);
    let loja = loja(&store);
    while store.write_blocking(move |tx| estoque::convert(tx, loja, 1)).unwrap() {}
    checked(&store);
    assert_eq!(store.read_blocking(estoque::converting).unwrap(), []);
}

#[test]
fn a_kill_leaves_a_stock_that_agrees_on_sqlite() {
    kill(Database::Sqlite);
}

#[test]
fn a_kill_leaves_a_stock_that_agrees_on_postgres() {
    kill(Database::Postgres);
}
