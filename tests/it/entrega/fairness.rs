//! What one application's addresses do, or do not do, is no other application's trouble.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use delivery::{Config, Counters, Engine, HostLimits, SystemClock};
use domain::entrega::{Agenda, EstadoEntrega};
use domain::evento::KindSet;
use domain::inscricao::Topicos;
use domain::usuario::Usuario;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;
use serde_json::json;
use server::owners;
use store::notificacoes::{self, New, NotificacaoRow, Owner, Test};
use store::{StoreError, entregas, usuarios};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use super::helpers::{Postman, Scene, create, listen};
use crate::support::app::run_blocking;
use crate::support::wait::{meanwhile, until};
use crate::support::{Database, TestApp, models, run};

/// A listener on every address of this computer. It answers 200, or, until it is told that it is `good`,
/// never; it counts the connections that were made, and keeps them.
struct Receiver {
    port: u16,
    calls: Arc<AtomicUsize>,
    good: Arc<Notify>,
}

impl Receiver {
    async fn start(answers: bool) -> Self {
        let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (calls, good) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
        let (counted, mended) = (calls.clone(), good.clone());
        actix_web::rt::spawn(async move {
            let (mut answers, mut held) = (answers, Vec::new());
            loop {
                tokio::select! {
                    () = mended.notified() => answers = true,
                    connection = listener.accept() => {
                        counted.fetch_add(1, Ordering::SeqCst);
                        let (connection, _) = connection.unwrap();
                        match answers {
                            true => drop(actix_web::rt::spawn(thank(connection))),
                            false => held.push(connection),
                        }
                    }
                }
            }
        });
        Self { port, calls, good }
    }

