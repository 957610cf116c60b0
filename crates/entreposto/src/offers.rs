//! Background task that writes events about changed offers.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actix_web::rt::time::{sleep, timeout};
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::AplicacaoId;
use store::offers::{self, Batch, Progress};
use store::{Conn, Engine, Store, StoreError};

/// Time between two rounds without work, where no change of this process begins one.
const EVERY: Duration = Duration::from_millis(200);

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
        let progress = step_of(store, kinds, aplicacao, begun).await?;
        // rests for as long as a step took, so that requests have half of the database's time, and what changes meanwhile
        // is told together. At the end of the log only where one writer is shared: elsewhere it would delay offers alone
        if progress == Progress::Moved || store.engine() == Engine::Sqlite {
            sleep(start.elapsed().min(EVERY)).await;
        }
        if progress != Progress::Moved {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Tells the next piece of the batch that has begun, or of a new one. A batch is dropped at a failure, and when
/// another server was faster: what was told of it does not differ any more when it is read again.
async fn step_of(
    store: &Store,
    kinds: &Arc<TypeCatalogue>,
    aplicacao: AplicacaoId,
    begun: &mut Begun,
) -> Result<Progress, StoreError> {
    let (kinds, batch) = (Arc::clone(kinds), begun.remove(&aplicacao));
    let work_out = move |conn: &mut Conn<'_>| {
        let mut batch = batch.map_or_else(|| offers::read_batch(conn, aplicacao), Ok)?;
        let announcement = batch.work_out(conn, &kinds)?;
        Ok::<_, StoreError>((batch, announcement))
    };
    let (batch, announcement) = store.read(work_out).await?;
    let last = announcement.is_last();
    let progress = match announcement.idle() {
        Some(progress) => progress,
        None => store.write(move |tx| offers::tell(tx, &announcement)).await?,
    };
    if !last && progress == Progress::Moved {
        begun.insert(aplicacao, batch);
    }
    Ok(progress)
}
