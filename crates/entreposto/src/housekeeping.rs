//! Background work: deletes expired rows, renews records, folds counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actix_web::rt::time::sleep;
use domain::values::dates::Instante;
use store::{
    Store, StoreError, accesses, categorias_loja, clearing, entregas, idempotencia, inventory, pruning,
    tentativas,
};

/// Time between two rounds. Each server runs its own; a round without work costs one read of an index.
const EVERY: Duration = Duration::from_secs(5);

/// Rounds between two that delete expired rows.
const PURGE_ONE_IN: u64 = 120;

/// Rounds between two that report readers which prevent old events from being deleted, and delete old movements
/// of stock, which reads every SKU.
const DAILY: u64 = 24 * 3600 / 5;

/// Rows deleted in one transaction, for which other writes wait.
const AT_ONCE: i64 = 2000;

/// Pause between two transactions.
const PAUSE: Duration = Duration::from_millis(100);

/// Retention and disk settings of the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HousekeepingConfig {
    /// How long events are kept; `None` = for ever. Events that a consumer of the order queue or a notification
    /// has not finished with are kept longer, and the last event of each application always.
    pub events: Option<Duration>,
    /// How long movements of stock are kept; `None` = for ever. The last one of each SKU in each centre is
    /// always kept.
    pub movements: Option<Duration>,
    /// Bytes to keep free on the disk of SQLite's file: with fewer, large writes are refused. 0 = no reserve.
    pub disk_reserve: u64,
}

/// Runs the rounds for as long as it is polled. Failures are counted in `failed`.
pub async fn run(store: Store, config: HousekeepingConfig, failed: Arc<AtomicU64>) {
    let mut clock = Clock::now();
    for round in 0_u64.. {
        store.watch_disk(config.disk_reserve);
        store.watch_file();
        // a clock that jumped ahead must not delete anything
        if round % PURGE_ONE_IN == 0 && clock.goes_on() {
            report("idempotency answers", store.write(idempotencia::purge).await, &failed);
            report("accesses", store.write(accesses::purge).await, &failed);
            report("attempts to sign in", store.write(tentativas::purge).await, &failed);
            report("deliveries", old_deliveries(&store).await, &failed);
            if let Some(kept) = config.events {
                report("events", old_events(&store, kept, round % DAILY == 0).await, &failed);
            }
        }
        if let Some(kept) = config.movements.filter(|_| round % DAILY == 0) {
            report("movements of stock", old_movements(&store, kept).await, &failed);
        }
        report("stock that changes hands", handed_over(&store).await, &failed);
        report("what deleted users had", cleared(&store).await, &failed);
        report("categories that SKUs follow", followed(&store).await, &failed);
        report("records of another version", renewed(&store).await, &failed);
        if let Err(error) = store.fold_counts().await {
            tracing::debug!(%error, "changes of the counts could not be folded in");
        }
        sleep(EVERY).await;
    }
}

/// Largest change of the system's clock between two checks; after a larger one nothing is deleted until the
/// next check.
const LEAP: Duration = Duration::from_secs(300);

/// The system's clock and the monotonic clock, read at the same moment.
struct Clock {
    system: Instante,
    monotonic: Instant,
}

impl Clock {
    fn now() -> Self {
        Self { system: Instante::now(), monotonic: Instant::now() }
    }

    /// Whether the system's clock has not been changed since the last check.
    fn goes_on(&mut self) -> bool {
        let before = std::mem::replace(self, Self::now());
        let leapt = before.leapt(self);
        let goes_on = leapt.unsigned_abs() <= LEAP.as_secs();
        if !goes_on {
            tracing::warn!(
                seconds = leapt,
                "the system's clock has jumped: nothing is deleted for being old"
            );
        }
        goes_on
    }

    /// Seconds by which the clock has jumped ahead until then.
    fn leapt(&self, then: &Self) -> i64 {
        let passed =
            i64::try_from(then.monotonic.duration_since(self.monotonic).as_secs()).unwrap_or(i64::MAX);
        (then.system.micros() - self.system.micros()) / 1_000_000 - passed
    }
}

/// SKUs in one transaction when the keeper of a store's stock changes, or a category that they name.
const SKUS: i64 = 500;

/// Finishes changes of who keeps the stock that were interrupted, in batches with pauses.
async fn handed_over(store: &Store) -> Result<usize, StoreError> {
    let mut done = 0;
    for loja in store.read(inventory::converting).await? {
        while store.write(move |tx| inventory::convert(tx, loja, SKUS)).await? {
            sleep(PAUSE).await;
        }
        done += 1;
    }
    Ok(done)
}

/// Steps of one deleted user in a round.
const STEPS: usize = 50;

