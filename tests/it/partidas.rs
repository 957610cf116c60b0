//! Starting and ending: the demonstration, a stop that lets requests end, and a start after a crash.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use actix_web::rt::System;
use reqwest::Method;
use serde_json::json;

use crate::suporte::programa::Programa;
use crate::suporte::{Cliente, modelos};

/// A running process that does not outlive its test.
struct Processo(Child);

impl Processo {
    fn sinal(&self, nome: &str) {
        let feito = Command::new("kill").args([&format!("-{nome}"), &self.0.id().to_string()]).status();
        assert!(feito.unwrap().success());
    }

    /// The exit code, once it has ended.
    fn fim(&mut self, espera: Duration) -> Option<i32> {
        let inicio = Instant::now();
        while inicio.elapsed() < espera {
            if let Some(estado) = self.0.try_wait().unwrap() {
                return estado.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("it still runs after {espera:?}");
    }
}

impl Drop for Processo {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the demonstration; answers it and its banner.
fn demonstrar(p: &Programa) -> (Processo, Vec<String>, BufReader<ChildStdout>) {
    let comando = p
        .comando(&["demo", "--orders", "60", "--skus", "60"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut processo = Processo(comando.expect("the program starts"));
    let mut saida = BufReader::new(processo.0.stdout.take().unwrap());
    let mut linhas = Vec::new();
    loop {
        let mut linha = String::new();
        assert!(saida.read_line(&mut linha).unwrap() > 0, "it ended: {linhas:?}");
        linhas.push(linha.trim().to_owned());
        if linhas.last().unwrap().starts_with("Ctrl-C") {
            return (processo, linhas, saida);
        }
    }
}

/// The pasteable lines, as key and address.
fn linhas_de_curl(linhas: &[String]) -> Vec<(String, String)> {
    let curls = linhas.iter().filter_map(|l| l.strip_prefix("curl -s -H 'Authorization: Basic "));
    curls
        .map(|resto| {
            let (chave, url) = resto.split_once("' '").unwrap();
            (chave.to_owned(), url.strip_suffix('\'').unwrap().to_owned())
        })
        .collect()
}

async fn experimentar(linhas: &[String]) {
    let curls = linhas_de_curl(linhas);
    assert!(curls.len() >= 5, "{linhas:?}");
    for (chave, url) in curls {
        let (base, caminho) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let corpo = Cliente::novo(base, Some(&chave)).get(&format!("/{caminho}")).await.json_de(200);
        let lista = if corpo.is_array() { &corpo } else { &corpo["resultado"] };
        assert!(!lista.as_array().unwrap().is_empty(), "{url}: {corpo}");
    }
}

#[test]
fn every_line_of_the_demonstration_works_and_a_second_start_keeps_it() {
    let p = Programa::novo().portas_livres();
    let (mut processo, primeira, _saida) = demonstrar(&p);
    System::new().block_on(experimentar(&primeira));
    processo.sinal("TERM");
    assert_eq!(processo.fim(Duration::from_secs(10)), Some(0));

    let (mut processo, segunda, _saida) = demonstrar(&p);
    System::new().block_on(experimentar(&segunda));
    let chaves =
        |linhas: &[String]| -> Vec<String> { linhas_de_curl(linhas).into_iter().map(|(c, _)| c).collect() };
    assert_eq!(chaves(&primeira), chaves(&segunda));
    processo.sinal("INT");
    assert_eq!(processo.fim(Duration::from_secs(10)), Some(0));
}

#[test]
fn the_demonstration_is_for_this_machine_only() {
    let p = Programa::novo();
    let interfaces = server::interfaces::INTERFACES.iter().map(|row| row.listen.flag);
    for flag in interfaces.chain(["listen-admin"]) {
        let flag = format!("--{flag}");
        let erro = p.falha(2, &["demo", &flag, "0.0.0.0:0"]);
        assert!(erro.contains("loopback") && erro.contains(&flag), "{erro}");
    }
    assert!(!p.pasta.path().join("data").exists());
}

#[test]
fn an_idle_connection_does_not_hold_up_a_stop() {
    let p = Programa::novo().portas_livres();
    let (mut processo, linhas, _saida) = demonstrar(&p);
    let (chave, url) = linhas_de_curl(&linhas)[0].clone();
    let base = url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
    let ociosa = TcpStream::connect(&base).unwrap();
    System::new().block_on(async {
        let cliente = Cliente::novo(&base, Some(&chave));
        cliente.get("/Usuario").await.com_status(200);
        processo.sinal("TERM");
        assert_eq!(processo.fim(Duration::from_secs(20)), Some(0));
        drop(cliente);
    });
    drop(ociosa);
}

/// Writes one after the other until the server is killed in the middle; what was acknowledged is there after
/// the next start, which needs no help.
#[test]
fn nothing_acknowledged_is_lost_by_a_kill() {
    let p = Programa::novo().portas_livres();
    let (mut processo, linhas, _saida) = demonstrar(&p);
    let (chave, url) = linhas_de_curl(&linhas)[0].clone();
    let base = |url: &str| url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
    let cliente = Cliente::novo(base(&url), Some(&chave));
    let confirmados = System::new().block_on(async {
        cliente.post("/Usuario", &modelos::usuario("u")).await.com_status(201);
        cliente.post("/Canal?usuarioId=u", &modelos::canal("c")).await.com_status(201);
        let escrever = actix_web::rt::spawn({
            let cliente = cliente.clone();
            async move { escrever_ate_cair(&cliente).await }
        });
        actix_web::rt::time::sleep(Duration::from_millis(700)).await;
        processo.sinal("KILL");
        escrever.await.unwrap()
    });
    processo.fim(Duration::from_secs(5));
    assert!(confirmados > 5, "{confirmados}");

    let (_processo, linhas, _saida) = demonstrar(&p);
    let (chave, url) = linhas_de_curl(&linhas)[0].clone();
    System::new().block_on(async {
        let cliente = Cliente::novo(base(&url), Some(&chave));
        for n in 0..confirmados {
            cliente.get(&format!("/sku/S{n}?usuarioId=u")).await.com_status(200);
        }
        let pedidos = cliente.get("/Pedido?usuarioId=u").await.json_de(200);
        let total = pedidos["metadados"]["total"].as_u64().unwrap();
        assert!(total == confirmados || total == confirmados + 1, "{total} of {confirmados}");
    });
}

/// A SKU and an order, again and again; answers how many pairs were acknowledged.
async fn escrever_ate_cair(cliente: &Cliente) -> u64 {
    let http = crate::suporte::cliente::http().build().unwrap();
    let enviar = async |caminho: &str, corpo: serde_json::Value| {
        let pedido = http.request(Method::POST, format!("{}{caminho}?usuarioId=u", cliente.base));
        let pedido = pedido.header("authorization", format!("Basic {}", cliente.chave.as_deref().unwrap()));
        matches!(pedido.json(&corpo).send().await, Ok(r) if r.status() == 201)
    };
    for n in 0.. {
        let mut pedido = modelos::pedido("c", &format!("P{n}"), &format!("S{n}"));
        pedido["desconto"] = json!(0);
        if !enviar("/sku", modelos::sku(&format!("S{n}"))).await || !enviar("/Pedido", pedido).await {
            return n;
        }
    }
    0
}
