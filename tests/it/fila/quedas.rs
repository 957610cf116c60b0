//! Nothing is lost: many events, readers of different speed, one that keeps crashing between lease and confirmation,
//! servers that are killed and started again.
//!
//! `ENTREPOSTO_TESTE_FILA_EVENTOS` says how many events (default 1800).

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use actix_web::rt;
use rand::RngExt;
use reqwest::Method;
use serde_json::{Value, json};

use crate::suporte::programa::Programa;
use crate::suporte::{Banco, BancoDeTeste, modelos};

/// Seconds of a lease.
const VISIBILIDADE: u32 = 2;
/// What every order goes through: three events.
const PASSOS: [&str; 2] = ["Faturado", "Enviado"];
/// Orders per batch, and who writes batches at the same time.
const LOTE: usize = 50;
const ESCRITORES: usize = 3;

/// A server of the group, at an address that it keeps.
struct Servidor {
    endereco: String,
    processo: Child,
}

impl Servidor {
    fn iniciar(programa: &Programa) -> Self {
        let livre = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let endereco = livre.to_string();
        Self { processo: Self::partir(programa, &endereco), endereco }
    }

    fn partir(programa: &Programa, endereco: &str) -> Child {
        let mut comando = programa.comando(&["serve", "--listen-a", endereco]);
        comando.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    }

    /// Killed, and started again at once.
    fn derrubar(&mut self, programa: &Programa) {
        self.processo.kill().unwrap();
        self.processo.wait().unwrap();
        self.processo = Self::partir(programa, &self.endereco);
    }
}

impl Drop for Servidor {
    fn drop(&mut self) {
        let _ = self.processo.kill();
        let _ = self.processo.wait();
    }
}

/// The group as a client that does not give up sees it.
struct Grupo {
    http: reqwest::Client,
    enderecos: Vec<String>,
    chave: String,
    vez: Cell<usize>,
    falhas: Cell<usize>,
}

impl Grupo {
    /// One try, at the next server; `None` when it is away.
    async fn tentar(&self, metodo: Method, caminho: &str, corpo: Option<&Value>) -> Option<Value> {
        let vez = self.vez.replace(self.vez.get() + 1) % self.enderecos.len();
        let mut pedido = self.http.request(metodo, format!("http://{}{caminho}", self.enderecos[vez]));
        pedido = pedido.header("authorization", format!("Basic {}", self.chave));
        if let Some(corpo) = corpo {
            pedido = pedido.json(corpo);
        }
        let resposta = async { pedido.send().await.ok()?.error_for_status().ok()?.json().await.ok() }.await;
        if resposta.is_none() {
            self.falhas.set(self.falhas.get() + 1);
            rt::time::sleep(Duration::from_millis(20)).await;
        }
        resposta
    }

    async fn insistir(&self, metodo: Method, caminho: &str, corpo: Option<&Value>) -> Value {
        loop {
            if let Some(resposta) = self.tentar(metodo.clone(), caminho, corpo).await {
                return resposta;
            }
        }
    }

    /// A batch, until all of it is done.
    async fn lote(&self, caminho: &str, itens: &[Value]) -> Vec<Value> {
        let resposta = self.insistir(Method::POST, caminho, Some(&json!(itens))).await;
        let feitos = resposta.as_array().unwrap().clone();
        assert!(feitos.iter().all(|item| item["erro"].is_null()), "{resposta}");
        feitos
    }
}

/// What a reader has seen.
#[derive(Default)]
struct Visto {
    eventos: HashSet<String>,
    ultimos: HashMap<i64, i64>,
    entregas: usize,
    quedas: usize,
}

impl Visto {
    /// Takes note of what was handed out: whatever is seen for the first time is later than all that has been seen
    /// of its order.
    fn anotar(&mut self, itens: &[Value]) {
        for item in itens {
            self.entregas += 1;
            if self.eventos.insert(item["eventoId"].as_str().unwrap().to_owned()) {
                let posicao = item["posicao"].as_i64().unwrap();
                let anterior = self.ultimos.insert(item["pedidoId"].as_i64().unwrap(), posicao);
                assert!(anterior.is_none_or(|anterior| anterior < posicao), "out of order: {item}");
            }
        }
    }
}

/// A reader: how much it takes, how long it works on it, and how often it crashes before it confirms.
#[derive(Clone, Copy)]
struct Habito {
    nome: &'static str,
    quantidade: u32,
    pausa: Duration,
    quebra: f64,
}

async fn ler(grupo: Rc<Grupo>, habito: Habito, total: usize, visto: Rc<RefCell<Visto>>) {
    let Habito { nome, quantidade, .. } = habito;
    let fila = format!("/Pedido/Fila?consumidor={nome}&quantidade={quantidade}&visibilidade={VISIBILIDADE}");
    loop {
        let Some(itens) = grupo.tentar(Method::GET, &fila, None).await else { continue };
        let itens = itens.as_array().unwrap();
        visto.borrow_mut().anotar(itens);
        if itens.is_empty() {
            let vistos = visto.borrow().eventos.len();
            if vistos == total && confirmou_tudo(&grupo, nome).await {
                return;
            }
            rt::time::sleep(Duration::from_millis(20)).await;
            continue;
        }
        rt::time::sleep(habito.pausa).await;
        if rand::rng().random_bool(habito.quebra) {
            visto.borrow_mut().quedas += 1;
            continue;
        }
        let recibos: Vec<Value> = itens.iter().map(|item| json!({ "recibo": item["recibo"] })).collect();
        let feitos = grupo.insistir(Method::POST, "/Pedido/Fila/Confirmar", Some(&json!(recibos))).await;
        // 409: it took too long, and somebody else has it
        assert!(
            feitos.as_array().unwrap().iter().all(|f| f["status"] == 200 || f["status"] == 409),
            "{feitos}"
        );
    }
}

