//! The application, running inside the test's process on ports of its own.

use std::net::SocketAddr;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

use actix_web::rt;
use domain::loja_config::{LojaConfig, Perfil};
use domain::usuario::Usuario;
use domain::values::dates::Zone;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};
use serde_json::Value;
use server::app::{Application, Stopper};
use server::config::{Config, Durability};
use server::interfaces::Addresses;
use server::owners;
use store::{Store, StoreError, clearing, lojas_config, usuarios};

use super::answer::Answer;
use super::client::TestClient;
use super::contract::Contract;
use super::database::{Database, TestDatabase};
use super::models;

/// A running application with one calling application in it.
pub struct TestApp {
    /// Interface A, with the key of `aplicacao`.
    pub a: TestClient,
    /// Interface B, without a key: a store's is made by [`TestApp::loja_key`].
    pub b: TestClient,
    /// Health and metrics.
    pub admin: TestClient,
    /// Where channels send people back, and notices, when that is on.
    pub ingress: Option<SocketAddr>,
    /// The application that `a` calls as.
    pub aplicacao: AplicacaoId,
    /// Where it listens.
    pub addresses: Addresses,
    /// The database, for what the interfaces do not show.
    pub store: Store,
    stopper: Stopper,
    server: Option<JoinHandle<()>>,
    /// Last: the database goes when nobody uses it any more.
    pub database: TestDatabase,
}

impl TestApp {
    /// Starts over a database, with the settings of [`config`].
    pub fn start(database: TestDatabase) -> Self {
        let config = config(&database.url);
        Self::with_config(database, &config)
    }

    /// Starts with other settings over a database of its own; `None` when the backend is not to be had here.
    pub fn changed(database: Database, change: impl FnOnce(Config) -> Config) -> Option<Self> {
        let database = TestDatabase::new(database)?;
        let config = change(config(&database.url));
        Some(Self::with_config(database, &config))
    }

    /// Another one with other settings, over another database of the same kind.
    pub fn another(&self, change: impl FnOnce(Config) -> Config) -> Self {
        Self::changed(self.database.kind(), change).expect("what is to be had once")
    }

    /// Stops the server; the database stays.
    pub fn stop(&mut self) {
        stop(&self.stopper, self.server.take());
    }

    /// Starts with other settings.
    pub fn with_config(database: TestDatabase, config: &Config) -> Self {
        Self::built(database, config, Application::build)
    }

    /// Starts with other settings, and made in another way.
    pub fn built(
        database: TestDatabase,
        config: &Config,
        build: impl FnOnce(&Config) -> anyhow::Result<Application> + Send + 'static,
    ) -> Self {
        let Server { addresses, admin, ingress, store, stopper, thread: server, .. } =
            Server::built(config, build);
        let (in_a, em_b) = (addresses.get("listen_a").unwrap(), addresses.get("listen_b").unwrap());
        let aplicacao = run_blocking(&store, |store| owners::existing_or_new_application(store, "testes"));
        let key = run_blocking(&store, move |store| {
            owners::create_key(store, aplicacao, None, String::new(), None)
        });
        let mut a = TestClient::new(in_a, Some(&key));
        if in_a != em_b {
            a = a.with_contract(Contract::a());
        }
        Self {
            a,
            b: TestClient::new(em_b, None),
            admin: TestClient::new(admin, None),
            ingress,
            aplicacao,
            addresses,
            store,
            stopper,
            server,
            database,
        }
    }

    /// Interface A as another application.
    pub fn other_aplicacao(&self, name: &'static str) -> TestClient {
        let aplicacao =
            run_blocking(&self.store, move |store| owners::existing_or_new_application(store, name));
        let key = run_blocking(&self.store, move |store| {
            owners::create_key(store, aplicacao, None, String::new(), None)
        });
        self.a.with_key(Some(&key))
    }

    /// The service's number of a user of the application.
    pub fn loja(&self, usuario: &str) -> LojaId {
        let (aplicacao, id) = (self.aplicacao, UsuarioId::parse(usuario).unwrap());
        let found = self.store.read_blocking(|conn| usuarios::resolve(conn, aplicacao, &id));
        found.unwrap().expect("the user exists").id
    }

    /// Stores a user past the interface.
    pub fn create_loja(&self, usuario: &str) -> LojaId {
        let new: Usuario = serde_json::from_value(models::usuario(usuario)).unwrap();
        let aplicacao = self.aplicacao;
        run_blocking(&self.store, move |store| {
            let new = new.clone();
            store.write_blocking(move |tx| usuarios::create(tx, aplicacao, &new).map(|_| ()))
        });
        self.loja(usuario)
    }

    /// Interface B as one store.
    pub fn b_as(&self, loja: LojaId) -> TestClient {
        let key = self.loja_key(loja);
        self.b.with_key(Some(&key))
    }

    /// Interface B as one store, in a profile.
    pub fn b_in(&self, loja: LojaId, perfil: Perfil) -> TestClient {
        run_blocking(&self.store, move |store| {
            store.write_blocking(move |tx| {
                let config = Arc::unwrap_or_clone(lojas_config::find(tx, loja)?);
                lojas_config::upsert(tx, loja, &LojaConfig { perfil: Some(perfil), ..config })
            })
        });
        self.b_as(loja)
    }

