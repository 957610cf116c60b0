//! The example as a process: what it serves, that it ends when it is told to, and how short it is.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use entreposto::http_kit::api_keys::generate;
use entreposto::store::tokens::{self, NewToken, TokenKind};
use entreposto::store::{Secrets, Store, StoreConfig, StoreError, aplicacoes};

/// Does not outlive its test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The database that the example will find.
fn open(folder: &Path) -> Store {
    let url = format!("sqlite://{}/embed.db", folder.display());
    Store::open(&StoreConfig::new(url.as_str()), Secrets::beside(&url)).unwrap()
}

/// An application's key in the database that the example will find.
fn key(folder: &Path) -> String {
    let store = open(folder);
    store.migrate().unwrap();
    let (key, hash) = generate(TokenKind::Aplicacao).unwrap();
    let written: Result<_, StoreError> = store.write_blocking(move |tx| {
        let aplicacao = aplicacoes::create(tx, "embed")?.unwrap().id;
        let new = NewToken { aplicacao, loja: None, rotulo: String::new(), hash, expira_em: None };
        tokens::create(tx, &new)
    });
    written.unwrap();
    key
}

/// Status and whole answer of one request; `None` while nobody listens.
fn ask(address: &str, method: &str, path: &str, key: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic {key}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    Some((status, answer))
}

#[test]
fn it_serves_both_interfaces_beside_its_own_route_and_ends_when_told() {
    let folder = tempfile::tempdir().unwrap();
    let key = key(folder.path());
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let started =
        Command::new(env!("CARGO_BIN_EXE_entreposto-embed")).arg(&address).current_dir(folder.path()).spawn();
    let mut process = Process(started.expect("the example starts"));
    let begin = Instant::now();
    while ask(&address, "GET", "/ola", &key).is_none() {
        assert!(begin.elapsed() < Duration::from_secs(20), "it does not listen");
        std::thread::sleep(Duration::from_millis(50));
    }
    for (method, path, status, part) in [
        ("GET", "/ola", 200, "olá"),
        ("GET", "/usuario", 200, r#""total":0"#),
        ("GET", "/categorias", 401, "resultadoOperacao"),
        ("DELETE", "/categorias", 405, "resultadoOperacao"),
        ("DELETE", "/Usuario", 405, "validationErrors"),
        ("GET", "/nada", 404, "validationErrors"),
        ("GET", "/openapi.json", 200, "/categorias"),
    ] {
        let (answered, text) = ask(&address, method, path, &key).unwrap();
        assert_eq!(answered, status, "{method} {path}: {text}");
        assert!(text.contains(part), "{method} {path}: {text}");
    }
    let told = Command::new("kill").args(["-TERM", &process.0.id().to_string()]).status();
    assert!(told.unwrap().success());
    assert!(process.0.wait().unwrap().success());
}

#[test]
fn a_taken_address_leaves_the_database_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let ended = Command::new(env!("CARGO_BIN_EXE_entreposto-embed"))
        .arg(busy.local_addr().unwrap().to_string())
        .current_dir(folder.path())
        .status();
    assert!(!ended.expect("the example starts").success());
    assert!(!open(folder.path()).schema().unwrap().pending.is_empty(), "it was migrated");
}

#[test]
fn its_main_is_short() {
    let text = include_str!("../src/main.rs");
    let (_, main) = text.split_once("async fn main()").unwrap();
    let lines = main.lines().take_while(|line| *line != "}").count() + 1;
    assert!(lines <= 20, "{lines} lines");
}
