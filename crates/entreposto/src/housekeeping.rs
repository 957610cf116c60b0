//! Work that nobody asks for: clearing away what has grown too old, renewing records, folding counters,
//! making up for what older versions have not written.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actix_web::rt::time::sleep;
use domain::values::dates::Instante;
use store::{
    Conn, Store, StoreError, Tx, accesses, entregas, estoque, eventos, idempotencia, pedidos, pruning,
};

/// Between two rounds. Each server does its own; a round that finds nothing costs one look at an index.
const EVERY: Duration = Duration::from_secs(5);

/// Of these rounds, one in so many looks for what has expired.
const PURGE_ONE_IN: u64 = 120;

/// Of these rounds, one in so many says who keeps old events from going, and looks for old movements of
/// stock: that asks of every SKU.
const DAILY: u64 = 24 * 3600 / 5;

/// Events, or movements of stock, that one transaction deletes: nobody waits for the end, and others wait
/// for the transaction.
const AT_ONCE: i64 = 2000;

/// Transactions that a round makes up for missing names in: other chores wait meanwhile.
const NAMING_AT_ONCE: usize = 20;

/// Parts of orders that a round packs the texts of, and parts of the log that it shortens.
const PACKING_AT_ONCE: usize = 20;

/// Between two such transactions.
const PAUSE: Duration = Duration::from_millis(100);

/// What the operator wants kept, and kept free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Upkeep {
    /// How long events are kept; `None` = for ever. Longer are kept those that a consumer of the order queue
    /// or a notification has not finished with, and the last of each application.
    pub events: Option<Duration>,
    /// How long movements of stock are kept; `None` = for ever. The last of each SKU in each centre always
    /// is.
    pub movements: Option<Duration>,
    /// Bytes that are to stay free where SQLite's file is: with fewer, large writes are refused. 0 = whatever
    /// is free.
    pub disk_reserve: u64,
}

/// Clears expired idempotency answers, accesses to the console and old deliveries away and folds what few
/// writes have left over into the counters of orders (many fold on their own), for as long as it is polled.
/// What fails is counted.
pub async fn run(store: Store, upkeep: Upkeep, failed: Arc<AtomicU64>) {
    let (mut names_missing, mut texts_plain, mut events_long) = (true, true, true);
    let mut clock = Clock::now();
    for round in 0_u64.. {
        store.watch_disk(upkeep.disk_reserve);
        // the first thing: until then the search by names does not find all
        if names_missing {
            report("names of buyers", named(&store, &mut names_missing).await, &failed);
        }
        // what is deleted under a clock that jumped ahead does not come back with it
        if round % PURGE_ONE_IN == 0 && clock.goes_on() {
            report("idempotency answers", store.write(idempotencia::purge).await, &failed);
            report("accesses", store.write(accesses::purge).await, &failed);
            report("deliveries", old_deliveries(&store).await, &failed);
            if let Some(kept) = upkeep.events {
                report("events", old_events(&store, kept, round % DAILY == 0).await, &failed);
            }
        }
        if let Some(kept) = upkeep.movements.filter(|_| round % DAILY == 0) {
            report("movements of stock", old_movements(&store, kept).await, &failed);
        }
        report("stock that changes hands", handed_over(&store).await, &failed);
        report("records of an older version", renewed(&store).await, &failed);
        if texts_plain {
            report(
                "texts of orders",
                renewed_in_parts(&store, &mut texts_plain, (pedidos::unpacked, pedidos::pack_up)).await,
                &failed,
            );
        }
        if events_long {
            report(
                "bodies of events",
                renewed_in_parts(&store, &mut events_long, (eventos::long_events, eventos::write_short))
                    .await,
                &failed,
            );
        }
        if let Err(error) = store.fold_contagens().await {
            tracing::debug!(%error, "changes of the counters could not be folded in");
        }
        sleep(EVERY).await;
    }
}

/// By how much the system's clock may be put right between two looks before what it says is not trusted until
/// the next.
const LEAP: Duration = Duration::from_secs(300);

/// What the system's clock said, and when that was by one that only ever goes on.
struct Clock {
    said: Instante,
    at: Instant,
}

impl Clock {
    fn now() -> Self {
        Self { said: Instante::now(), at: Instant::now() }
    }

