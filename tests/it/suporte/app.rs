//! The application, running inside the test's process on ports of its own.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use actix_web::rt;
use domain::usuario::Usuario;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};
use serde_json::Value;
use server::app::{Application, Stopper};
use server::config::{Config, Durability};
use server::interfaces::Addresses;
use server::owners;
use store::{Store, usuarios};

use super::banco::BancoDeTeste;
use super::cliente::Cliente;
use super::contrato::Contrato;
use super::modelos;
use super::resposta::Resposta;

/// A running application with one calling application in it.
pub struct TestApp {
    /// Interface A, with the key of `aplicacao`.
    pub a: Cliente,
    /// Interface B, without a key: a store's is made by [`TestApp::chave_de_loja`].
    pub b: Cliente,
    /// Health and metrics.
    pub admin: Cliente,
    /// The application that `a` calls as.
    pub aplicacao: AplicacaoId,
    /// Where it listens.
    pub enderecos: Addresses,
    /// The database, for what the interfaces do not show.
    pub store: Store,
    stopper: Stopper,
    servidor: Option<JoinHandle<()>>,
    /// Last: the database goes when nobody uses it any more.
    pub banco: BancoDeTeste,
}

impl TestApp {
    /// Starts over a database, with the settings of [`config`].
    pub fn iniciar(banco: BancoDeTeste) -> Self {
        let config = config(&banco.url);
        Self::com_config(banco, &config)
    }

    /// Starts with other settings.
    pub fn com_config(banco: BancoDeTeste, config: &Config) -> Self {
        let Servidor { enderecos, admin, store, stopper, thread: servidor } = Servidor::iniciar(config);
        let (em_a, em_b) = (enderecos.get("listen_a").unwrap(), enderecos.get("listen_b").unwrap());
        let aplicacao = em_bloco(&store, |store| owners::existing_or_new_application(store, "testes"));
        let chave =
            em_bloco(&store, move |store| owners::create_key(store, aplicacao, None, String::new(), None));
        let mut a = Cliente::novo(em_a, Some(&chave));
        if em_a != em_b {
            a = a.com_contrato(Contrato::a());
        }
        Self {
            a,
            b: Cliente::novo(em_b, None),
            admin: Cliente::novo(admin, None),
            aplicacao,
            enderecos,
            store,
            stopper,
            servidor,
            banco,
        }
    }

    /// Interface A as another application.
    pub fn outra_aplicacao(&self, nome: &'static str) -> Cliente {
        let aplicacao = em_bloco(&self.store, move |store| owners::existing_or_new_application(store, nome));
        let chave = em_bloco(&self.store, move |store| {
            owners::create_key(store, aplicacao, None, String::new(), None)
        });
        self.a.com_chave(Some(&chave))
    }

    /// The service's number of a user of the application.
    pub fn loja(&self, usuario: &str) -> LojaId {
        let (aplicacao, id) = (self.aplicacao, UsuarioId::parse(usuario).unwrap());
        let achada = self.store.read_blocking(|conn| usuarios::resolver(conn, aplicacao, &id));
        achada.unwrap().expect("the user exists").id
    }

    /// Stores a user past the interface.
    pub fn criar_loja(&self, usuario: &str) -> LojaId {
        let novo: Usuario = serde_json::from_value(modelos::usuario(usuario)).unwrap();
        let aplicacao = self.aplicacao;
        em_bloco(&self.store, move |store| {
            let novo = novo.clone();
            store.write_blocking(move |tx| usuarios::create(tx, aplicacao, &novo).map(|_| ()))
        });
        self.loja(usuario)
    }

    /// Interface B as one store.
    pub fn b_como(&self, loja: LojaId) -> Cliente {
        let chave = self.chave_de_loja(loja);
        self.b.com_chave(Some(&chave))
    }

