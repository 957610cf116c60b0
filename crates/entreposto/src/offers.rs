//! Changes of offers are told while the hub runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actix_web::rt::time::sleep;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::AplicacaoId;
use store::offers::{self, Progress};
use store::{Store, StoreError};

/// Between two looks once nothing is left. What changes within one of them is told once.
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
            Err(StoreError::Concurrency(_)) => sleep(EVERY).await,
            Err(StoreError::Overload) => sleep(PAUSE).await,
            Err(error) => {
                failed.fetch_add(1, Ordering::Relaxed);
                tracing::warn!(%error, "changes of offers could not be told");
                sleep(PAUSE).await;
            }
        }
    }
}

/// Some steps of each application; true when there is more. What fails of one keeps no other one waiting.
async fn round(store: &Store, kinds: &Arc<TypeCatalogue>) -> Result<bool, StoreError> {
    let mut more = store.place_some_events().await?;
    let mut failed = None;
    for aplicacao in store.read(offers::late).await? {
        match steps_of(store, kinds, aplicacao).await {
            Ok(of_it) => more |= of_it,
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(more), Err)
}

/// Some steps of an application; true when there is more.
async fn steps_of(
    store: &Store,
    kinds: &Arc<TypeCatalogue>,
    aplicacao: AplicacaoId,
) -> Result<bool, StoreError> {
    for _ in 0..STEPS {
        let began = Instant::now();
        let progress = step_of(store, kinds, aplicacao).await?;
        // requests come first: half of the time is theirs alone, however many applications there are
        sleep(began.elapsed().min(EVERY)).await;
        match progress {
            Progress::Moved => {}
            Progress::Done | Progress::Busy => return Ok(false),
        }
    }
    Ok(true)
}

async fn step_of(
    store: &Store,
    kinds: &Arc<TypeCatalogue>,
    aplicacao: AplicacaoId,
) -> Result<Progress, StoreError> {
    let kinds = Arc::clone(kinds);
    let announcement = store.read(move |conn| offers::work_out(conn, aplicacao, &kinds)).await?;
    if announcement.is_empty() {
        return Ok(Progress::Done);
    }
    store.write(move |tx| offers::tell(tx, &announcement)).await
}
