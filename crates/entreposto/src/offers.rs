//! Background task that writes events about changed offers.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actix_web::rt::time::{sleep, timeout};
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::AplicacaoId;
use store::offers::{self, Batch, Progress};
use store::{Conn, Store, StoreError};

/// Time between two rounds without work, where no change of this process begins one.
const EVERY: Duration = Duration::from_millis(200);

/// Offers told in one step that make it one of many changes at once.
const MANY: usize = 100;

/// Shortest rest after such a step: the changes within it are told together, which takes less of the writer's time.
const GATHER: Duration = Duration::from_millis(20);

/// Pause after a failure.
const PAUSE: Duration = Duration::from_secs(2);

/// Steps of one application before the next application.
const STEPS: usize = 4;

/// Batches that are told in part, by application.
type Begun = HashMap<AplicacaoId, Batch>;

/// Runs the rounds for as long as it is polled. Failures are counted in `failed` and retried.
pub async fn run(store: Store, kinds: Arc<TypeCatalogue>, failed: Arc<AtomicU64>) {
    let mut begun = Begun::new();
    let mut changes = store.changes();
    loop {
        changes.mark_unchanged();
        match round(&store, &kinds, &mut begun).await {
            Ok(true) => {}
            // a change of this process is told at once; those of other servers at the next look
            Ok(false) => drop(timeout(EVERY, changes.changed()).await),
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
async fn round(store: &Store, kinds: &Arc<TypeCatalogue>, begun: &mut Begun) -> Result<bool, StoreError> {
    let mut more = store.place_some_events().await?;
    let mut failed = None;
    for aplicacao in store.read(offers::late).await? {
        match steps_of(store, kinds, aplicacao, begun).await {
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
    begun: &mut Begun,
) -> Result<bool, StoreError> {
    for _ in 0..STEPS {
        let start = Instant::now();
        let (progress, told) = step_of(store, kinds, aplicacao, begun).await?;
        // rests for as long as a step took, so that requests have half of the database's time; not where there is little
        // to do, which is to be told at once
        match progress {
            Progress::Moved => sleep(start.elapsed().min(EVERY)).await,
            Progress::Done if told > MANY => {
                sleep(start.elapsed().clamp(GATHER, EVERY)).await;
                return Ok(false);
            }
            Progress::Done | Progress::Busy => return Ok(false),
        }
    }
    Ok(true)
}

/// Tells the next piece of the batch that has begun, or of a new one. A batch is dropped at a failure, and when
/// another server was faster: what was told of it does not differ any more when it is read again. Also answers how many
/// offers it told.
async fn step_of(
    store: &Store,
    kinds: &Arc<TypeCatalogue>,
    aplicacao: AplicacaoId,
    begun: &mut Begun,
) -> Result<(Progress, usize), StoreError> {
    let (kinds, batch) = (Arc::clone(kinds), begun.remove(&aplicacao));
    let work_out = move |conn: &mut Conn<'_>| {
        let mut batch = batch.map_or_else(|| offers::read_batch(conn, aplicacao), Ok)?;
        let announcement = batch.work_out(conn, &kinds)?;
        Ok::<_, StoreError>((batch, announcement))
    };
    let (batch, announcement) = store.read(work_out).await?;
    let (last, told) = (announcement.is_last(), announcement.offers());
    let progress = match announcement.idle() {
        Some(progress) => progress,
        None => store.write(move |tx| offers::tell(tx, &announcement)).await?,
    };
    if !last && progress == Progress::Moved {
        begun.insert(aplicacao, batch);
    }
    Ok((progress, told))
}