    /// Whether the clock says what it would if nobody had touched it since the last look.
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

    /// By how many seconds the clock has jumped ahead until then.
    fn leapt(&self, then: &Self) -> i64 {
        let passed = i64::try_from(then.at.duration_since(self.at).as_secs()).unwrap_or(i64::MAX);
        (then.said.micros() - self.said.micros()) / 1_000_000 - passed
    }
}

/// SKUs that change hands in one transaction.
const SKUS: i64 = 500;

/// Where a change was cut off, a part at a time, with pauses.
async fn handed_over(store: &Store) -> Result<usize, StoreError> {
    let mut done = 0;
    for loja in store.read(estoque::converting).await? {
        while store.write(move |tx| estoque::convert(tx, loja, SKUS)).await? {
            sleep(PAUSE).await;
        }
        done += 1;
    }
    Ok(done)
}

/// What reads have met meanwhile, a part at a time, with pauses.
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

/// Orders from before names were kept, some parts of them. Once none are left there will never be any.
async fn named(store: &Store, missing: &mut bool) -> Result<usize, StoreError> {
    let mut named = 0;
    for _ in 0..NAMING_AT_ONCE {
        match store.write(pedidos::write_missing_names).await? {
            Some(part) => named += part,
            None => {
                *missing = false;
                break;
            }
        }
        sleep(PAUSE).await;
    }
    Ok(named)
}

/// What older versions have written otherwise, some parts of it: texts of orders, bodies of events. Once none
/// is left there will never be any.
async fn renewed_in_parts<P: Send + Sync + 'static>(
    store: &Store,
    left: &mut bool,
    (find, write): (fn(&mut Conn<'_>) -> Result<Option<P>, StoreError>, Rewrite<P>),
) -> Result<usize, StoreError> {
    let mut done = 0;
    for _ in 0..PACKING_AT_ONCE {
        let Some(part) = store.read(find).await? else {
            *left = false;
            break;
        };
        let part = Arc::new(part);
        done += store.write(move |tx| write(tx, &part)).await?;
        sleep(PAUSE).await;
    }
    Ok(done)
}

/// Writes a part anew; answers how much of it was left to write.
type Rewrite<P> = fn(&mut Tx<'_>, &P) -> Result<usize, StoreError>;

/// A part at a time, until nothing is left.
async fn old_deliveries(store: &Store) -> Result<usize, StoreError> {
    let mut cleared = 0;
    loop {
        match store.write(|tx| entregas::purge(tx, Instante::now())).await? {
            0 => return Ok(cleared),
            part => cleared += part,
        }
    }
}

/// A part at a time, with pauses; what somebody has still to read stays.
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

/// Ledgers that are looked at in one go.
const LEDGERS: usize = 500;

/// A part at a time, with pauses.
async fn old_movements(store: &Store, kept: Duration) -> Result<usize, StoreError> {
    let before = ago(kept);
    let (mut next, mut cleared) = (Some(estoque::Reached::start()), 0);
    while let Some(after) = next {
        let old;
        (old, next) = store.read(move |conn| estoque::old_ledgers(conn, after, before, LEDGERS)).await?;
        let old = Arc::new(old);
        while !old.is_empty() {
            let (ledgers, most) = (Arc::clone(&old), AT_ONCE as usize);
            let gone = store.write(move |tx| estoque::prune_ledgers(tx, &ledgers, before, most)).await?;
            cleared += gone;
            sleep(PAUSE).await;
            if gone < most {
                break;
            }
        }
    }
    Ok(cleared)
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
    fn a_clock_that_jumps_is_not_trusted_until_the_next_look() {
        let mut clock = Clock::now();
        assert!(clock.goes_on());
        for jump in [302, -302, 365 * 86_400] {
            clock.said = clock.said.plus_seconds(-jump);
            assert!(!clock.goes_on(), "{jump}");
            assert!(clock.goes_on());
        }
        for small in [298, -298] {
            clock.said = clock.said.plus_seconds(-small);
            assert!(clock.goes_on(), "{small}");
        }
    }

    #[test]
    fn time_that_passes_is_no_jump() {
        let early = Clock::now();
        let late = Clock { said: early.said.plus_seconds(600), at: early.at + Duration::from_secs(600) };
        assert_eq!(early.leapt(&late), 0);
    }
}