async fn confirmou_tudo(grupo: &Grupo, nome: &str) -> bool {
    let caminho = format!("/Pedido/Fila/Situacao?consumidor={nome}");
    let situacao = &grupo.insistir(Method::GET, &caminho, None).await[0];
    assert_eq!(situacao["mortos"], 0, "{situacao}");
    ["aguardando", "arrendados", "naoLidos"].iter().all(|conta| situacao[conta] == 0)
}

/// Every so many-th batch of orders, and then their moves.
async fn escrever(grupo: Rc<Grupo>, pedidos: usize, escritor: usize) {
    let numeros: Vec<usize> = (0..pedidos).collect();
    for parte in numeros.chunks(LOTE).skip(escritor).step_by(ESCRITORES) {
        let novos: Vec<Value> =
            parte.iter().map(|n| modelos::pedido("canal", &format!("P{n}"), "S")).collect();
        let feitos = grupo.lote("/Pedido/Lote?usuarioId=u", &novos).await;
        for status in PASSOS {
            let mudanca = |feito: &Value| json!({ "pedidoId": feito["pedidoId"], "status": status });
            let mudancas: Vec<Value> = feitos.iter().map(mudanca).collect();
            grupo.lote("/Pedido/Status/Lote?usuarioId=u", &mudancas).await;
        }
    }
}

/// Kills one server after the other, up to `quantas` times, until told to stop; answers how many times it did.
async fn derrubar(
    programa: Rc<Programa>,
    mut servidores: Vec<Servidor>,
    quantas: usize,
    parar: Rc<Cell<bool>>,
) -> usize {
    let mut quedas = 0;
    while !parar.get() {
        let espera = rand::rng().random_range(500..1500);
        rt::time::sleep(Duration::from_millis(espera)).await;
        if quedas < quantas {
            let qual = quedas % servidores.len();
            servidores[qual].derrubar(&programa);
            quedas += 1;
        }
    }
    quedas
}

async fn nada_se_perde(banco: BancoDeTeste, quantos_servidores: usize) {
    let eventos: usize =
        std::env::var("ENTREPOSTO_TESTE_FILA_EVENTOS").map_or(1800, |texto| texto.parse().unwrap());
    let pedidos = eventos / (1 + PASSOS.len());
    let total = pedidos * (1 + PASSOS.len());
    let programa = Programa::novo()
        .portas_livres()
        .env("DATABASE_URL", &banco.url)
        .env("ENTREPOSTO_CONNECTIONS", "6")
        .env("ENTREPOSTO_DURABILITY", "normal");
    let programa = Rc::new(programa);
    let chave = programa.ok(&["token", "create", "app", "--name", "erp"]);
    let servidores: Vec<Servidor> = (0..quantos_servidores).map(|_| Servidor::iniciar(&programa)).collect();
    let grupo = Rc::new(Grupo {
        http: crate::suporte::cliente::http().timeout(Duration::from_secs(30)).build().unwrap(),
        enderecos: servidores.iter().map(|servidor| servidor.endereco.clone()).collect(),
        chave,
        vez: Cell::new(0),
        falhas: Cell::new(0),
    });
    grupo.insistir(Method::POST, "/Usuario", Some(&modelos::usuario("u"))).await;
    grupo.insistir(Method::POST, "/Canal?usuarioId=u", Some(&modelos::canal("canal"))).await;

    let inicio = Instant::now();
    let parar = Rc::new(Cell::new(false));
    let quedas = rt::spawn(derrubar(programa.clone(), servidores, (eventos / 2000).max(5), parar.clone()));
    let habito = |nome, quantidade, pausa, quebra| Habito {
        nome,
        quantidade,
        pausa: Duration::from_millis(pausa),
        quebra,
    };
    let habitos =
        [habito("rapido", 250, 0, 0.0), habito("lento", 40, 10, 0.0), habito("fragil", 100, 0, 0.2)];
    let mut leitores = Vec::new();
    let mut vistos = Vec::new();
    for habito in habitos {
        let visto = Rc::new(RefCell::new(Visto::default()));
        // two clients each
        for _ in 0..2 {
            leitores.push(rt::spawn(ler(grupo.clone(), habito, total, visto.clone())));
        }
        vistos.push((habito.nome, visto));
    }
    let escritores: Vec<_> =
        (0..ESCRITORES).map(|n| rt::spawn(escrever(grupo.clone(), pedidos, n))).collect();
    for escritor in escritores {
        escritor.await.unwrap();
    }
    let escrito = inicio.elapsed();
    for leitor in leitores {
        leitor.await.unwrap();
    }
    parar.set(true);
    let quedas = quedas.await.unwrap();
    for (nome, visto) in vistos {
        let visto = visto.borrow();
        assert_eq!((visto.eventos.len(), visto.ultimos.len()), (total, pedidos), "{nome}");
        eprintln!("{nome}: {total} events in {} handings out, {} crashes", visto.entregas, visto.quedas);
    }
    eprintln!(
        "{quantos_servidores} servers killed {quedas} times, {} failed requests; written in {escrito:?}, read in {:?}",
        grupo.falhas.get(),
        inicio.elapsed()
    );
}

#[test]
fn nothing_is_lost_by_crashes_sqlite() {
    let Some(banco) = BancoDeTeste::vazio(Banco::Sqlite) else { return };
    rt::System::new().block_on(nada_se_perde(banco, 1));
}

/// Two servers share the database.
#[test]
fn nothing_is_lost_by_crashes_postgres() {
    let Some(banco) = BancoDeTeste::vazio(Banco::Postgres) else { return };
    rt::System::new().block_on(nada_se_perde(banco, 2));
}
