//! Nothing is lost: many events, readers of different speed, one that keeps crashing between lease and
//! confirmation, servers that are killed and started again.
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

use crate::support::program::Program;
use crate::support::{Database, TestDatabase, models};

/// Seconds of a lease.
const VISIBILIDADE: u32 = 2;
/// What every order goes through: three events.
const STEPS: [&str; 2] = ["Faturado", "Enviado"];
/// Orders per batch, and who writes batches at the same time.
const LOTE: usize = 50;
const WRITERS: usize = 3;

/// A server of the group, at an address that it keeps.
struct Server {
    endereco: String,
    process: Child,
}

impl Server {
    fn start(program: &Program) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let endereco = free.to_string();
        Self { process: Self::from(program, &endereco), endereco }
    }

    fn from(program: &Program, endereco: &str) -> Child {
        let mut command = program.command(&["serve", "--listen-a", endereco]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
    }

    /// Killed, and started again at once.
    fn take_down(&mut self, program: &Program) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.process = Self::from(program, &self.endereco);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The group as a client that does not give up sees it.
struct Group {
    http: reqwest::Client,
    addresses: Vec<String>,
    chave: String,
    vez: Cell<usize>,
    falhas: Cell<usize>,
}

impl Group {
    /// One try, at the next server; `None` when it is away.
    async fn attempt(&self, method: Method, path: &str, body: Option<&Value>) -> Option<Value> {
        let turn = self.vez.replace(self.vez.get() + 1) % self.addresses.len();
        let mut pedido = self.http.request(method, format!("http://{}{path}", self.addresses[turn]));
        pedido = pedido.header("authorization", format!("Basic {}", self.chave));
        if let Some(body) = body {
            pedido = pedido.json(body);
        }
        let answer = async { pedido.send().await.ok()?.error_for_status().ok()?.json().await.ok() }.await;
        if answer.is_none() {
            self.falhas.set(self.falhas.get() + 1);
            rt::time::sleep(Duration::from_millis(20)).await;
        }
        answer
    }

    async fn insist(&self, method: Method, path: &str, body: Option<&Value>) -> Value {
        loop {
            if let Some(answer) = self.attempt(method.clone(), path, body).await {
                return answer;
            }
        }
    }

    /// A batch, until all of it is done.
    async fn lote(&self, path: &str, items: &[Value]) -> Vec<Value> {
        let answer = self.insist(Method::POST, path, Some(&json!(items))).await;
        let outcomes = answer.as_array().unwrap().clone();
        assert!(outcomes.iter().all(|item| item["erro"].is_null()), "{answer}");
        outcomes
    }
}

/// What a reader has seen.
#[derive(Default)]
struct Seen {
    eventos: HashSet<String>,
    last: HashMap<i64, i64>,
    entregas: usize,
    crashes: usize,
}

impl Seen {
    /// Takes note of what was handed out: whatever is seen for the first time is later than all that has been
    /// seen of its order.
    fn note(&mut self, items: &[Value]) {
        for item in items {
            self.entregas += 1;
            if self.eventos.insert(item["eventoId"].as_str().unwrap().to_owned()) {
                let posicao = item["posicao"].as_i64().unwrap();
                let previous = self.last.insert(item["pedidoId"].as_i64().unwrap(), posicao);
                assert!(previous.is_none_or(|previous| previous < posicao), "out of order: {item}");
            }
        }
    }
}

/// A reader: how much it takes, how long it works on it, and how often it crashes before it confirms. The
/// lengths of its pauses are those of a client's work.
#[derive(Clone, Copy)]
struct Habit {
    nome: &'static str,
    quantidade: u32,
    pause: Duration,
    break_at: f64,
}

async fn read(group: Rc<Group>, habit: Habit, total: usize, seen: Rc<RefCell<Seen>>) {
    let Habit { nome, quantidade, .. } = habit;
    let fila = format!("/Pedido/Fila?consumidor={nome}&quantidade={quantidade}&visibilidade={VISIBILIDADE}");
    loop {
        let Some(items) = group.attempt(Method::GET, &fila, None).await else { continue };
        let items = items.as_array().unwrap();
        seen.borrow_mut().note(items);
        if items.is_empty() {
            let seen_items = seen.borrow().eventos.len();
            if seen_items == total && confirmed_all(&group, nome).await {
                return;
            }
            rt::time::sleep(Duration::from_millis(20)).await;
            continue;
        }
        rt::time::sleep(habit.pause).await;
        if rand::rng().random_bool(habit.break_at) {
            seen.borrow_mut().crashes += 1;
            continue;
        }
        let recibos: Vec<Value> = items.iter().map(|item| json!({ "recibo": item["recibo"] })).collect();
        let outcomes = group.insist(Method::POST, "/Pedido/Fila/Confirmar", Some(&json!(recibos))).await;
        // 409: it took too long, and somebody else has it
        assert!(
            outcomes.as_array().unwrap().iter().all(|f| f["status"] == 200 || f["status"] == 409),
            "{outcomes}"
        );
    }
}

async fn confirmed_all(group: &Group, nome: &str) -> bool {
    let path = format!("/Pedido/Fila/Situacao?consumidor={nome}");
    let situacao = &group.insist(Method::GET, &path, None).await[0];
    assert_eq!(situacao["mortos"], 0, "{situacao}");
    ["aguardando", "arrendados", "naoLidos"].iter().all(|count| situacao[count] == 0)
}

/// Every so many-th batch of orders, and then their moves.
async fn write(group: Rc<Group>, pedidos: usize, writer: usize) {
    let numbers: Vec<usize> = (0..pedidos).collect();
    for part in numbers.chunks(LOTE).skip(writer).step_by(WRITERS) {
        let added: Vec<Value> = part.iter().map(|n| models::pedido("canal", &format!("P{n}"), "S")).collect();
        let outcomes = group.lote("/Pedido/Lote?usuarioId=u", &added).await;
        for status in STEPS {
            let change = |done: &Value| json!({ "pedidoId": done["pedidoId"], "status": status });
            let changes: Vec<Value> = outcomes.iter().map(change).collect();
            group.lote("/Pedido/Status/Lote?usuarioId=u", &changes).await;
        }
    }
}

/// Kills one server after the other, up to `count` times, until told to stop; answers how many times it did.
async fn take_down(
    program: Rc<Program>,
    mut servers: Vec<Server>,
    count: usize,
    stop: Rc<Cell<bool>>,
) -> usize {
    let mut crashes = 0;
    while !stop.get() {
        let wait = rand::rng().random_range(500..1500);
        rt::time::sleep(Duration::from_millis(wait)).await;
        if crashes < count {
            let which = crashes % servers.len();
            servers[which].take_down(&program);
            crashes += 1;
        }
    }
    crashes
}

async fn nothing_is_lost(database: TestDatabase, server_count: usize) {
    let eventos: usize =
        std::env::var("ENTREPOSTO_TESTE_FILA_EVENTOS").map_or(1800, |text| text.parse().unwrap());
    let pedidos = eventos / (1 + STEPS.len());
    let total = pedidos * (1 + STEPS.len());
    let program = Program::new()
        .free_ports()
        .env("DATABASE_URL", &database.url)
        .env("ENTREPOSTO_CONNECTIONS", "6")
        .env("ENTREPOSTO_DURABILITY", "normal");
    let program = Rc::new(program);
    let chave = program.ok(&["token", "create", "app", "--name", "erp"]);
    let servers: Vec<Server> = (0..server_count).map(|_| Server::start(&program)).collect();
    let group = Rc::new(Group {
        http: crate::support::client::http().timeout(Duration::from_secs(30)).build().unwrap(),
        addresses: servers.iter().map(|server| server.endereco.clone()).collect(),
        chave,
        vez: Cell::new(0),
        falhas: Cell::new(0),
    });
    group.insist(Method::POST, "/Usuario", Some(&models::usuario("u"))).await;
    group.insist(Method::POST, "/Canal?usuarioId=u", Some(&models::canal("canal"))).await;

    let start = Instant::now();
    let stop = Rc::new(Cell::new(false));
    let crashes = rt::spawn(take_down(program.clone(), servers, (eventos / 2000).max(5), stop.clone()));
    let habit = |nome, quantidade, pause, break_at| Habit {
        nome,
        quantidade,
        pause: Duration::from_millis(pause),
        break_at,
    };
    let habits = [habit("rapido", 250, 0, 0.0), habit("lento", 40, 10, 0.0), habit("fragil", 100, 0, 0.2)];
    let mut readers = Vec::new();
    let mut seen_items = Vec::new();
    for habit in habits {
        let seen = Rc::new(RefCell::new(Seen::default()));
        // two clients each
        for _ in 0..2 {
            readers.push(rt::spawn(read(group.clone(), habit, total, seen.clone())));
        }
        seen_items.push((habit.nome, seen));
    }
    let writers: Vec<_> = (0..WRITERS).map(|n| rt::spawn(write(group.clone(), pedidos, n))).collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let written = start.elapsed();
    for reader in readers {
        reader.await.unwrap();
    }
    stop.set(true);
    let crashes = crashes.await.unwrap();
    for (nome, seen) in seen_items {
        let seen = seen.borrow();
        assert_eq!((seen.eventos.len(), seen.last.len()), (total, pedidos), "{nome}");
        eprintln!("{nome}: {total} events in {} handings out, {} crashes", seen.entregas, seen.crashes);
    }
    eprintln!(
        "{server_count} servers killed {crashes} times, {} failed requests; written in {written:?}, read in {:?}",
        group.falhas.get(),
        start.elapsed()
    );
}

#[test]
fn nothing_is_lost_by_crashes_sqlite() {
    let Some(database) = TestDatabase::empty(Database::Sqlite) else { return };
    rt::System::new().block_on(nothing_is_lost(database, 1));
}

/// Two servers share the database.
#[test]
fn nothing_is_lost_by_crashes_postgres() {
    let Some(database) = TestDatabase::empty(Database::Postgres) else { return };
    rt::System::new().block_on(nothing_is_lost(database, 2));
}
