//! Polling until something holds.

use std::thread;
use std::time::{Duration, Instant};

use actix_web::rt;

/// How long a test waits before it fails.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(20);

/// Waits until the condition holds; blocks the thread.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "not in time: {what}");
        thread::sleep(PAUSE);
    }
}

/// Waits until the condition holds.
pub async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    eventually(what, async || holds().await.then_some(())).await;
}

/// Tries until there is a result.
pub async fn eventually<T>(what: &str, mut attempt: impl AsyncFnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(result) = attempt().await {
            return result;
        }
        assert!(start.elapsed() < PATIENCE, "not in time: {what}");
        rt::time::sleep(PAUSE).await;
    }
}
