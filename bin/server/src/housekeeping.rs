//! Work that nobody asks for: clearing away what has grown too old.

use std::time::Duration;

use store::{Store, StoreError, idempotencia};

/// Between two rounds. Each server does its own; a round that finds nothing costs one look at an index.
const EVERY: Duration = Duration::from_secs(600);

/// Clears expired idempotency answers away, for as long as it is polled.
pub async fn run(store: Store) {
    loop {
        match store.write(idempotencia::purge).await {
            Ok(0) => {}
            Ok(cleared) => tracing::debug!(cleared, "expired idempotency answers cleared away"),
            Err(StoreError::Sobrecarga) => tracing::debug!("too busy to clear idempotency answers away"),
            Err(error) => tracing::warn!(%error, "idempotency answers could not be cleared away"),
        }
        actix_web::rt::time::sleep(EVERY).await;
    }
}
