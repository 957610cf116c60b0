//! Work that nobody asks for: clearing away what has grown too old, folding counters.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use domain::values::dates::Instante;
use store::{Store, StoreError, entregas, idempotencia};

/// Between two rounds. Each server does its own; a round that finds nothing costs one look at an index.
const EVERY: Duration = Duration::from_secs(5);

/// Of these rounds, one in so many looks for what has expired.
const PURGE_ONE_IN: u64 = 120;

/// Clears expired idempotency answers and old deliveries away and folds what few writes have left over into
/// the counters of orders (many fold on their own), for as long as it is polled. What fails is counted.
pub async fn run(store: Store, failed: Arc<AtomicU64>) {
    for round in 0_u64.. {
        if round % PURGE_ONE_IN == 0 {
            report("idempotency answers", store.write(idempotencia::purge).await, &failed);
            report("deliveries", old_deliveries(&store).await, &failed);
        }
        if let Err(error) = store.fold_contagens().await {
            tracing::debug!(%error, "changes of the counters could not be folded in");
        }
        actix_web::rt::time::sleep(EVERY).await;
    }
}

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

fn report(what: &str, outcome: Result<usize, StoreError>, failed: &AtomicU64) {
    match outcome {
        Ok(0) => {}
        Ok(cleared) => tracing::debug!(what, cleared, "cleared away what has grown too old"),
        Err(StoreError::Overload) => tracing::debug!(what, "too busy to clear away what has grown too old"),
        Err(error) => {
            failed.fetch_add(1, Ordering::Relaxed);
            tracing::warn!(what, %error, "what has grown too old could not be cleared away");
        }
    }
}
