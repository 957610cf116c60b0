//! The application: database, interfaces and listeners put together, for the program and for the tests.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::dev::{Server, ServerHandle};
use actix_web::rt;
use anyhow::{Context, Result};
use delivery::Engine;
use http_kit::Limite;
use http_kit::chaves::{Chaves, ConfigChaves};
use store::Store;
use store::tokens::TipoToken;
use tokio::sync::Notify;

use crate::admin::AdminState;
use crate::config::Config;
use crate::interfaces::{Parts, Routes};
use crate::listeners::{self, Bound};
use crate::metrics::Metrics;
use crate::{database, housekeeping, notify, tipos_canal, tls};

/// Where the listeners really are: a configured port 0 has become a real one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Addresses {
    /// Interface A.
    pub a: SocketAddr,
    /// Interface B; the same as A when one listener carries both.
    pub b: SocketAddr,
    /// Health and metrics.
    pub admin: SocketAddr,
}

/// Everything bound and ready to run.
pub struct Application {
    addresses: Addresses,
    store: Store,
    interfaces: Vec<Server>,
    admin: Server,
    engine: Option<Engine>,
    /// Told when the engine is to end.
    engine_stop: Arc<Notify>,
    /// What running requests and deliveries get at the end.
    grace: Duration,
    stopping: Arc<AtomicBool>,
}

/// Ends a running [`Application`] from anywhere.
#[derive(Clone)]
pub struct Stopper {
    handles: Vec<ServerHandle>,
    engine_stop: Arc<Notify>,
    stopping: Arc<AtomicBool>,
}

impl Application {
    /// Opens the database, applies pending migrations and takes the addresses. Nothing is served yet, but
    /// connections already queue.
    pub fn build(config: &Config) -> Result<Self> {
        let store = database::open_migrated(config)?;
        Self::with_store(config, store)
    }

    /// The same over a database that is open already.
    pub fn with_store(config: &Config, store: Store) -> Result<Self> {
        let engine = notify::engine(config, &store)?;
        let metrics = Metrics::new(store.stats().backend, engine.as_ref().map(Engine::contadores))?;
        let keys = ConfigChaves { tentativas_por_minuto: NonZeroU32::new(config.failed_keys_per_minute) };
        let parts = Parts {
            chaves: Chaves::new(store.clone(), keys),
            tipos: tipos_canal::catalogue(config.channel_types.as_deref())?,
            fuso: config.timezone,
            limite: NonZeroU32::new(config.rate_limit).map(|n| Limite::new(TipoToken::Loja, n)),
            store: store.clone(),
        };
        let (interfaces, a, b) = bind_interfaces(config, &parts, &metrics)?;
        let stopping = Arc::new(AtomicBool::new(false));
        let state = AdminState { store: store.clone(), metrics, stopping: Arc::clone(&stopping) };
        let admin = listeners::admin(config, state)?;
        let addresses = Addresses { a, b, admin: admin.address };
        Ok(Self {
            addresses,
            store,
            interfaces,
            admin: admin.server,
            engine,
            engine_stop: Arc::default(),
            grace: Duration::from_secs(config.shutdown_timeout),
            stopping,
        })
    }

    /// Where it listens.
    pub fn addresses(&self) -> Addresses {
        self.addresses
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What ends it.
    pub fn stopper(&self) -> Stopper {
        let handles = self.interfaces.iter().map(Server::handle).collect();
        let engine_stop = Arc::clone(&self.engine_stop);
        Stopper { handles, engine_stop, stopping: Arc::clone(&self.stopping) }
    }

    /// Serves and delivers events until a [`Stopper`] ends it. The operator's listener answers until the interfaces are done.
    pub async fn run(self) -> Result<()> {
        let admin = self.admin.handle();
        let admin_task = rt::spawn(self.admin);
        let housekeeping = rt::spawn(housekeeping::run(self.store));
        let engine_stop = Arc::clone(&self.engine_stop);
        let stopped = async move { engine_stop.notified().await };
        let engine = self.engine.map(|engine| rt::spawn(engine.run(stopped, self.grace)));
        let tasks: Vec<_> = self.interfaces.into_iter().map(rt::spawn).collect();
        let mut outcome = Ok(());
        for task in tasks {
            let ended = task.await.context("a listener's task ended").and_then(|end| Ok(end?));
            outcome = outcome.and(ended);
        }
        housekeeping.abort();
        self.engine_stop.notify_one();
        if let Some(engine) = engine {
            engine.await.context("the delivery engine ended")?;
        }
        admin.stop(false).await;
        admin_task.await.context("the operator's listener ended")??;
        outcome
    }
}

fn bind_interfaces(
    config: &Config,
    parts: &Parts,
    metrics: &Metrics,
) -> Result<(Vec<Server>, SocketAddr, SocketAddr)> {
    let tls = tls::server_config(config)?;
    let bind = |routes: Routes, address, setting| {
        listeners::interface(config, &routes, metrics, tls.clone(), address, setting)
    };
    if config.shared_listener() {
        let Bound { server, address } = bind(Routes::both(parts)?, config.listen_a, "listen_a")?;
        return Ok((vec![server], address, address));
    }
    let a = bind(Routes::a(parts)?, config.listen_a, "listen_a")?;
    let b = bind(Routes::b(parts)?, config.listen_b, "listen_b")?;
    Ok((vec![a.server, b.server], a.address, b.address))
}

impl Stopper {
    /// Ends the interfaces: running requests are finished when `graceful`, dropped otherwise.
    pub async fn stop(&self, graceful: bool) {
        self.stopping.store(true, Ordering::Relaxed);
        self.engine_stop.notify_one();
        // every listener is told before any of them is waited for
        let ends: Vec<_> = self.handles.iter().map(|handle| handle.stop(graceful)).collect();
        for end in ends {
            end.await;
        }
    }
}
