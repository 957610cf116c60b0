//! The threads that database work blocks.

use std::io;

use tokio::runtime::{Builder, Handle, Runtime};

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
        builder.thread_name("database").max_blocking_threads(count).on_thread_start(step_back);
        let runtime = builder.build()?;
        Ok(Self { pool: runtime.handle().clone(), runtime: Some(runtime) })
    }

    /// Runs `f` on one of them.
    pub fn run(&self, f: impl FnOnce() + Send + 'static) {
        drop(self.pool.spawn_blocking(f));
    }
}

/// How much this thread steps back before those that speak to clients (nice value, 0 to 19): a third of their
/// share of a processor that all of them want.
#[cfg(target_os = "linux")]
const NICE: i32 = 5;

/// Large pages keep these threads busy for long; whoever waits for a small answer waits for the others.
fn step_back() {
    // without a process it means the calling thread, on Linux alone
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::debug!(%error, "a thread of the database keeps its priority");
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
