//! Running service: listeners, delivery engine, housekeeping, and its shutdown.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use actix_web::dev::{Server, ServerHandle};
use actix_web::rt;
use delivery::Engine;
use domain::tipo_canal::TypeCatalogue;
use store::{Claim, Store};
use tokio::sync::Notify;

use crate::error::Error;
use crate::housekeeping::{self, HousekeepingConfig};
use crate::http::Bound;
use crate::offers;

/// How long a shutdown waits for SQLite's log to be copied into its database.
const LOG_TIMEOUT: Duration = Duration::from_secs(4);

/// Bound listeners on one database, ready to run; connections already queue.
pub struct Service {
    store: Store,
    servers: Vec<Server>,
    addresses: Vec<SocketAddr>,
    engine: Option<Engine>,
    channels: Option<channels::Engine>,
    /// The channel types; `None` = no events about changed offers.
    kinds: Option<Arc<TypeCatalogue>>,
    /// Time for running deliveries at shutdown.
    grace: Duration,
    housekeeping: HousekeepingConfig,
    stop: Arc<Stop>,
    failed_chores: Arc<AtomicU64>,
    /// Keeps other servers away from an SQLite file.
    _claim: Option<Claim>,
}

#[derive(Default)]
struct Stop {
    requested: AtomicBool,
    /// Notified when the engines have to end.
    engine: Notify,
    channels: Notify,
}

/// Handle that stops a running [`Service`].
#[derive(Clone)]
pub struct Stopper {
    handles: Vec<ServerHandle>,
    stop: Arc<Stop>,
}

impl Service {
    /// For bound listeners and the database that they serve.
    pub fn new(store: Store, bound: impl IntoIterator<Item = Bound>) -> Self {
        let (servers, addresses) = bound.into_iter().map(|bound| (bound.server, bound.address)).unzip();
        Self {
            store,
            servers,
            addresses,
            engine: None,
            channels: None,
            kinds: None,
            grace: Duration::from_secs(30),
            housekeeping: HousekeepingConfig::default(),
            stop: Arc::default(),
            failed_chores: Arc::default(),
            _claim: None,
        }
    }

    /// Sets the engine that delivers events.
    pub fn with_engine(self, engine: Option<Engine>) -> Self {
        Self { engine, ..self }
    }

    /// Sets the engine that works connected channels.
    pub fn with_channels(self, channels: Option<channels::Engine>) -> Self {
        Self { channels, ..self }
    }

    /// Sets the channel types, which turns on events about changed offers.
    pub fn with_offers(self, kinds: Option<Arc<TypeCatalogue>>) -> Self {
        Self { kinds, ..self }
    }

    /// Sets the lock of an SQLite file, which is held until the service has ended.
    pub fn with_claim(self, claim: Option<Claim>) -> Self {
        Self { _claim: claim, ..self }
    }

    /// Sets the time for running deliveries at shutdown.
    pub fn with_grace(self, grace: Duration) -> Self {
        Self { grace, ..self }
    }

    /// Sets the retention.
    pub fn with_housekeeping(self, housekeeping: HousekeepingConfig) -> Self {
        Self { housekeeping, ..self }
    }

    /// The addresses of its listeners.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Counter of failed background work.
    pub fn failed_chores(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.failed_chores)
    }

    /// A handle that stops it.
    pub fn stopper(&self) -> Stopper {
        let handles = self.servers.iter().map(Server::handle).collect();
        Stopper { handles, stop: Arc::clone(&self.stop) }
    }

    /// Serves, delivers events and runs the housekeeping until a [`Stopper`] stops it.
    pub async fn run(self) -> Result<(), Error> {
        let failed = Arc::clone(&self.failed_chores);
        let offers = self.kinds.map(|kinds| rt::spawn(offers::run(self.store.clone(), kinds, failed)));
        let housekeeping = rt::spawn(housekeeping::run(self.store, self.housekeeping, self.failed_chores));
        let stop = Arc::clone(&self.stop);
        let stopped = async move { stop.engine.notified().await };
        let engine = self.engine.map(|engine| rt::spawn(engine.run(stopped, self.grace)));
        let stop = Arc::clone(&self.stop);
        let stopped = async move { stop.channels.notified().await };
        let channels = self.channels.map(|engine| rt::spawn(engine.run(stopped, self.grace)));
        let tasks: Vec<_> = self.servers.into_iter().map(rt::spawn).collect();
        let mut outcome = Ok(());
        for task in tasks {
            let ended = task.await.map_err(Error::from).and_then(|end| Ok(end?));
            outcome = outcome.and(ended);
        }
        housekeeping.abort();
        if let Some(offers) = offers {
            offers.abort();
        }
        self.stop.engine.notify_one();
        self.stop.channels.notify_one();
        if let Some(engine) = engine {
            engine.await?;
        }
        if let Some(channels) = channels {
            channels.await?;
        }
        outcome
    }

    /// [`Service::run`] until SIGINT or SIGTERM. Running requests are finished, then SQLite's log is copied
    /// into its database.
    pub async fn run_until_signal(self) -> Result<(), Error> {
        let (stopper, store) = (self.stopper(), self.store.clone());
        let listening = rt::spawn(async move {
            match stop_signal().await {
                Ok(()) => stopper.stop(true).await,
                Err(error) => tracing::warn!(%error, "signals cannot be heard: nothing but a kill ends this"),
            }
        });
        let outcome = self.run().await;
        listening.abort();
        if let Err(error) = store.empty_log(LOG_TIMEOUT) {
            tracing::warn!(%error, "the log was left for the next start");
        }
        outcome
    }
}

impl Stopper {
    /// Stops the listeners. Running requests are finished when `graceful`, else dropped.
    pub async fn stop(&self, graceful: bool) {
        self.stop.requested.store(true, Ordering::Relaxed);
        self.stop.engine.notify_one();
        self.stop.channels.notify_one();
        // all listeners are told to stop before the first is awaited
        let ends: Vec<_> = self.handles.iter().map(|handle| handle.stop(graceful)).collect();
        for end in ends {
            end.await;
        }
    }

    /// True once a stop was requested.
    pub fn is_stopping(&self) -> bool {
        self.stop.requested.load(Ordering::Relaxed)
    }
}

/// Waits for SIGINT or, on Unix, SIGTERM.
async fn stop_signal() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use actix_web::rt::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        std::future::poll_fn(|task| {
            let interrupted = interrupt.poll_recv(task);
            if interrupted.is_ready() { interrupted } else { terminate.poll_recv(task) }
        })
        .await;
        Ok(())
    }
    #[cfg(not(unix))]
    actix_web::rt::signal::ctrl_c().await
}
