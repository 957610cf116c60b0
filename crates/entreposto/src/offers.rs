//! Changes of offers are told while the hub runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix_web::rt::time::sleep;
use domain::tipo_canal::TypeCatalogue;
use store::ofertas::{self, Progress};
use store::{Store, StoreError};

/// Between two looks. What changes within one of them is told once.
const EVERY: Duration = Duration::from_millis(200);

/// After a failure.
const PAUSE: Duration = Duration::from_secs(2);

/// Steps that one application gets before the next one has its turn.
const STEPS: usize = 4;

/// Tells changes of offers for as long as it is polled. What fails is counted and tried again.
pub async fn run(store: Store, kinds: Arc<TypeCatalogue>, failed: Arc<AtomicU64>) {
    loop {
        match round(&store, &kinds).await {
            Ok(true) => {}
            Ok(false) => sleep(EVERY).await,
            Err(StoreError::Overload) => sleep(PAUSE).await,
            Err(error) => {
                failed.fetch_add(1, Ordering::Relaxed);
                tracing::warn!(%error, "changes of offers could not be told");
                sleep(PAUSE).await;
            }
        }
    }
}

/// Some steps of each application; true when there is more.
async fn round(store: &Store, kinds: &Arc<TypeCatalogue>) -> Result<bool, StoreError> {
    let mut more = store.place_some_events().await?;
    for aplicacao in store.read(ofertas::late).await? {
        for step in 0..STEPS {
            let kinds = Arc::clone(kinds);
            match store.write(move |tx| ofertas::announce(tx, aplicacao, &kinds)).await? {
                Progress::Moved => more |= step + 1 == STEPS,
                Progress::Done | Progress::Busy => break,
            }
        }
    }
    Ok(more)
}
