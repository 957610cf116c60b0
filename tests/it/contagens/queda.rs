//! The server is killed while many clients write: the counters and the orders are of the same moment.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::{Duration, Instant};

use actix_web::rt::{self, System};
use domain::values::ids::UsuarioId;
use store::{Store, aplicacoes, pedidos, usuarios};

use super::mundo::{abrir, conferir};
use crate::suporte::cliente::http;
use crate::suporte::programa::Programa;
use crate::suporte::{Banco, BancoDeTeste, Cliente, modelos};

const CLIENTES: usize = 12;

fn pedidos_guardados(store: &Store, conferidos: bool) -> i64 {
    let loja = store
        .read_blocking(|conn| {
            let Some(app) = aplicacoes::find(conn, "queda")? else { return Ok::<_, store::StoreError>(None) };
            usuarios::resolver(conn, app.id, &UsuarioId::parse("u").unwrap())
        })
        .unwrap()
        .unwrap()
        .id;
    if conferidos {
        conferir(store, loja);
    }
    let pedida = store::paging::PageRequest::first(1);
    store.read_blocking(|conn| pedidos::list(conn, loja, &pedidos::Filtro::default(), pedida)).unwrap().total
}

/// Starts the server, lets clients write until it is killed; answers how many orders were acknowledged.
fn escrever_ate_a_queda(p: &Programa, url: &str, chave: &str, rodada: usize) -> i64 {
    let mut comando = p.comando(&["serve", "--database-url", url]);
    let mut servidor =
        comando.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut log = BufReader::new(servidor.stderr.take().unwrap());
    let base = endereco_de_a(&mut log);
    // nobody may have to wait for a full pipe
    let leitor = std::thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
    let confirmados = System::new().block_on(async {
        let cliente = Cliente::novo(base, Some(chave));
        if rodada == 0 {
            cliente.post("/Usuario", &modelos::usuario("u")).await.com_status(201);
            cliente.post("/Canal?usuarioId=u", &modelos::canal("c")).await.com_status(201);
        }
        let tarefas: Vec<_> = (0..CLIENTES)
            .map(|n| {
                let cliente = cliente.clone();
                rt::spawn(async move { escrever(&cliente, &format!("{rodada}-{n}")).await })
            })
            .collect();
        rt::time::sleep(Duration::from_millis(900)).await;
        servidor.kill().expect("it was running");
        let mut confirmados = 0;
        for tarefa in tarefas {
            confirmados += tarefa.await.unwrap();
        }
        confirmados
    });
    servidor.wait().unwrap();
    let _ = leitor.join();
    confirmados
}

/// Where interface A listens, out of the log.
fn endereco_de_a(log: &mut impl BufRead) -> String {
    let inicio = Instant::now();
    let mut lido = String::new();
    while inicio.elapsed() < Duration::from_secs(30) {
        let mut linha = String::new();
        if log.read_line(&mut linha).unwrap() == 0 {
            break;
        }
        lido.push_str(&linha);
        let Some(resto) = linha.split_once("127.0.0.1:").map(|(_, resto)| resto) else { continue };
        let porta: String = resto.chars().take_while(char::is_ascii_digit).collect();
        return format!("127.0.0.1:{porta}");
    }
    panic!("it does not start:\n{lido}");
}

/// Orders, alone and in bulk, and moves, until nobody answers; how many orders were acknowledged.
async fn escrever(cliente: &Cliente, nome: &str) -> i64 {
    let http = http().build().unwrap();
    let chave = format!("Basic {}", cliente.chave.as_deref().unwrap());
    let enviar = async |caminho: &str, corpo: &serde_json::Value| {
        let pedido =
            http.post(format!("{}{caminho}?usuarioId=u", cliente.base)).header("authorization", &chave);
        pedido.json(corpo).send().await.ok().map(|r| r.status().as_u16())
    };
    let mut confirmados = 0;
    for n in 0.. {
        let um = modelos::pedido("c", &format!("{nome}-{n}"), "S");
        match enviar("/Pedido", &um).await {
            Some(201) => confirmados += 1,
            Some(503) => continue,
            _ => return confirmados,
        }
        let lote: Vec<_> = (0..3).map(|m| modelos::pedido("c", &format!("{nome}-{n}-{m}"), "S")).collect();
        match enviar("/Pedido/Lote", &serde_json::Value::from(lote)).await {
            Some(200..=207) => confirmados += 3,
            Some(503) => {}
            _ => return confirmados,
        }
    }
    confirmados
}

fn cair(banco: Banco) {
    let Some(banco) = BancoDeTeste::novo(banco) else { return };
    let p = Programa::novo().portas_livres();
    let chave = p.ok(&["token", "create", "app", "--name", "queda", "--database-url", &banco.url]);
    let chave = chave.split_whitespace().last().unwrap().to_owned();
    let mut confirmados = 0;
    for rodada in 0..2 {
        confirmados += escrever_ate_a_queda(&p, &banco.url, &chave, rodada);
        let store = abrir(&banco.url, 1024);
        let guardados = pedidos_guardados(&store, true);
        // what was on its way when the server fell may have been stored as well
        assert!(guardados >= confirmados && confirmados > 10, "{guardados} of {confirmados}");
    }
}

#[test]
fn a_kill_leaves_exact_counters_on_sqlite() {
    cair(Banco::Sqlite);
}

#[test]
fn a_kill_leaves_exact_counters_on_postgres() {
    cair(Banco::Postgres);
}
