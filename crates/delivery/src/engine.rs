//! Delivery engine: a loop that reads the event log, makes deliveries, calls, and stores the results.

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
use outbound::HttpError;
use rand::seq::SliceRandom;
use store::entregas::{
    self, AttemptResult, Concluded, Cursor, Destino, Due, DueDestino, Outcome, Progress, ReadyList,
};
use store::{Store, StoreError};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::assembly;
use crate::call::{Call, CallResult, Sender};
use crate::config::{Clock, Config, SystemClock};
use crate::hosts::{Host, Hosts};
use crate::http::HttpSender;
use crate::limit::{Permits, Target, hand_out, round_robin};
use crate::report::{EndedCall, of_the_host, report_address, report_host};

/// Maximum cursors that one iteration advances.
const CURSORS_MAX: usize = 64;
/// Time that one iteration reads the log before it sends due deliveries.
const LOG_TIME: Duration = Duration::from_millis(250);
/// Time until a notification with too many pending deliveries is tried again.
const FULL_PAUSE: Duration = Duration::from_secs(2);
/// Time between two repairs of the effects of a wrong clock.
const REPAIR_EVERY: Duration = Duration::from_secs(5);
/// Repairs of which one also looks for cursors beyond the end of the log.
const STRAY_ONE_IN: u64 = 12;
/// Pause after a failure of the database.
const FAILURE_PAUSE: Duration = Duration::from_secs(1);
/// Time beyond the timeout of a call after which the engine cancels it.
const CALL_MARGIN: Duration = Duration::from_secs(1);

/// Counters of an engine since its start.
#[derive(Debug, Default)]
pub struct Counters {
    /// Successful calls.
    pub delivered: AtomicU64,
    /// Failed calls that will be retried.
    pub failed: AtomicU64,
    /// Deliveries that failed after their last attempt.
    pub given_up: AtomicU64,
    /// Calls whose result came after the end of their reservation.
    pub lost: AtomicU64,
    /// Running calls.
    pub in_flight: AtomicU64,
}

/// Delivers events. Several engines may run on one database.
pub struct Engine {
    store: Store,
    clock: Arc<dyn Clock>,
    sender: Arc<dyn Sender>,
    config: Config,
    counters: Arc<Counters>,
    tasks: JoinSet<EndedCall>,
    /// Targets of the running calls.
    calls: Vec<Target>,
    hosts: Hosts,
    /// Ended calls whose results are not yet in the database.
    finished: Vec<EndedCall>,
    /// Cursors of notifications with too many pending deliveries, and since when.
    full: HashMap<Cursor, Instant>,
    /// Time of the next repair, and the number of repairs so far.
    repairs: (Instant, u64),
}

impl Engine {
    /// On a database, with HTTP calls and the system's clock.
    pub fn http(store: Store, config: Config) -> Result<Self, HttpError> {
        let sender = HttpSender::new(&config)?;
        Ok(Self::new(store, Arc::new(SystemClock), Arc::new(sender), config))
    }

    /// On a database, with the given clock and sender.
    pub fn new(store: Store, clock: Arc<dyn Clock>, sender: Arc<dyn Sender>, config: Config) -> Self {
        Self {
            store,
            clock,
            sender,
            counters: Arc::default(),
            tasks: JoinSet::new(),
            calls: Vec::new(),
            hosts: Hosts::new(config.hosts.clone()),
            finished: Vec::new(),
            full: HashMap::new(),
            repairs: (Instant::now(), 0),
            config,
        }
    }

    /// The counters, which may be read while it runs.
    pub fn counters(&self) -> Arc<Counters> {
        Arc::clone(&self.counters)
    }

    /// Runs until `stop` is ready; running calls then have `timeout` to end. Deliveries without a result by
    /// then are sent again a minute later, by this server or another.
    pub async fn run(mut self, stop: impl Future<Output = ()>, timeout: Duration) {
        let mut stop = pin!(stop);
        let mut next_log_read = Instant::now();
        loop {
            let now = Instant::now();
            let mut next = now + self.config.interval;
            match self.iterate(now >= next_log_read).await {
                Ok(true) => (next, next_log_read) = (now, now),
                Ok(false) if now >= next_log_read => next_log_read = next,
                Ok(false) => {}
                Err(StoreError::Overload) => tracing::debug!("too busy to deliver events"),
                Err(error) => {
                    tracing::warn!(%error, "events cannot be delivered for the moment");
                    next = now + FAILURE_PAUSE;
                }
            }
            let wait = pin!(self.wait(next));
            if let Either::Left(_) = select(stop.as_mut(), wait).await {
                break;
            }
        }
        self.finish(timeout).await;
    }

