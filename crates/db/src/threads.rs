//! The threads that database work blocks.

use std::io;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinHandle;

/// As many threads as there are places. The threads of an HTTP server have a pool each, and every thread of
/// those keeps what its allocator set aside for the largest page that it ever read.
#[derive(Debug)]
pub struct Threads {
    pool: Handle,
    runtime: Option<Runtime>,
}

impl Threads {
    /// At most so many; they start when they are needed.
    pub fn new(count: usize) -> io::Result<Self> {
        let mut builder = Builder::new_current_thread();
        let runtime = builder.thread_name("database").max_blocking_threads(count).build()?;
        Ok(Self { pool: runtime.handle().clone(), runtime: Some(runtime) })
    }

    /// Runs `f` on one of them.
    pub fn run<T: Send + 'static>(&self, f: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
        self.pool.spawn_blocking(f)
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // waiting for them would block whoever was the last to have the database, maybe inside a runtime
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