    /// The n-th of many addresses that are all this listener.
    fn url(&self, n: usize) -> String {
        format!("http://127.{}.{}.1:{}/", 1 + n / 250, n % 250, self.port)
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

async fn thank(mut connection: TcpStream) {
    let mut parsed = vec![0; 4096];
    let _ = connection.read(&mut parsed).await;
    let _ = connection.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").await;
}

fn config() -> Config {
    Config::default().with_allowed("127.0.0.0/8".parse().unwrap())
}

/// An engine that works beside the test.
struct Running {
    stop: Arc<Notify>,
    task: actix_web::rt::task::JoinHandle<()>,
    counters: Arc<Counters>,
}

impl Running {
    fn start(app: &TestApp, config: Config) -> Self {
        let engine = Engine::http(app.store.clone(), config).unwrap();
        let (counters, stop) = (engine.counters(), Arc::new(Notify::new()));
        let end = stop.clone();
        let task = actix_web::rt::spawn(engine.run(async move { end.notified().await }, Duration::ZERO));
        Self { stop, task, counters }
    }

    fn in_flight(&self) -> u64 {
        self.counters.in_flight.load(Ordering::Relaxed)
    }

    async fn stop(self) {
        self.stop.notify_one();
        self.task.await.unwrap();
    }
}

fn everything(url: Option<String>) -> New {
    let (tipos, topicos) = (KindSet::default(), Topicos::default());
    New { loja: None, url, tipos, topicos, ativo: true, cadastro: None }
}

/// So many stores of an application, each with an address of its own, and a notification that sends there.
async fn stores_with_addresses(
    app: &TestApp,
    aplicacao: AplicacaoId,
    stores: usize,
    url: impl Fn(usize) -> String,
) -> NotificacaoRow {
    let usuarios: Vec<Usuario> = (0..stores)
        .map(|n| models::with(models::usuario(&format!("u{n}")), "/urlIntegracao", json!(url(n))))
        .map(|usuario| serde_json::from_value(usuario).unwrap())
        .collect();
    write_all(app, aplicacao, &usuarios).await;
    app.store.place_events().await.unwrap();
    let notificacao = create(&app.store, Owner::Aplicacao(aplicacao), everything(None)).await;
    change_all(app, aplicacao, usuarios, "outro nome").await;
    notificacao
}

/// Something happens to each of them.
async fn change_all(app: &TestApp, aplicacao: AplicacaoId, usuarios: Vec<Usuario>, name: &str) {
    let changed: Vec<Usuario> =
        usuarios.into_iter().map(|usuario| Usuario { nome: name.to_owned(), ..usuario }).collect();
    write_all(app, aplicacao, &changed).await;
}

async fn write_all(app: &TestApp, aplicacao: AplicacaoId, all: &[Usuario]) {
    for some in all.chunks(250) {
        let some = some.to_vec();
        let written: Result<(), StoreError> = app
            .store
            .write(move |tx| {
                some.iter().try_for_each(|usuario| usuarios::upsert(tx, aplicacao, usuario).map(drop))
            })
            .await;
        written.unwrap();
    }
}

/// One application's addresses take connections, never answer, and are waited for; another application's event
/// arrives all the same, and so do those of further ones.
async fn one_application_hangs(app: &TestApp, addresses: usize) {
    let (held, free) = (Receiver::start(false).await, Receiver::start(true).await);
    stores_with_addresses(app, app.aplicacao, addresses, |n| held.url(n)).await;
    let long = Duration::from_secs(3600);
    let running = Running::start(app, config().with_times(long, long));
    // it has all that it can get
    until("the calls hang", async || running.in_flight() >= addresses.min(64) as u64).await;
    for (turn, name) in ["outra", "terceira", "quarta"].into_iter().enumerate() {
        let other = run_blocking(&app.store, move |store| owners::existing_or_new_application(store, name));
        let client = app.other_aplicacao(name);
        client.post("/Usuario", &models::usuario("u")).await.with_status(201);
        app.store.place_events().await.unwrap();
        create(&app.store, Owner::Aplicacao(other), everything(Some(free.url(turn)))).await;
        let before = free.calls();
        let changed = models::with(models::usuario("u"), "/nome", json!("outro nome"));
        client.put("/Usuario/u", &changed).await.with_status(200);
        until("it arrives", async || free.calls() > before).await;
    }
    running.stop().await;
}

on_both_databases! {
    async fn addresses_that_hang_keep_no_other_application_waiting(app: TestApp) {
        one_application_hangs(&app, 200).await;
    }

    async fn many_stores_at_one_host_are_one_host(app: TestApp) {
        const STORES: usize = 40;
        let (held, free) = (Receiver::start(false).await, Receiver::start(true).await);
        let away = |n: usize| format!("http://127.0.0.1:{}/{n}", held.port);
        let notificacao = stores_with_addresses(&app, app.aplicacao, STORES, away).await;
        // another address of the same application is not held up
        let well = create(&app.store, Owner::Aplicacao(app.aplicacao), everything(Some(free.url(0)))).await;
        let limits = HostLimits::default().with_pause(Duration::from_secs(3));
        let time = Duration::from_secs(2);
        let soon = Agenda::new(vec![Duration::from_secs(1); 3]);
        let config = config().with_times(time, time).with_schedule(soon).with_host_limits(limits.clone());
        let (rows, _guard) = listen();
        let running = Running::start(&app, config);
        until("it is paused", async || rows.text().contains("a host does not answer")).await;
        // the first ones, and few until it was paused: the others have not used anything up
        let before = held.calls();
        assert!(before <= limits.unproven + limits.failures as usize, "{before}");
        let used = entregas_of(&app, &notificacao).await.iter().filter(|e| !e.tentativas.is_empty()).count();
        assert!(used <= held.calls(), "{used} of {STORES}");
        app.create_loja("novo");
        let new: Usuario = serde_json::from_value(models::usuario("novo")).unwrap();
        change_all(&app, app.aplicacao, vec![new], "outro").await;
        until("the other address", async || free.calls() > 0).await;

        held.good.notify_one();
        until("all are delivered", async || {
            let all = entregas_of(&app, &notificacao).await;
            all.iter().filter(|e| e.estado == EstadoEntrega::Entregue).count() >= STORES
        })
        .await;
        assert!(entregas_of(&app, &well).await.iter().all(|e| e.estado == EstadoEntrega::Entregue));
        running.stop().await;
        let text = rows.text();
        for line in ["a host does not answer", "a host answers again"] {
            let found: Vec<&str> = text.lines().filter(|row| row.contains(line)).collect();
            assert_eq!(found.len(), 1, "{text}");
            assert!(found[0].contains(&format!("host=\"127.0.0.1:{}\"", held.port)), "{text}");
        }
    }

    async fn a_thousand_tests_come_before_nothing(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let (owner, now) = (scene.owner(), delivery::Clock::now(&*scene.clock));
        let mut held = Vec::new();
        for n in 0..100 {
            held.push(scene.notify_with(Some(&format!("https://preso{n}.exemplo.com/")), None).await.id);
        }
        let asked: Result<(), StoreError> = app
            .store
            .write(move |tx| {
                for id in held.iter().flat_map(|id| [*id; 10]) {
                    assert!(matches!(notificacoes::send_test(tx, owner, id, None, now)?, Test::Created(_)));
                }
                Ok(())
            })
            .await;
        asked.unwrap();
        let other = run_blocking(&app.store, |store| owners::existing_or_new_application(store, "outra"));
        let client = app.other_aplicacao("outra");
        client.post("/Usuario", &models::usuario("u")).await.with_status(201);
        app.store.place_events().await.unwrap();
        let url = Some("https://livre.exemplo.com/".to_owned());
        create(&app.store, Owner::Aplicacao(other), everything(url)).await;
        let changed = models::with(models::usuario("u"), "/nome", json!("outro nome"));
        client.put("/Usuario/u", &changed).await.with_status(200);

        scene.postman = Postman::new(|r| (!r.call.url.contains("preso")).then_some(200));
        scene.engine =
            Engine::new(app.store.clone(), Arc::new(SystemClock), scene.postman.clone(), Config::default());
        let free = || scene.postman.all().iter().filter(|(r, _)| r.call.url.contains("livre")).count();
        // nobody answers the tests: the turn does not end, but all permits are handed out by then
        let handed_out = async {
            until("its event arrives", async || free() == 1 && scene.postman.all().len() > 64).await;
            // what does not come cannot be waited for
            actix_web::rt::time::sleep(Duration::from_millis(300)).await;
        };
        drop(meanwhile(scene.engine.step(), handed_out).await);
        let (arrivals, free) = (scene.postman.all(), free());
        assert_eq!((free, arrivals.len() - free), (1, 64), "half of the calls at most");
    }

    async fn what_is_still_to_be_delivered_is_counted(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let backlog = async || app.store.read(entregas::backlog).await.unwrap();
        assert_eq!(backlog().await, entregas::Backlog::default());
        let notificacao = scene.notify().await;
        for n in 0..25 {
            scene.pedido(&n.to_string()).await;
        }
        let begun = Instante::now();
        scene.postman.rule(|_| Some(500));
        while scene.step().await > 0 {}
        let now = backlog().await;
        assert_eq!((now.pending, now.paused), (25, 1));
        assert!(now.oldest.is_some_and(|due| due <= begun.plus_seconds(60)), "{now:?}");
        let error = scene.saude(&notificacao).await.ultimo_erro.unwrap();
        assert_eq!(error.texto, "o endereço respondeu com um status que não é 2xx (status 500)");
        scene.postman.rule(|_| Some(200));
        scene.clock.advance(61);
        scene.drain().await;
        assert_eq!(backlog().await, entregas::Backlog::default());
        let saude = scene.saude(&notificacao).await;
        assert!(saude.ultimo_erro.is_some_and(|error| Some(error.data) < saude.ultimo_sucesso), "it stays");
    }
}

async fn entregas_of(app: &TestApp, notificacao: &NotificacaoRow) -> Vec<domain::entrega::Entrega> {
    let (owner, id) = (Owner::Aplicacao(app.aplicacao), notificacao.id);
    let (filter, page) = (notificacoes::EntregasFilter::default(), store::paging::PageRequest::first(250));
    let found = app.store.read(move |c| notificacoes::list_entregas(c, owner, id, filter, page)).await;
    found.unwrap().unwrap().rows
}

#[test]
#[ignore = "takes long; run it by hand after a change of the limits of calls"]
fn fifteen_hundred_addresses_that_hang_keep_nobody_waiting_sqlite() {
    run(Database::Sqlite, async |app| one_application_hangs(&app, 1500).await);
}

#[test]
#[ignore = "takes long; run it by hand after a change of the limits of calls"]
fn fifteen_hundred_addresses_that_hang_keep_nobody_waiting_postgres() {
    run(Database::Postgres, async |app| one_application_hangs(&app, 1500).await);
}