    /// A new key of a store.
    pub fn loja_key(&self, loja: LojaId) -> String {
        run_blocking(&self.store, move |store| {
            owners::create_key(store, loja.aplicacao, Some(loja), String::new(), None)
        })
    }

    /// A user, a channel of type `Loja` named `canal` and some SKUs, through interface A.
    pub async fn loja_with_skus(&self, usuario: &str, skus: &[&str]) {
        self.loja_with_stock(usuario, skus, 10).await;
    }

    /// The same with another stock: enough for all orders, which otherwise tell of what is missing.
    pub async fn loja_with_stock(&self, usuario: &str, skus: &[&str], estoque: i32) {
        self.a.post("/Usuario", &models::usuario(usuario)).await.with_status(201);
        self.a.post(&format!("/Canal?usuarioId={usuario}"), &models::canal("canal")).await.with_status(201);
        for sku in skus {
            let sku = models::with(models::sku(sku), "/estoque", estoque.into());
            self.a.post(&format!("/sku?usuarioId={usuario}"), &sku).await.with_status(201);
        }
    }

    /// Posts an order and answers its stored form.
    pub async fn create_pedido(&self, usuario: &str, pedido: &Value) -> Value {
        self.send_pedido(usuario, pedido).await.json_of(201)
    }

    /// Posts an order.
    pub async fn send_pedido(&self, usuario: &str, pedido: &Value) -> Answer {
        self.a.post(&format!("/Pedido?usuarioId={usuario}"), pedido).await
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A server alone, for those who want several on one database. It has to go before its database.
pub struct Server {
    /// Where it listens.
    pub addresses: Addresses,
    /// Where health and figures are.
    pub admin: SocketAddr,
    ingress: Option<SocketAddr>,
    /// What begins a fresh hub in the console.
    pub first_code: String,
    /// Its own connection to the database.
    pub store: Store,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts it; it runs until [`Server::stop`].
    pub fn start(config: &Config) -> Self {
        Self::built(config, Application::build)
    }

    fn built(
        config: &Config,
        build: impl FnOnce(&Config) -> anyhow::Result<Application> + Send + 'static,
    ) -> Self {
        let (call, received) = mpsc::channel();
        let config = config.clone();
        let thread = thread::spawn(move || {
            rt::System::new().block_on(async move {
                let aplicacao = build(&config).expect("the application starts");
                let addresses =
                    (aplicacao.addresses().clone(), aplicacao.admin_address(), aplicacao.ingress_address());
                let first_code = aplicacao.first_code().unwrap_or_default().to_owned();
                call.send((addresses, first_code, aplicacao.store().clone(), aplicacao.stopper()))
                    .expect("the test waits");
                aplicacao.run().await.expect("the application runs");
            });
        });
        let ((addresses, admin, ingress), first_code, store, stopper) =
            received.recv().expect("the application starts");
        Self { addresses, admin, ingress, first_code, store, stopper, thread: Some(thread) }
    }

    /// Where the interface of a setting is.
    pub fn at(&self, setting: &str) -> SocketAddr {
        self.addresses.get(setting).expect("an interface")
    }

    /// Stops it.
    pub fn stop(mut self) {
        stop(&self.stopper, self.thread.take());
    }
}

fn stop(stopper: &Stopper, server: Option<JoinHandle<()>>) {
    let stopper = stopper.clone();
    // its own runtime: this may run inside the test's
    let end = thread::spawn(move || rt::System::new().block_on(stopper.stop(false)));
    let _ = end.join();
    if let Some(server) = server {
        let _ = server.join();
    }
}

/// Settings of a test: ports of its own, few threads, no limit on wrong keys.
pub fn config(url: &str) -> Config {
    let free = "127.0.0.1:0".parse().unwrap();
    Config {
        database_url: url.to_owned(),
        secrets_key_file: Some(super::key_file().to_owned()),
        listen: Addresses::all_at(free),
        listen_admin: free,
        workers: 1,
        connections: 4,
        durability: Durability::Normal,
        failed_keys_per_minute: 0,
        shutdown_timeout: 1,
        // tests of deliveries have engines of their own, or turn it on
        notify: false,
        // the same for changes of offers, and for connected channels
        tell_offers: false,
        channels: false,
        // days whose ends a reader sees
        timezone: Zone::UTC,
        ..Config::defaults().unwrap()
    }
}

/// Says where clients reach interface B: addresses of images begin with it.
pub fn with_public_url(config: Config) -> Config {
    Config { public_urls: vec![("public_url_b", "https://hub.example".parse().unwrap())], ..config }
}

/// Runs blocking work of the store from inside the test's runtime, on a thread where blocking is allowed.
pub fn run_blocking<T, E>(store: &Store, f: impl FnOnce(&Store) -> Result<T, E> + Send + 'static) -> T
where
    T: Send + 'static,
    E: std::fmt::Debug + Send + 'static,
{
    let store = store.clone();
    thread::spawn(move || f(&store)).join().expect("the work ends").expect("the work succeeds")
}

/// Clears away what deleted users had.
pub fn clear_away(app: &TestApp) {
    run_blocking(&app.store, |store| {
        for loja in store.read_blocking(clearing::deleted)? {
            while store.write_blocking(move |tx| clearing::step(tx, loja, 40))? {}
        }
        Ok::<_, StoreError>(())
    });
}
