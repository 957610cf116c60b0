//! Work that nobody asks for: clearing away what has grown too old, folding counters.

use std::time::Duration;

use store::{Store, StoreError, idempotencia};

/// Between two rounds. Each server does its own; a round that finds nothing costs one look at an index.
const EVERY: Duration = Duration::from_secs(5);

/// Of these rounds, one in so many looks for what has expired.
const PURGE_ONE_IN: u64 = 120;

/// Does it for as long as it is polled.
pub async fn run(store: Store) {
    for round in 0_u64.. {
        if round % PURGE_ONE_IN == 0 {
            purge(&store).await;
        }
        fold(&store).await;
        actix_web::rt::time::sleep(EVERY).await;
    }
}

/// Clears expired idempotency answers away.
async fn purge(store: &Store) {
    match store.write(idempotencia::purge).await {
        Ok(0) => {}
        Ok(cleared) => tracing::debug!(cleared, "expired idempotency answers cleared away"),
        Err(StoreError::Sobrecarga) => tracing::debug!("too busy to clear idempotency answers away"),
        Err(error) => tracing::warn!(%error, "idempotency answers could not be cleared away"),
    }
}

/// Folds what few writes have left over into the counters of orders (many fold on their own).
async fn fold(store: &Store) {
    if let Err(error) = store.dobrar_contagens().await {
        tracing::debug!(%error, "changes of the counters could not be folded in");
    }
}
