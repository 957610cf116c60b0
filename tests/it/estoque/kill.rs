//! The server is killed while orders, moves, stocks and changes of control come in: acknowledged orders are
//! there, stock, reservations, ledger and counters agree, and what had begun goes on.

use std::cell::Cell;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::rc::Rc;

use actix_web::rt::{self, System};
use domain::values::ids::{LojaId, UsuarioId};
use reqwest::Method;
use serde_json::{Value, json};
use store::paging::PageRequest;
use store::{Store, StoreError, aplicacoes, inventory, orders, usuarios};

use crate::counts::world::{self, Dice, open};
use crate::support::client::http;
use crate::support::program::Program;
use crate::support::wait::until;
use crate::support::{Database, TestClient, TestDatabase, models};

const SKUS: [&str; 4] = ["A", "B", "C", "D"];

fn loja(store: &Store) -> LojaId {
    let found = store.read_blocking(|conn| {
        let app = aplicacoes::find(conn, "queda")?.unwrap().id;
        Ok::<_, StoreError>(usuarios::resolve(conn, app, &UsuarioId::parse("u").unwrap())?.unwrap().id)
    });
    found.unwrap()
}

/// Entries of all ledgers, which agree with everything else; the counters are exact.
fn checked(store: &Store) -> usize {
    let loja = loja(store);
    let checks = store.read_blocking(|conn| inventory::check(conn, loja, 0, 100)).unwrap();
    assert_eq!(checks.problems, []);
    world::check(store, loja);
    checks.movimentos
}

fn orders(store: &Store) -> i64 {
    let loja = loja(store);
    let all = orders::Filter::default();
    store.read_blocking(|conn| orders::list(conn, loja, &all, PageRequest::first(1))).unwrap().total
}

/// One change; how many orders were acknowledged by it. `None` once nobody answers.
async fn change(http: &reqwest::Client, client: &TestClient, dice: &mut Dice, name: &str) -> Option<i64> {
    let name = format!("{name}-{}", dice.until(1 << 30));
    let order =
        |n: u32, dice: &mut Dice| models::pedido("canal", &format!("{name}-{n}"), dice.of::<&str>(&SKUS));
    let (method, path, body) = match dice.until(9) {
        0..=3 => (Method::POST, "/Pedido".to_owned(), order(0, dice)),
        4 => (Method::POST, "/Pedido/Lote".to_owned(), (0..3).map(|n| order(n, dice)).collect()),
        5..=6 => {
            let to = dice.of(&["Faturado", "Enviado", "Cancelado"]);
            let path = format!("/Pedido/{}/Status", 1 + dice.until(300));
            (Method::PUT, path, json!({ "status": to, "motivo": "x", "devolverEstoque": true }))
        }
        7 => {
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
    let status = answer.status().as_u16();
    assert!(status < 500 || status == 503, "{answer:?}");
    let items = answer.json::<Value>().await.ok()?;
    let done = |item: &&Value| item["erro"].is_null();
    match (path.as_str(), status) {
        ("/Pedido", 201) => Some(1),
        ("/Pedido/Lote", 200..=207) => Some(items.as_array().unwrap().iter().filter(done).count() as i64),
        _ => Some(0),
    }
}

/// Where interface A listens, from the log.
fn address_of_a(log: &mut impl BufRead) -> String {
    let row = log.lines().map(Result::unwrap).find(|row| row.contains("127.0.0.1:")).expect("it starts");
    let (_, rest) = row.split_once("127.0.0.1:").unwrap();
    let port: String = rest.chars().take_while(char::is_ascii_digit).collect();
    format!("127.0.0.1:{port}")
}

/// Starts the server and lets clients work until it is killed; how many orders were acknowledged.
fn change_until_killed(p: &Program, url: &str, key: &str, round: u64) -> i64 {
    let mut command = p.command(&["serve", "--database-url", url]);
    let mut server =
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut log = BufReader::new(server.stderr.take().unwrap());
    let base = address_of_a(&mut log);
    // nobody may have to wait for a full pipe
    let reader = std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    let confirmed = System::new().block_on(async {
        let client = TestClient::new(base, Some(key));
        if round == 0 {
            client.post("/Usuario", &models::usuario("u")).await.with_status(201);
            client.post("/Canal?usuarioId=u", &models::canal("canal")).await.with_status(201);
            for sku in SKUS {
                client.post("/sku?usuarioId=u", &models::sku(sku)).await.with_status(201);
            }
        }
        let done = Rc::new(Cell::new(0));
        let tasks: Vec<_> = (0..12)
            .map(|n| {
                let (client, done) = (client.clone(), Rc::clone(&done));
                rt::spawn(async move {
                    let (mut dice, http) = (Dice(round * 100 + n), http().build().unwrap());
                    let (name, mut confirmed) = (format!("{round}-{n}"), 0);
                    while let Some(orders) = change(&http, &client, &mut dice, &name).await {
                        confirmed += orders;
                        done.set(done.get() + 1);
                    }
                    confirmed
                })
            })
            .collect();
        // in the middle of their work, wherever each of them is then
        until("many changes", async || done.get() >= 150).await;
        server.kill().expect("it was running");
        let mut confirmed = 0;
        for task in tasks {
            confirmed += task.await.unwrap();
        }
        confirmed
    });
    server.wait().unwrap();
    let _ = reader.join();
    confirmed
}

fn kill(database: Database) {
    let Some(database) = TestDatabase::new(database) else { return };
    let p = Program::new().free_ports();
    let key = p.ok(&["token", "create", "app", "--name", "queda", "--database-url", &database.url]);
    let key = key.split_whitespace().last().unwrap().to_owned();
    let (mut entries, mut confirmed) = (0, 0);
    for round in 0..3 {
        confirmed += change_until_killed(&p, &database.url, &key, round);
        let store = open(&database.url);
        let (now, kept) = (checked(&store), orders(&store));
        assert!(now >= entries, "{now} after {entries}");
        // what was under way may have been stored as well
        assert!(kept >= confirmed && confirmed > 0, "{kept} of {confirmed}");
        entries = now;
    }
    assert!(entries > 0);
    // what was cut off goes on
    let store = open(&database.url);
    let loja = loja(&store);
    while store.write_blocking(move |tx| inventory::convert(tx, loja, 1)).unwrap() {}
    checked(&store);
    assert_eq!(store.read_blocking(inventory::converting).unwrap(), []);
}

#[test]
fn a_kill_loses_nothing_and_all_agrees_on_sqlite() {
    kill(Database::Sqlite);
}

#[test]
fn a_kill_loses_nothing_and_all_agrees_on_postgres() {
    kill(Database::Postgres);
}