    /// A new key of a store.
    pub fn chave_de_loja(&self, loja: LojaId) -> String {
        em_bloco(&self.store, move |store| {
            owners::create_key(store, loja.aplicacao, Some(loja), String::new(), None)
        })
    }

    /// A user, a channel of type `Loja` named `canal` and some SKUs, through interface A.
    pub async fn loja_com_skus(&self, usuario: &str, skus: &[&str]) {
        self.a.post("/Usuario", &modelos::usuario(usuario)).await.com_status(201);
        self.a.post(&format!("/Canal?usuarioId={usuario}"), &modelos::canal("canal")).await.com_status(201);
        for sku in skus {
            self.a.post(&format!("/sku?usuarioId={usuario}"), &modelos::sku(sku)).await.com_status(201);
        }
    }

    /// Posts an order and answers its stored form.
    pub async fn criar_pedido(&self, usuario: &str, pedido: &Value) -> Value {
        self.enviar_pedido(usuario, pedido).await.json_de(201)
    }

    /// Posts an order.
    pub async fn enviar_pedido(&self, usuario: &str, pedido: &Value) -> Resposta {
        self.a.post(&format!("/Pedido?usuarioId={usuario}"), pedido).await
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        parar(&self.stopper, self.servidor.take());
    }
}

/// A server alone, for those who want several on one database. It has to go before its database.
pub struct Servidor {
    /// Where it listens.
    pub enderecos: Addresses,
    /// Where health and figures are.
    pub admin: SocketAddr,
    /// Its own connection to the database.
    pub store: Store,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Servidor {
    /// Starts it; it runs until [`Servidor::parar`].
    pub fn iniciar(config: &Config) -> Self {
        let (envio, recebido) = mpsc::channel();
        let config = config.clone();
        let thread = thread::spawn(move || {
            rt::System::new().block_on(async move {
                let aplicacao = Application::build(&config).expect("the application starts");
                let enderecos = (aplicacao.addresses().clone(), aplicacao.admin_address());
                envio
                    .send((enderecos, aplicacao.store().clone(), aplicacao.stopper()))
                    .expect("the test waits");
                aplicacao.run().await.expect("the application runs");
            });
        });
        let ((enderecos, admin), store, stopper) = recebido.recv().expect("the application starts");
        Self { enderecos, admin, store, stopper, thread: Some(thread) }
    }

    /// Where the interface of a setting is.
    pub fn em(&self, setting: &str) -> SocketAddr {
        self.enderecos.get(setting).expect("an interface")
    }

    /// Stops it.
    pub fn parar(mut self) {
        parar(&self.stopper, self.thread.take());
    }
}

fn parar(stopper: &Stopper, servidor: Option<JoinHandle<()>>) {
    let stopper = stopper.clone();
    // its own runtime: this may run inside the test's
    let fim = thread::spawn(move || rt::System::new().block_on(stopper.stop(false)));
    let _ = fim.join();
    if let Some(servidor) = servidor {
        let _ = servidor.join();
    }
}

/// Settings of a test: ports of its own, few threads, no limit on wrong keys.
pub fn config(url: &str) -> Config {
    let livre = "127.0.0.1:0".parse().unwrap();
    Config {
        database_url: url.to_owned(),
        listen: Addresses::all_at(livre),
        listen_admin: livre,
        workers: 1,
        connections: 4,
        durability: Durability::Normal,
        failed_keys_per_minute: 0,
        shutdown_timeout: 1,
        // tests of deliveries have engines of their own, or turn it on
        notify: false,
        ..Config::defaults().unwrap()
    }
}

/// Runs blocking work of the store from inside the test's runtime, on a thread where blocking is allowed.
pub fn em_bloco<T, E>(store: &Store, f: impl FnOnce(&Store) -> Result<T, E> + Send + 'static) -> T
where
    T: Send + 'static,
    E: std::fmt::Debug + Send + 'static,
{
    let store = store.clone();
    thread::spawn(move || f(&store)).join().expect("the work ends").expect("the work succeeds")
}
