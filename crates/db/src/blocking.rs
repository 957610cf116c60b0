//! Runner of blocking database calls, each with a permit of its tenant, on a pool of threads.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::config::Config;
use crate::error::DbError;
use crate::in_time::with_deadline;
use crate::limit::{Limit, RESERVE, Tenant};

/// Maximum calls that run or wait.
const QUEUE: usize = 10_000;

/// Runs blocking calls.
pub(crate) struct Blocking {
    /// As many permits as connections.
    pub limit: Arc<Limit>,
    /// `None` once it is dropped.
    threads: Option<Runtime>,
    deadline: Duration,
}

impl Blocking {
    /// While several tenants are active each has at most `share` running calls.
    pub fn new(config: &Config, share: usize) -> Result<Self, DbError> {
        let connections = config.connections.max(1) as usize;
        let limit = Limit::new(connections, share, QUEUE, config.wait.min(config.deadline));
        let mut threads = Builder::new_current_thread();
        threads.thread_name("database").max_blocking_threads(connections + RESERVE);
        let threads = threads.on_thread_start(lower_priority).build();
        let threads = threads.map_err(|e| DbError::Internal(format!("no threads for the database: {e}")))?;
        Ok(Self { limit, threads: Some(threads), deadline: config.deadline })
    }

    /// Runs `f` on a thread; `timeout_error` is the error when it does not end in time.
    pub async fn run<T, E>(
        &self,
        tenant: Tenant,
        timeout_error: fn(String) -> DbError,
        f: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<DbError> + Send + 'static,
    {
        let permit = self.limit.acquire(tenant).await?;
        let Some(threads) = &self.threads else { return Err(DbError::Overload.into()) };
        let end = Instant::now() + self.deadline;
        // a result keeps its permit until it is taken, which limits the results in memory
        let call = threads.spawn_blocking(move || (with_deadline(end, f), permit));
        let panicked = |_| Err(DbError::Internal("a blocking call has panicked".to_owned()).into());
        self.in_time(async { call.await.map_or_else(panicked, |(result, _permit)| result) }, timeout_error)
            .await
    }

    /// Waits for running work until the deadline. After it the work runs on to its end, or to the next
    /// statement that checks [`InTime`](crate::InTime).
    pub async fn in_time<T, E: From<DbError>>(
        &self,
        work: impl Future<Output = Result<T, E>>,
        timeout_error: fn(String) -> DbError,
    ) -> Result<T, E> {
        let timeout_error = |_| Err(timeout_error(format!("no answer within {:?}", self.deadline)).into());
        timeout(self.deadline, work).await.unwrap_or_else(timeout_error)
    }
}

impl Drop for Blocking {
    fn drop(&mut self) {
        // waiting for the threads is not allowed inside a runtime
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

/// Lowers the priority below that of the HTTP threads: nice value 5 of 19 is about a third of a busy processor.
fn lower_priority() {
    // `None` is the calling thread, on Linux alone
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 5) {
        tracing::debug!(%error, "a thread of the database keeps its priority");
    }
}