/// Clears away what deleted users had, in batches with pauses.
async fn cleared(store: &Store) -> Result<usize, StoreError> {
    let mut steps = 0;
    for loja in store.read(clearing::deleted).await? {
        for _ in 0..STEPS {
            if !store.write(move |tx| clearing::step(tx, loja, AT_ONCE)).await? {
                break;
            }
            steps += 1;
            sleep(PAUSE).await;
        }
    }
    Ok(steps)
}

/// Finishes changes of categories that SKUs have yet to follow, in batches with pauses.
async fn followed(store: &Store) -> Result<usize, StoreError> {
    let mut done = 0;
    for loja in store.read(categorias_loja::followed).await? {
        while store.write(move |tx| categorias_loja::follow(tx, loja, SKUS)).await? {
            sleep(PAUSE).await;
        }
        done += 1;
    }
    Ok(done)
}

/// Renews records that reads have noted, in batches with pauses.
async fn renewed(store: &Store) -> Result<usize, StoreError> {
    let mut renewed = 0;
    loop {
        match store.renew_registros().await? {
            0 => return Ok(renewed),
            part => renewed += part,
        }
        sleep(PAUSE).await;
    }
}

/// Deletes old deliveries in batches.
async fn old_deliveries(store: &Store) -> Result<usize, StoreError> {
    let mut cleared = 0;
    loop {
        match store.write(|tx| entregas::purge(tx, Instante::now())).await? {
            0 => return Ok(cleared),
            part => cleared += part,
        }
    }
}

/// Deletes old events in batches with pauses; events that a reader has not finished with are kept.
async fn old_events(store: &Store, kept: Duration, tell: bool) -> Result<usize, StoreError> {
    let before = ago(kept);
    let plan = store.read(move |conn| pruning::preview_pruning(conn, before, false)).await?;
    let mut cleared = 0;
    for part in plan {
        if tell && !part.late.is_empty() {
            let (application, readers) = (part.aplicacao.0, part.late.len());
            tracing::warn!(
                application,
                readers,
                first = part.cutoff,
                "old events are kept for readers that are behind: see `events prune --dry-run`"
            );
        }
        let mut left = (part.eventos() > 0).then_some(part);
        while let Some(part) = left {
            let before = part.eventos();
            left = store.write(move |tx| pruning::prune(tx, &part, AT_ONCE)).await?;
            let after = left.as_ref().map_or(0, pruning::Pruning::eventos);
            cleared += usize::try_from(before - after).unwrap_or(0);
            sleep(PAUSE).await;
        }
    }
    Ok(cleared)
}

/// Ledgers in one read.
const LEDGERS: usize = 500;

/// Deletes old movements of stock in batches with pauses.
async fn old_movements(store: &Store, kept: Duration) -> Result<usize, StoreError> {
    let before = ago(kept);
    let (mut after, mut cleared) = (None, 0);
    loop {
        let (old, next) =
            store.read(move |conn| inventory::old_ledgers(conn, after, before, LEDGERS)).await?;
        let old = Arc::new(old);
        while !old.is_empty() {
            let (ledgers, most) = (Arc::clone(&old), AT_ONCE as usize);
            let gone = store.write(move |tx| inventory::prune_ledgers(tx, &ledgers, before, most)).await?;
            cleared += gone;
            sleep(PAUSE).await;
            if gone < most {
                break;
            }
        }
        match next {
            Some(_) => after = next,
            None => return Ok(cleared),
        }
    }
}

fn ago(span: Duration) -> Instante {
    let seconds = i64::try_from(span.as_secs()).unwrap_or(i64::MAX / 2_000_000);
    Instante::now().plus_seconds(-seconds)
}

fn report(what: &str, outcome: Result<usize, StoreError>, failed: &AtomicU64) {
    match outcome {
        Ok(0) => {}
        Ok(done) => tracing::debug!(what, done, "a chore is done"),
        Err(StoreError::Overload) => tracing::debug!(what, "too busy for a chore"),
        Err(error) => {
            failed.fetch_add(1, Ordering::Relaxed);
            tracing::warn!(what, %error, "a chore failed");
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_jumps_is_not_trusted_until_the_next_check() {
        let mut clock = Clock::now();
        assert!(clock.goes_on());
        for jump in [302, -302, 365 * 86_400] {
            clock.system = clock.system.plus_seconds(-jump);
            assert!(!clock.goes_on(), "{jump}");
            assert!(clock.goes_on());
        }
        for small in [298, -298] {
            clock.system = clock.system.plus_seconds(-small);
            assert!(clock.goes_on(), "{small}");
        }
    }

    #[test]
    fn time_that_passes_is_no_jump() {
        let early = Clock::now();
        let late = Clock {
            system: early.system.plus_seconds(600),
            monotonic: early.monotonic + Duration::from_secs(600),
        };
        assert_eq!(early.leapt(&late), 0);
    }
}
