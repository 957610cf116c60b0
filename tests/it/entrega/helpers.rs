//! What the tests of deliveries stand on: a clock that is set, a receiver that answers as it is told.

use std::io::Write;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use delivery::{Call, CallResult, Clock, Config, Engine, Sender};
use domain::entrega::{Entrega, Saude};
use domain::evento::KindSet;
use domain::inscricao::Topicos;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, pending};
use serde_json::{Value, json};
use store::notificacoes::{self, EntregasFilter, New, NotificacaoRow, Owner};
use store::paging::PageRequest;
use store::{Store, StoreError};

use crate::support::wait::{meanwhile, until};
use crate::support::{TestApp, models};

/// A clock that stands still until it is moved.
pub struct TestClock(AtomicI64);

impl TestClock {
    pub fn new() -> Arc<Self> {
        Arc::new(Self(AtomicI64::new(Instante::now().micros())))
    }

    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1_000_000, Ordering::SeqCst);
    }

    pub fn move_to(&self, instant: Instante) {
        self.0.store(instant.micros(), Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Instante {
        Instante::from_micros(self.0.load(Ordering::SeqCst))
    }
}

/// A call as it arrived.
#[derive(Clone)]
pub struct Received {
    pub call: Call,
    pub corpo: Value,
}

impl Received {
    pub fn kind(&self) -> &str {
        self.corpo["tipo"].as_str().unwrap_or_default()
    }

    pub fn pedido(&self) -> i64 {
        self.corpo["pedidoId"].as_i64().unwrap_or_default()
    }
}

type Rule = Box<dyn Fn(&Received) -> Option<u16> + Send>;

/// A receiver: its rule says with which status it answers; `None` = never.
pub struct Postman {
    received: Mutex<Vec<(Received, Option<u16>)>>,
    regra: Mutex<Rule>,
}

impl Postman {
    pub fn new(rule: impl Fn(&Received) -> Option<u16> + Send + 'static) -> Arc<Self> {
        Arc::new(Self { received: Mutex::default(), regra: Mutex::new(Box::new(rule)) })
    }

    pub fn rule(&self, rule: impl Fn(&Received) -> Option<u16> + Send + 'static) {
        *self.regra.lock().unwrap() = Box::new(rule);
    }

    /// What has arrived since the last question, in its order.
    pub fn take_received(&self) -> Vec<Received> {
        std::mem::take(&mut *self.received.lock().unwrap()).into_iter().map(|(r, _)| r).collect()
    }

    /// Everything that has arrived, with the status of its answer.
    pub fn all(&self) -> Vec<(Received, Option<u16>)> {
        self.received.lock().unwrap().clone()
    }
}

impl Sender for Postman {
    fn send(&self, call: Call) -> BoxFuture<'static, CallResult> {
        let corpo = serde_json::from_str(&call.body).unwrap();
        let received = Received { call, corpo };
        let status = (self.regra.lock().unwrap())(&received);
        self.received.lock().unwrap().push((received, status));
        match status {
            Some(status) => async move { CallResult::with_status(status, "resposta".to_owned()) }.boxed(),
            None => pending().boxed(),
        }
    }
}

/// A notification, a receiver and an engine over an application.
pub struct Scene<'a> {
    pub app: &'a TestApp,
    pub clock: Arc<TestClock>,
    pub postman: Arc<Postman>,
    pub engine: Engine,
}

impl<'a> Scene<'a> {
    /// With a store `u`, its channel and the SKU `S`; nothing is notified yet. Everything is answered 200.
    pub async fn new(app: &'a TestApp) -> Self {
        app.loja_with_stock("u", &["S"], 10_000).await;
        let (clock, postman) = (TestClock::new(), Postman::new(|_| Some(200)));
        let engine = Engine::new(app.store.clone(), clock.clone(), postman.clone(), Config::default());
        Self { app, clock, postman, engine }
    }

    pub fn owner(&self) -> Owner {
        Owner::Aplicacao(self.app.aplicacao)
    }

    /// A notification of every event from now on.
    pub async fn notify(&self) -> NotificacaoRow {
        self.notify_with(Some("https://exemplo.com/eventos"), None).await
    }

    pub async fn notify_with(&self, url: Option<&str>, loja: Option<LojaId>) -> NotificacaoRow {
        self.app.store.place_events().await.unwrap();
        let new = New {
            loja,
            url: url.map(str::to_owned),
            tipos: KindSet::default(),
            topicos: Topicos::default(),
            ativo: true,
            cadastro: None,
        };
        create(&self.app.store, self.owner(), new).await
    }

    /// Posts an order of the store `u`; answers its number.
    pub async fn pedido(&self, source_id: &str) -> i64 {
        let pedido = self.app.create_pedido("u", &models::pedido("canal", source_id, "S")).await;
        pedido["pedidoId"].as_i64().unwrap()
    }

    /// Moves an order of the store `u`.
    pub async fn move_on(&self, pedido: i64, corpo: Value) {
        let path = format!("/Pedido/{pedido}/Status?usuarioId=u");
        self.app.a.put(&path, &corpo).await.with_status(200);
    }

    pub async fn invoice(&self, pedido: i64) {
        self.move_on(pedido, json!({ "status": "Faturado" })).await;
    }

    /// One turn; answers how many calls were made.
    pub async fn step(&mut self) -> usize {
        self.engine.step().await.unwrap()
    }

    /// Turns until nothing is due any more; answers what arrived.
    pub async fn drain(&mut self) -> Vec<Received> {
        while self.step().await > 0 {}
        self.postman.take_received()
    }

    /// The deliveries, newest first.
    pub async fn entregas(&self, notificacao: &NotificacaoRow) -> Vec<Entrega> {
        let (owner, id) = (self.owner(), notificacao.id);
        let page = PageRequest::first(250);
        let found = self
            .app
            .store
            .read(move |c| notificacoes::list_entregas(c, owner, id, EntregasFilter::default(), page))
            .await
            .unwrap();
        found.unwrap().rows
    }

    pub async fn saude(&self, notificacao: &NotificacaoRow) -> Saude {
        let current = self.current(notificacao).await;
        self.app.store.read(move |c| notificacoes::saude(c, &current)).await.unwrap()
    }

    pub async fn current(&self, notificacao: &NotificacaoRow) -> NotificacaoRow {
        let (owner, id) = (self.owner(), notificacao.id);
        self.app.store.read(move |c| notificacoes::find(c, owner, id)).await.unwrap().unwrap()
    }
}

/// A turn that is given up once it has called: its outcome never comes.
pub async fn unheard(engine: &mut Engine, postman: &Postman) {
    let before = postman.all().len();
    let called = until("a call", async || postman.all().len() > before);
    drop(meanwhile(engine.step(), called).await);
}

pub async fn create(store: &Store, owner: Owner, new: New) -> NotificacaoRow {
    let created: Result<_, StoreError> =
        store.write(move |tx| notificacoes::create(tx, owner, &new, Instante::now())).await;
    created.unwrap().unwrap()
}

/// Log lines as they are written.
#[derive(Clone, Default)]
pub struct Rows(Arc<Mutex<Vec<u8>>>);

impl Rows {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Rows {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What is logged on this thread from now on.
pub fn listen() -> (Rows, tracing::subscriber::DefaultGuard) {
    let rows = Rows::default();
    let destino = rows.clone();
    let collector = tracing_subscriber::fmt().with_ansi(false).with_writer(move || destino.clone()).finish();
    (rows, tracing::subscriber::set_default(collector))
}
