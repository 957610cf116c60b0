//! The server is killed while many clients write: the counters and the orders are of the same moment.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use actix_web::rt::{self, System};
use domain::values::ids::UsuarioId;
use store::{Store, aplicacoes, pedidos, usuarios};

use super::world::{check, open};
use crate::support::client::http;
use crate::support::program::Program;
use crate::support::{Database, TestClient, TestDatabase, models};

const CLIENTS: usize = 12;

fn kept_pedidos(store: &Store, checked: bool) -> i64 {
    let loja = store
        .read_blocking(|conn| {
            let Some(app) = aplicacoes::find(conn, "queda")? else { return Ok::<_, store::StoreError>(None) };
            usuarios::resolve(conn, app.id, &UsuarioId::parse("u").unwrap())
        })
        .unwrap()
        .unwrap()
        .id;
    if checked {
        check(store, loja);
    }
    let wanted = store::paging::PageRequest::first(1);
    store.read_blocking(|conn| pedidos::list(conn, loja, &pedidos::Filter::default(), wanted)).unwrap().total
}

/// Starts the server, lets clients write until it is killed; answers how many orders were acknowledged.
fn write_until_crash(p: &Program, url: &str, key: &str, round: usize) -> i64 {
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
            client.post("/Canal?usuarioId=u", &models::canal("c")).await.with_status(201);
        }
        let tasks: Vec<_> = (0..CLIENTS)
            .map(|n| {
                let client = client.clone();
                rt::spawn(async move { write(&client, &format!("{round}-{n}")).await })
            })
            .collect();
        rt::time::sleep(Duration::from_millis(900)).await;
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

/// Where interface A listens, out of the log.
pub fn address_of_a(log: &mut impl BufRead) -> String {
    let start = Instant::now();
    let mut parsed = String::new();
    while start.elapsed() < Duration::from_secs(30) {
        let mut row = String::new();
        if log.read_line(&mut row).unwrap() == 0 {
            break;
        }
        parsed.push_str(&row);
        let Some(rest) = row.split_once("127.0.0.1:").map(|(_, rest)| rest) else { continue };
        let port: String = rest.chars().take_while(char::is_ascii_digit).collect();
        return format!("127.0.0.1:{port}");
    }
    panic!("it does not start:\n{parsed}");
}

/// Orders, alone and in bulk, and moves, until nobody answers; how many orders were acknowledged.
async fn write(client: &TestClient, name: &str) -> i64 {
    let http = http().build().unwrap();
    let key = format!("Basic {}", client.chave.as_deref().unwrap());
    let send = async |path: &str, body: &serde_json::Value| {
        let pedido = http.post(format!("{}{path}?usuarioId=u", client.base)).header("authorization", &key);
        pedido.json(body).send().await.ok().map(|r| r.status().as_u16())
    };
    let mut confirmed = 0;
    for n in 0.. {
        let one = models::pedido("c", &format!("{name}-{n}"), "S");
        match send("/Pedido", &one).await {
            Some(201) => confirmed += 1,
            Some(503) => continue,
            _ => return confirmed,
        }
        let lote: Vec<_> = (0..3).map(|m| models::pedido("c", &format!("{name}-{n}-{m}"), "S")).collect();
        match send("/Pedido/Lote", &serde_json::Value::from(lote)).await {
            Some(200..=207) => confirmed += 3,
            Some(503) => {}
            _ => return confirmed,
        }
    }
    confirmed
}

fn crash(database: Database) {
    let Some(database) = TestDatabase::new(database) else { return };
    let p = Program::new().free_ports();
    let key = p.ok(&["token", "create", "app", "--name", "queda", "--database-url", &database.url]);
    let key = key.split_whitespace().last().unwrap().to_owned();
    let mut confirmed = 0;
    for round in 0..2 {
        confirmed += write_until_crash(&p, &database.url, &key, round);
        let store = open(&database.url, 1024);
        let kept = kept_pedidos(&store, true);
        // what was on its way when the server fell may have been stored as well
        assert!(kept >= confirmed && confirmed > 10, "{kept} of {confirmed}");
    }
}

#[test]
fn a_kill_leaves_exact_counters_on_sqlite() {
    crash(Database::Sqlite);
}

#[test]
fn a_kill_leaves_exact_counters_on_postgres() {
    crash(Database::Postgres);
}
