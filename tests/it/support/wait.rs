//! Polling until something holds.

use std::fmt::Debug;
use std::pin::{Pin, pin};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use actix_web::rt;
use futures_util::future::{Either, select};

/// How long a test waits before it fails.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(20);

/// Work that goes on until the sender is dropped.
pub fn gate<E>() -> (Sender<()>, impl FnMut() -> Result<(), E> + Clone + Send + 'static) {
    let (open, opened) = channel();
    let opened = Arc::new(Mutex::new(opened));
    let wait = move || {
        let _ = opened.lock().unwrap().recv();
        Ok(())
    };
    (open, wait)
}

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

/// Something that has begun, and does not end before the condition comes true.
pub async fn meanwhile<F: Future<Output: Debug>>(
    begun: F,
    condition: impl Future<Output = ()>,
) -> Pin<Box<F>> {
    match select(Box::pin(begun), pin!(condition)).await {
        Either::Left((answer, _)) => panic!("it waits for nothing: {answer:?}"),
        Either::Right(((), begun)) => begun,
    }
}
