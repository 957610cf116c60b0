//! The loop that finds connections with something due and has them worked.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use store::channels::{self, CanalKey};
use store::{Store, StoreError};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::caller::Caller;
use crate::connectors::Connectors;
use crate::counters::Counters;
use crate::inbound::Inbound;
use crate::shared::{Accesses, Shared};
use crate::turn;

/// Pause after a failure of the database.
const FAILURE_PAUSE: Duration = Duration::from_secs(2);

/// How long a connection rests whose turn failed for the database: others may work it meanwhile.
const REST: Duration = Duration::from_secs(15);

/// Changes within this time are looked at together.
const GATHER: Duration = Duration::from_millis(10);

/// How an engine works.
#[derive(Debug, Clone)]
pub struct Config {
    /// Connections that are worked at the same time.
    pub at_once: usize,
    /// How often it looks for what is due, where no change tells it.
    pub interval: Duration,
}

impl Default for Config {
    fn default() -> Self {
        Self { at_once: 32, interval: Duration::from_secs(1) }
    }
}

/// Works connections. Several may run on one database.
pub struct Engine {
    shared: Arc<Shared>,
    config: Config,
}

impl Engine {
    /// On a database, with connectors and a way to call channels. `kinds` holds the connectors' types.
    pub fn new(
        store: Store,
        connectors: Connectors,
        kinds: Arc<TypeCatalogue>,
        caller: impl Caller + 'static,
        config: Config,
    ) -> Self {
        let shared = Shared {
            store,
            connectors,
            kinds,
            caller: Box::new(caller),
            counters: Arc::default(),
            accesses: Accesses::default(),
            accepted: OnceLock::new(),
            // 0 is nobody's
            servidor: rand::random::<i64>() | 1,
        };
        Self { shared: Arc::new(shared), config }
    }

    /// The counters, which may be read while it runs.
    pub fn counters(&self) -> Arc<Counters> {
        Arc::clone(&self.shared.counters)
    }

    /// Has each acceptance told: the channel type, and the time from the change of the offer. Only the first observer is.
    pub fn on_accepted(&self, observer: impl Fn(&str, Duration) + Send + Sync + 'static) {
        self.shared.accepted.get_or_init(|| Box::new(observer));
    }

    /// What takes consents and notices, by the connectors and calls of this engine; it needs no running engine.
    pub fn inbound(&self) -> Inbound {
        Inbound(Arc::clone(&self.shared))
    }

    /// Works all connections that have something due now, once, on this thread; how many. For tests, and for programs
    /// with a loop of their own.
    pub fn step(&self) -> Result<usize, StoreError> {
        let due = self.shared.store.read_blocking(|conn| channels::due(conn, Instante::now(), 1000))?;
        let mut worked = 0;
        for key in due {
            worked += usize::from(turn::work(&self.shared, key)?);
        }
        Ok(worked)
    }

    /// Runs until `stop` is ready; turns under way then have `timeout` to end. What they leave is done by another
    /// server, or after the restart.
    pub async fn run(self, stop: impl Future<Output = ()>, timeout: Duration) {
        let mut stop = std::pin::pin!(stop);
        let mut changes = self.shared.store.changes();
        let mut turns: JoinSet<(CanalKey, Result<bool, StoreError>)> = JoinSet::new();
        let mut at_work = AtWork::default();
        if self.shared.store.engine() == store::Engine::Sqlite
            && let Err(error) = self.shared.store.write(channels::free_all).await
        {
            tracing::warn!(%error, "connections of the server before this one stay taken for a while");
        }
        loop {
            let mut pause = self.config.interval;
            changes.mark_unchanged();
            match self.start(&mut turns, &mut at_work).await {
                Ok(()) => {}
                Err(error) => {
                    tracing::warn!(%error, "connections of channels cannot be worked for the moment");
                    pause = FAILURE_PAUSE;
                }
            }
            tokio::select! {
                () = stop.as_mut() => break,
                () = tokio::time::sleep(pause) => {}
                Some(ended) = turns.join_next() => ended_turn(&mut at_work, ended),
                Ok(()) = changes.changed() => tokio::time::sleep(GATHER).await,
            }
        }
        let until = Instant::now() + timeout;
        while let Ok(Some(_)) = tokio::time::timeout_at(until, turns.join_next()).await {}
    }

    /// Starts turns for connections with something due, as many as there is room for.
    async fn start(
        &self,
        turns: &mut JoinSet<(CanalKey, Result<bool, StoreError>)>,
        at_work: &mut AtWork,
    ) -> Result<(), StoreError> {
        while let Some(ended) = turns.try_join_next() {
            ended_turn(at_work, ended);
        }
        if at_work.keys.len() >= self.config.at_once {
            return Ok(());
        }
        at_work.resting.retain(|_, until| *until > Instant::now());
        let most = i64::try_from(self.config.at_once.saturating_mul(2)).unwrap_or(i64::MAX);
        let due = self.shared.store.read(move |conn| channels::due(conn, Instante::now(), most)).await?;
        for key in due {
            if at_work.keys.len() >= self.config.at_once {
                break;
            }
            if at_work.resting.contains_key(&key) || !at_work.keys.insert(key) {
                continue;
            }
            let shared = Arc::clone(&self.shared);
            turns.spawn_blocking(move || {
                shared.counters.at_work.fetch_add(1, Ordering::Relaxed);
                let result = turn::work(&shared, key);
                shared.counters.at_work.fetch_sub(1, Ordering::Relaxed);
                (key, result)
            });
        }
        Ok(())
    }
}

type Ended = Result<(CanalKey, Result<bool, StoreError>), tokio::task::JoinError>;

/// Connections whose turns are under way, and those that rest.
#[derive(Default)]
struct AtWork {
    keys: HashSet<CanalKey>,
    resting: HashMap<CanalKey, Instant>,
}

fn ended_turn(at_work: &mut AtWork, ended: Ended) {
    match ended {
        Ok((key, result)) => {
            at_work.keys.remove(&key);
            if let Err(error) = result {
                at_work.resting.insert(key, Instant::now() + REST);
                tracing::warn!(%error, channel = key.canal, "a connection could not be worked");
            }
        }
        // a turn that panicked leaves its lease to run out; nobody knows which it was
        Err(error) => {
            tracing::error!(%error, "a turn of a connection ended badly");
            at_work.keys.clear();
        }
    }
}