    /// One complete iteration: reads the log to its end, sends due deliveries, and stores all results. Returns
    /// the number of calls. For tests, and for programs with a clock of their own.
    pub async fn step(&mut self) -> Result<usize, StoreError> {
        self.release().await?;
        self.pull_back_cursors().await?;
        while self.distribute().await? {}
        let (calls, _) = self.send_due().await?;
        while let Some(end) = self.tasks.join_next().await {
            self.record_end(end);
        }
        self.store_results().await?;
        Ok(calls)
    }

    /// One iteration: stores results, reads the log if `read_log`, sends due deliveries. True when work is left
    /// that need not wait.
    async fn iterate(&mut self, read_log: bool) -> Result<bool, StoreError> {
        self.store_results().await?;
        self.repair().await?;
        let more = read_log && self.distribute().await?;
        let (_, permits_left) = self.send_due().await?;
        Ok(more || permits_left)
    }

    /// At intervals, repairs the effects of a wrong clock or of a restored log.
    async fn repair(&mut self) -> Result<(), StoreError> {
        let (due, round) = self.repairs;
        if Instant::now() < due {
            return Ok(());
        }
        self.repairs = (Instant::now() + REPAIR_EVERY, round.wrapping_add(1));
        self.release().await?;
        match round % STRAY_ONE_IN {
            0 => self.pull_back_cursors().await,
            _ => Ok(()),
        }
    }

    /// Releases reservations that were made by a clock that was ahead.
    async fn release(&self) -> Result<(), StoreError> {
        let due = self.due();
        if self.store.read(move |conn| entregas::has_stuck(conn, due)).await? {
            let released: usize = self.store.write(move |tx| entregas::release_stuck(tx, due)).await?;
            tracing::warn!(
                released,
                "deliveries were reserved under a clock that was ahead: they are due now"
            );
        }
        Ok(())
    }

    /// Moves cursors beyond the end of the log back to it.
    async fn pull_back_cursors(&self) -> Result<(), StoreError> {
        for cursor in self.store.read(entregas::stray_cursors).await? {
            if let Some((place, end)) = self.store.write(move |tx| entregas::set_back(tx, cursor)).await? {
                tracing::warn!(
                    application = cursor.aplicacao.0,
                    notification = cursor.notificacao,
                    place,
                    end,
                    "a notification stood behind the end of the log: it goes on from the end"
                );
            }
        }
        Ok(())
    }

    /// The time at which deliveries are due.
    fn due(&self) -> Due {
        Due::at(self.clock.now(), &self.config.schedule)
    }

    /// Waits for a result, at most until `until`; takes all that have come.
    async fn wait(&mut self, until: Instant) {
        if self.tasks.is_empty() {
            tokio::time::sleep_until(until).await;
            return;
        }
        if let Ok(Some(end)) = tokio::time::timeout_at(until, self.tasks.join_next()).await {
            self.record_end(end);
        }
        while let Some(end) = self.tasks.try_join_next() {
            self.record_end(end);
        }
    }

    async fn finish(&mut self, timeout: Duration) {
        let until = Instant::now() + timeout;
        while let Ok(Some(end)) = tokio::time::timeout_at(until, self.tasks.join_next()).await {
            self.record_end(end);
        }
        if !self.tasks.is_empty() {
            tracing::warn!(calls = self.tasks.len(), "deliveries were cut off; they will be made again");
            self.tasks.abort_all();
        }
        if let Err(error) = self.store_results().await {
            tracing::warn!(%error, "outcomes of deliveries could not be noted; they will be made again");
        }
    }

    fn record_end(&mut self, end: Result<EndedCall, tokio::task::JoinError>) {
        // a call that was cancelled, or panicked, is due again when its reservation ends
        let Ok(ended) = end else { return };
        if let Some(call) = self.calls.iter().position(|call| *call == ended.target) {
            self.calls.swap_remove(call);
        }
        self.counters.in_flight.fetch_sub(1, Ordering::Relaxed);
        if let Some(host) = &ended.target.host {
            let change =
                self.hosts.end(host, of_the_host(&ended.result, self.config.hosts.slow), Instant::now());
            report_host(host, change);
        }
        self.finished.push(ended);
    }

