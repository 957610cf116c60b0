//! The engine: log → deliveries → calls → outcomes, in turns.

use std::collections::HashMap;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use domain::entrega::Failure;
use futures_util::FutureExt;
use futures_util::future::{Either, select};
use rand::seq::SliceRandom;
use store::entregas::{self, AttemptResult, Cursor, Destino, Outcome, Progress, ReadyList};
use store::{Store, StoreError};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::assembly;
use crate::call::{Call, CallResult, Sender};
use crate::config::{Clock, Config, SystemClock};
use crate::http::{HttpError, HttpSender};

/// Cursors that one turn moves.
const CURSORS: i64 = 64;
/// Until a cursor that found too much waiting is looked at again.
const FULL: Duration = Duration::from_secs(2);
/// The wait after the database could not do something.
const REST: Duration = Duration::from_secs(1);

/// What an engine has done since it began.
#[derive(Debug, Default)]
pub struct Counters {
    /// Calls that were taken.
    pub delivered: AtomicU64,
    /// Calls that failed and will be made again.
    pub falhadas: AtomicU64,
    /// Deliveries that were given up.
    pub given_up: AtomicU64,
    /// Calls whose outcome came too late to be noted.
    pub lost: AtomicU64,
    /// Calls under way.
    pub in_flight: AtomicU64,
}

/// Delivers events; several may work on one database.
pub struct Engine {
    store: Store,
    clock: Arc<dyn Clock>,
    sender: Arc<dyn Sender>,
    config: Config,
    counters: Arc<Counters>,
    calls: JoinSet<AttemptResult>,
    /// Calls under way by address.
    busy: HashMap<Destino, usize>,
    /// Outcomes that are not in the database yet.
    ready_ones: Vec<AttemptResult>,
    /// Cursors that found too much waiting, and since when.
    full: HashMap<Cursor, Instant>,
}

impl Engine {
    /// Over a database, calling over HTTP.
    pub fn http(store: Store, config: Config) -> Result<Self, HttpError> {
        let sender = HttpSender::new(config.allowed.clone(), config.time)?;
        Ok(Self::new(store, Arc::new(SystemClock), Arc::new(sender), config))
    }

    /// Over a database, with a clock and a sender of the caller's own.
    pub fn new(store: Store, clock: Arc<dyn Clock>, sender: Arc<dyn Sender>, config: Config) -> Self {
        Self {
            store,
            clock,
            sender,
            config,
            counters: Arc::default(),
            calls: JoinSet::new(),
            busy: HashMap::new(),
            ready_ones: Vec::new(),
            full: HashMap::new(),
        }
    }

    /// What it has done, to be read while it works.
    pub fn counters(&self) -> Arc<Counters> {
        Arc::clone(&self.counters)
    }

    /// Works until `stop` is ready; calls under way then get `prazo` to come to their end. What has no
    /// outcome by then is sent again a minute later, by this server or another.
    pub async fn run(mut self, stop: impl Future<Output = ()>, prazo: Duration) {
        let mut stop = pin!(stop);
        let mut look_at_log = Instant::now();
        loop {
            let now = Instant::now();
            let mut next = now + self.config.interval;
            match self.turn(now >= look_at_log).await {
                Ok(true) => (next, look_at_log) = (now, now),
                Ok(false) if now >= look_at_log => look_at_log = next,
                Ok(false) => {}
                Err(StoreError::Overload) => tracing::debug!("too busy to deliver events"),
                Err(error) => {
                    tracing::warn!(%error, "events cannot be delivered for the moment");
                    next = now + REST;
                }
            }
            let wait = pin!(self.wait(next));
            if let Either::Left(_) = select(stop.as_mut(), wait).await {
                break;
            }
        }
        self.finish(prazo).await;
    }

    /// One turn with everything in it: the log is read to its end, what is due is sent, and every outcome
    /// noted. Answers how many calls were made. For tests and for whoever has a clock of their own.
    pub async fn step(&mut self) -> Result<usize, StoreError> {
        while self.distribute().await? {}
        let outcomes = self.take().await?;
        while let Some(end) = self.calls.join_next().await {
            self.keep(end);
        }
        self.write().await?;
        Ok(outcomes)
    }

    /// Notes outcomes, reads on in the log if `registro`, takes what is due. True when there is more to do at
    /// once.
    async fn turn(&mut self, registro: bool) -> Result<bool, StoreError> {
        self.write().await?;
        let plus = registro && self.distribute().await?;
        self.take().await?;
        Ok(plus)
    }

    /// Waits for an outcome, at most until `ate`; takes all that are there.
    async fn wait(&mut self, until: Instant) {
        if self.calls.is_empty() {
            tokio::time::sleep_until(until).await;
            return;
        }
        if let Ok(Some(end)) = tokio::time::timeout_at(until, self.calls.join_next()).await {
            self.keep(end);
        }
        while let Some(end) = self.calls.try_join_next() {
            self.keep(end);
        }
    }

    async fn finish(&mut self, prazo: Duration) {
        let until = Instant::now() + prazo;
        while let Ok(Some(end)) = tokio::time::timeout_at(until, self.calls.join_next()).await {
            self.keep(end);
        }
        if !self.calls.is_empty() {
            tracing::warn!(calls = self.calls.len(), "deliveries were cut off; they will be made again");
            self.calls.abort_all();
        }
        if let Err(error) = self.write().await {
            tracing::warn!(%error, "outcomes of deliveries could not be noted; they will be made again");
        }
    }

    fn keep(&mut self, end: Result<AttemptResult, tokio::task::JoinError>) {
        // a call that was cut off, or broke, is due again when its reservation ends
        let Ok(result) = end else { return };
        if let Some(count) = self.busy.get_mut(&result.destino) {
            *count = count.saturating_sub(1);
        }
        self.busy.retain(|_, count| *count > 0);
        self.counters.in_flight.fetch_sub(1, Ordering::Relaxed);
        self.ready_ones.push(result);
    }

