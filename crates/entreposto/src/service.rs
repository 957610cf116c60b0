//! Everything bound and ready to run, and what ends it.

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
use crate::housekeeping::{self, Upkeep};
use crate::http::Bound;
use crate::offers;
use crate::signals;

/// For a log that is still being copied when everything else has ended.
const LOG_PATIENCE: Duration = Duration::from_secs(4);

/// Bound listeners over one database, ready to run: connections already queue.
pub struct Service {
    store: Store,
    servers: Vec<Server>,
    addresses: Vec<SocketAddr>,
    engine: Option<Engine>,
    /// The channel types, where changes of offers are told.
    kinds: Option<Arc<TypeCatalogue>>,
    /// What running requests and deliveries get at the end.
    grace: Duration,
    upkeep: Upkeep,
    stop: Arc<Stop>,
    failed_chores: Arc<AtomicU64>,
    /// Keeps other servers away from an SQLite file.
    _claim: Option<Claim>,
}

#[derive(Default)]
struct Stop {
    told: AtomicBool,
    /// Told when the engine is to end.
    engine: Notify,
}

/// Ends a running [`Service`] from anywhere.
#[derive(Clone)]
pub struct Stopper {
    handles: Vec<ServerHandle>,
    stop: Arc<Stop>,
}

impl Service {
    /// Of bound listeners, over the database that they serve.
    pub fn new(store: Store, bound: impl IntoIterator<Item = Bound>) -> Self {
        let (servers, addresses) = bound.into_iter().map(|bound| (bound.server, bound.address)).unzip();
        Self {
            store,
            servers,
            addresses,
            engine: None,
            kinds: None,
            grace: Duration::from_secs(30),
            upkeep: Upkeep::default(),
            stop: Arc::default(),
            failed_chores: Arc::default(),
            _claim: None,
        }
    }

    /// With an engine that delivers events while it runs.
    pub fn with_engine(self, engine: Option<Engine>) -> Self {
        Self { engine, ..self }
    }

    /// Tells changes of offers while it runs.
    pub fn with_offers(self, kinds: Option<Arc<TypeCatalogue>>) -> Self {
        Self { kinds, ..self }
    }

    /// With what keeps other servers away from an SQLite file, until this one has ended.
    pub fn with_claim(self, claim: Option<Claim>) -> Self {
        Self { _claim: claim, ..self }
    }

    /// With so much time for running deliveries at the end.
    pub fn with_grace(self, grace: Duration) -> Self {
        Self { grace, ..self }
    }

    /// Keeps things no longer than this.
    pub fn with_upkeep(self, upkeep: Upkeep) -> Self {
        Self { upkeep, ..self }
    }

    /// Where it listens.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Counts what housekeeping has failed at.
    pub fn failed_chores(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.failed_chores)
    }

    /// What ends it.
    pub fn stopper(&self) -> Stopper {
        let handles = self.servers.iter().map(Server::handle).collect();
        Stopper { handles, stop: Arc::clone(&self.stop) }
    }

    /// Serves, delivers events and keeps house until a [`Stopper`] ends it.
    pub async fn run(self) -> Result<(), Error> {
        let failed = Arc::clone(&self.failed_chores);
        let offers = self.kinds.map(|kinds| rt::spawn(offers::run(self.store.clone(), kinds, failed)));
        let housekeeping = rt::spawn(housekeeping::run(self.store, self.upkeep, self.failed_chores));
        let stop = Arc::clone(&self.stop);
        let stopped = async move { stop.engine.notified().await };
        let engine = self.engine.map(|engine| rt::spawn(engine.run(stopped, self.grace)));
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
        if let Some(engine) = engine {
            engine.await?;
        }
        outcome
    }

    /// The same until SIGINT or SIGTERM; running requests are finished. SQLite's log is then copied into its
    /// database.
    pub async fn run_until_signal(self) -> Result<(), Error> {
        let (stopper, store) = (self.stopper(), self.store.clone());
        let listening = rt::spawn(async move {
            match signals::told_to_stop().await {
                Ok(()) => stopper.stop(true).await,
                Err(error) => tracing::warn!(%error, "signals cannot be heard: nothing but a kill ends this"),
            }
        });
        let outcome = self.run().await;
        listening.abort();
        if let Err(error) = store.empty_log(LOG_PATIENCE) {
            tracing::warn!(%error, "the log was left for the next start");
        }
        outcome
    }
}

impl Stopper {
    /// Ends the listeners: running requests are finished when `graceful`, dropped otherwise.
    pub async fn stop(&self, graceful: bool) {
        self.stop.told.store(true, Ordering::Relaxed);
        self.stop.engine.notify_one();
        // every listener is told before any of them is waited for
        let ends: Vec<_> = self.handles.iter().map(|handle| handle.stop(graceful)).collect();
        for end in ends {
            end.await;
        }
    }

    /// True once it was told to stop: no new requests, please.
    pub fn is_stopping(&self) -> bool {
        self.stop.told.load(Ordering::Relaxed)
    }
}