    /// Stores all results in one transaction.
    async fn store_results(&mut self) -> Result<(), StoreError> {
        if self.finished.is_empty() {
            return Ok(());
        }
        let results: Vec<AttemptResult> = self.finished.iter().map(|ended| ended.result.clone()).collect();
        let (schedule, now) = (self.config.schedule.clone(), self.clock.now());
        let Concluded { outcomes, changes } =
            self.store.write(move |tx| entregas::conclude(tx, &results, &schedule, now)).await?;
        let ended = std::mem::take(&mut self.finished);
        for change in changes {
            report_address(change, &ended);
        }
        for outcome in outcomes {
            let counter = match outcome {
                Outcome::Delivered => &self.counters.delivered,
                Outcome::Again => &self.counters.failed,
                Outcome::Exhausted => &self.counters.given_up,
                Outcome::Lost => &self.counters.lost,
            };
            counter.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Makes deliveries of the next events of the log; true when there may be more.
    async fn distribute(&mut self) -> Result<bool, StoreError> {
        // only a part, so that a stop takes effect in time: the next iteration continues
        let mut more = self.store.place_some_events().await?;
        self.full.retain(|_, since| since.elapsed() < FULL_PAUSE);
        let mut late: Vec<Cursor> = self.store.read(entregas::late_cursors).await?;
        late.retain(|cursor| !self.full.contains_key(cursor));
        late.shuffle(&mut rand::rng());
        let begun = Instant::now();
        for cursor in round_robin(late, CURSORS_MAX, |cursor| cursor.aplicacao) {
            if begun.elapsed() > LOG_TIME {
                return Ok(true);
            }
            let now = self.clock.now();
            match self.store.write(move |tx| entregas::distribute(tx, cursor, now)).await? {
                Progress::Moved(_) => more = true,
                Progress::Full => drop(self.full.insert(cursor, Instant::now())),
                Progress::Busy => {}
            }
        }
        Ok(more)
    }

    /// Reserves due deliveries within the permits and starts their calls. Returns the number of calls, and
    /// whether permits may be left for others.
    async fn send_due(&mut self) -> Result<(usize, bool), StoreError> {
        if self.config.concurrent <= self.calls.len() {
            return Ok((0, false));
        }
        let due = self.due();
        let (entregas, tests) = self
            .store
            .read(move |conn| {
                Ok::<_, StoreError>((entregas::due_destinos(conn, due)?, entregas::due_tests(conn, due)?))
            })
            .await?;
        let permits = self.hand_out(entregas, tests);
        if permits.calls() == 0 {
            return Ok((0, false));
        }
        let (permitted, short) = (permits.calls(), permits.short);
        let reservation = rand::random::<i64>();
        let reserved = self
            .store
            .write(move |tx| {
                let mut taken = entregas::reserve(tx, &permits.entregas, due, reservation)?;
                taken.extend(entregas::reserve_tests(tx, &permits.tests, due, reservation)?);
                Ok::<_, StoreError>(taken)
            })
            .await?;
        let prepared = self.store.read(move |conn| entregas::prepare(conn, reserved)).await?;
        let count = prepared.len();
        for ready in prepared {
            self.send(ready);
        }
        // an address may get more permits than it has deliveries: the rest is for others
        Ok((count, short && count > 0 && (count as i64) < permitted))
    }

    fn hand_out(&self, entregas: Vec<DueDestino>, tests: Vec<DueDestino>) -> Permits {
        let entregas = entregas.into_iter().map(|due| target(due.destino, due.url.as_deref(), false));
        let tests = tests.into_iter().map(|due| target(due.destino, due.url.as_deref(), true));
        let mut due: Vec<Target> = entregas.chain(tests).collect();
        due.shuffle(&mut rand::rng());
        hand_out(due, &self.calls, &self.hosts, &self.config, Instant::now())
    }

    fn send(&mut self, ready: ReadyList) {
        let destino = ready.reserved.destino;
        let target = target(destino, ready.url.as_deref(), false);
        self.calls.push(target.clone());
        self.counters.in_flight.fetch_add(1, Ordering::Relaxed);
        let (clock, sender) = (Arc::clone(&self.clock), Arc::clone(&self.sender));
        let (defaults, time) = (self.config.lojas, self.config.time);
        self.tasks.spawn(async move {
            let (started, stopwatch) = (clock.now(), Instant::now());
            let output = match assembly::call(&ready, defaults, started) {
                // independent of the sender's own timeout
                Ok(call) => invoke(sender.as_ref(), call, time + CALL_MARGIN).await,
                Err(failure) => CallResult::without_answer(failure),
            };
            let result = AttemptResult {
                destino,
                id: ready.reserved.id,
                reserva: ready.reserved.reserva,
                inicio: started,
                duracao_ms: i32::try_from(stopwatch.elapsed().as_millis()).unwrap_or(i32::MAX),
                status: output.status.and_then(|status| i16::try_from(status).ok()),
                falha: output.failure,
                resposta: output.response,
                luck: rand::random(),
            };
            EndedCall { result, target }
        });
    }
}

fn target(destino: Destino, url: Option<&str>, is_test: bool) -> Target {
    let host = url.and_then(|url| Host::of(destino.aplicacao, url));
    Target { destino, host, is_test }
}

/// Makes a call that always ends within `time`, so that its permit is released.
async fn invoke(sender: &dyn Sender, call: Call, time: Duration) -> CallResult {
    let request = AssertUnwindSafe(sender.send(call)).catch_unwind();
    match tokio::time::timeout(time, request).await {
        Ok(Ok(output)) => output,
        Ok(Err(_)) => CallResult::without_answer(Failure::Interrupted),
        Err(_) => CallResult::without_answer(Failure::Time),
    }
}
