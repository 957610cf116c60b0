//! Background task that writes events about changed offers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actix_web::rt::time::sleep;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::AplicacaoId;
use store::offers::{self, Progress};
use store::{Store, StoreError};

/// Time between two rounds without work. Changes of an offer within it become one event.
const EVERY: Duration = Duration::from_millis(200);

/// Pause after a failure.
const PAUSE: Duration = Duration::from_secs(2);

/// Steps of one application before the next application.
const STEPS: usize = 4;

/// Runs the rounds for as long as it is polled. Failures are counted in `failed` and retried.
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

/// Runs some steps of each application; true when work is left. A failure of one does not delay the others.
async fn round(store: &Store, kinds: &Arc<TypeCatalogue>) -> Result<bool, StoreError> {
    let mut more = store.place_some_events().await?;
    let mut failed = None;
    for aplicacao in store.read(offers::late).await? {
        match steps_of(store, kinds, aplicacao).await {
            Ok(left) => more |= left,
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(more), Err)
}

/// Runs some steps of an application; true when work is left.
async fn steps_of(
    store: &Store,
    kinds: &Arc<TypeCatalogue>,
    aplicacao: AplicacaoId,
) -> Result<bool, StoreError> {
    for _ in 0..STEPS {
        let began = Instant::now();
        let progress = step_of(store, kinds, aplicacao).await?;
        // pauses for as long as a step took, so that requests have half of the database's time
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