    /// Notes all outcomes in one transaction.
    async fn write(&mut self) -> Result<(), StoreError> {
        if self.ready_ones.is_empty() {
            return Ok(());
        }
        let (results, agenda) = (self.ready_ones.clone(), self.config.agenda.clone());
        let now = self.clock.now();
        let outcomes = self.store.write(move |tx| entregas::conclude(tx, &results, &agenda, now)).await?;
        self.ready_ones.clear();
        for outcome in outcomes {
            let counter = match outcome {
                Outcome::Entregue => &self.counters.delivered,
                Outcome::Again => &self.counters.falhadas,
                Outcome::Esgotada => &self.counters.given_up,
                Outcome::Lost => &self.counters.lost,
            };
            counter.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Makes the next stretches of the log into deliveries; true when there may be more.
    async fn distribute(&mut self) -> Result<bool, StoreError> {
        // no more than a part, so that a stop is heard whatever waits: the next turn goes on
        let mut plus = self.store.place_some_events().await?;
        self.full.retain(|_, since| since.elapsed() < FULL);
        // those that are full must not hide the others
        let limit = CURSORS + self.full.len() as i64;
        let late: Vec<Cursor> = self.store.read(move |conn| entregas::late_cursors(conn, limit)).await?;
        for cursor in late {
            if self.full.contains_key(&cursor) {
                continue;
            }
            let now = self.clock.now();
            match self.store.write(move |tx| entregas::distribute(tx, cursor, now)).await? {
                Progress::Moved(_) => plus = true,
                Progress::Full => drop(self.full.insert(cursor, Instant::now())),
                Progress::Busy => {}
            }
        }
        Ok(plus)
    }

    /// Takes what is due, as far as there is room, and begins to send it; answers how many calls.
    async fn take(&mut self) -> Result<usize, StoreError> {
        let free = self.config.concurrent.saturating_sub(self.calls.len());
        if free == 0 {
            return Ok(0);
        }
        let now = self.clock.now();
        let (destinos, tests) = self
            .store
            .read(move |conn| {
                let destinos = entregas::due_destinos(conn, now)?;
                Ok::<_, StoreError>((destinos, entregas::has_tests(conn, now)?))
            })
            .await?;
        let pedidos = self.share_out(destinos, free);
        if pedidos.is_empty() && !tests {
            return Ok(0);
        }
        let (reservation, limit) = (rand::random::<i64>(), free as i64);
        let reserved_ones = self
            .store
            .write(move |tx| {
                let mut taken_ones = match tests {
                    true => entregas::reserve_tests(tx, limit, now, reservation)?,
                    false => Vec::new(),
                };
                taken_ones.extend(entregas::reserve(tx, &pedidos, now, reservation)?);
                Ok::<_, StoreError>(taken_ones)
            })
            .await?;
        let ready_ones = self.store.read(move |conn| entregas::prepare(conn, reserved_ones)).await?;
        let count = ready_ones.len();
        for ready in ready_ones {
            self.send(ready);
        }
        Ok(count)
    }

    /// How many each address gets: its own free places, and no more than its share of all that are free, so
    /// that many addresses that hang leave room for the others.
    fn share_out(&self, mut destinos: Vec<Destino>, free: usize) -> Vec<(Destino, i64)> {
        destinos.shuffle(&mut rand::rng());
        let part = (free / destinos.len().max(1)).max(1);
        let mut remaining = free;
        let mut pedidos = Vec::new();
        for destino in destinos {
            let busy = self.busy.get(&destino).copied().unwrap_or(0);
            let slots = self.config.per_destino.saturating_sub(busy).min(part).min(remaining);
            if slots > 0 {
                remaining -= slots;
                pedidos.push((destino, slots as i64));
            }
        }
        // in one order on every server, so that two of them cannot wait for each other's rows
        pedidos.sort_unstable();
        pedidos
    }

    fn send(&mut self, ready: ReadyList) {
        let destino = ready.reserved.destino;
        *self.busy.entry(destino).or_default() += 1;
        self.counters.in_flight.fetch_add(1, Ordering::Relaxed);
        let (clock, sender) = (Arc::clone(&self.clock), Arc::clone(&self.sender));
        let (zone, time) = (self.config.fuso, self.config.time);
        self.calls.spawn(async move {
            let (inicio, stopwatch) = (clock.now(), Instant::now());
            let output = match assembly::call(&ready, zone, inicio) {
                // the sender has the same limit; this one does not depend on it
                Ok(call) => invoke(sender.as_ref(), call, time + REST).await,
                Err(failure) => CallResult::without_answer(failure),
            };
            AttemptResult {
                destino,
                id: ready.reserved.id,
                reserva: ready.reserved.reserva,
                inicio,
                duracao_ms: i32::try_from(stopwatch.elapsed().as_millis()).unwrap_or(i32::MAX),
                status: output.status.and_then(|status| i16::try_from(status).ok()),
                falha: output.falha,
                resposta: output.resposta,
                luck: rand::random(),
            }
        });
    }
}

/// A call that is over in `time` whatever happens: its place has to become free again.
async fn invoke(sender: &dyn Sender, call: Call, time: Duration) -> CallResult {
    let request = AssertUnwindSafe(sender.send(call)).catch_unwind();
    match tokio::time::timeout(time, request).await {
        Ok(Ok(output)) => output,
        Ok(Err(_)) => CallResult::without_answer(Failure::Interrupted),
        Err(_) => CallResult::without_answer(Failure::Time),
    }
}
