//! Where work that blocks is done: in a place, which is shared fairly, on a thread of its own.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::config::Config;
use crate::error::DbError;
use crate::fair::{BESIDES, Places, Share};
use crate::in_time::until;
use crate::threads::Threads;

/// The places at one server, and the threads of those who have them.
pub struct Work {
    /// As many as connections: work waits here, asynchronously, and not inside a thread.
    pub places: Arc<Places>,
    /// Where that work runs.
    threads: Threads,
    wait: Duration,
    deadline: Duration,
}

impl Work {
    /// While others are about nobody has more than `at_once` of them.
    pub fn new(config: &Config, at_once: usize) -> Result<Self, DbError> {
        let common = config.connections.max(1) as usize;
        let threads = Threads::new(common + BESIDES)
            .map_err(|e| DbError::Internal(format!("no threads for the database: {e}")))?;
        let places = Arc::new(Places::new(common, at_once));
        Ok(Self { places, threads, wait: config.wait, deadline: config.deadline })
    }

    /// Runs `f` on a thread that may block, once there is a place for it; `late` is what the caller hears
    /// when it takes too long.
    pub async fn in_place<T, E>(
        &self,
        share: Share,
        late: fn(String) -> DbError,
        f: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let Some(place) = self.places.take(share, self.wait).await else {
            return Err(DbError::Overload.into());
        };
        // given back where the result is taken: as many results as there are places wait for that, and not as
        // many as threads can make while the one that sends them is busy
        let end = Instant::now() + self.deadline;
        let done = self.threads.run(move || (until(end, f), place));
        let result = async {
            let panicked = |e| Err(DbError::Internal(format!("a blocking task failed: {e}")).into());
            done.await.map_or_else(panicked, |(result, _place)| result)
        };
        self.in_time(result, late).await
    }

    /// Work that was begun, as long as the caller may wait for it. It goes on by itself: to its end, or to
    /// the next statement that asks whether it is [`InTime`](crate::InTime).
    pub async fn in_time<T, E: From<DbError>>(
        &self,
        work: impl Future<Output = Result<T, E>>,
        late: fn(String) -> DbError,
    ) -> Result<T, E> {
        let deadline = self.deadline;
        let result = tokio::time::timeout(deadline, work).await;
        result.unwrap_or_else(|_| Err(late(format!("no answer within {deadline:?}")).into()))
    }
}
