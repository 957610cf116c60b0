//! Batcher: a queue of small writes and the thread that executes them, many in one transaction.
//!
//! A transaction of PostgreSQL costs several round trips and a wait for its disk, however little it writes. A
//! function writes the queued items in one transaction of a few statements and returns the result of each. On
//! SQLite the writer thread batches all writes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::DbError;
use crate::limit::Permit;

/// Maximum items of one transaction.
const BATCH_MAX: usize = 256;

/// Connections that the two batchers of a store need beyond those of the pool's permits: one for the thread of each.
/// Commits wait for the disk one after the other, so a second thread would only halve the batches.
pub(crate) const BATCHER_CONNECTIONS: u32 = 2;

/// How long a batch waits for callers of the last one to write again: the duration of the last batch divided by
/// this, and at most [`PATIENCE_MAX`].
const PATIENCE_DIVISOR: u32 = 8;
const PATIENCE_MAX: Duration = Duration::from_millis(2);

/// A queue of items, with one thread that takes them. The thread ends with the last of its handles.
pub struct Batcher<I, O>(Sender<Queued<I, O>>);

struct Queued<I, O> {
    item: I,
    answer: oneshot::Sender<O>,
    /// Given back when the item is taken out of the queue.
    _permit: Option<Permit>,
}

impl<I, O> Queued<I, O> {
    /// An item whose caller has given up is not begun.
    fn is_awaited(&self) -> bool {
        !self.answer.is_closed()
    }
}

impl<I: Send + 'static, O: Send + 'static> Batcher<I, O> {
    /// Starts the thread. `write` writes items and returns the result of each, in their order.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(write: impl Fn(Vec<I>) -> Vec<O> + Send + 'static) -> Result<Self, DbError> {
        let (queue, items) = channel();
        thread::Builder::new()
            .name("batcher".to_owned())
            .spawn(move || write_batches(&items, &write))
            .map_err(|e| DbError::Internal(format!("cannot start the thread of a batcher: {e}")))?;
        Ok(Self(queue))
    }

    /// Queues an item; the answer comes once it is durable. Items are written in their order.
    pub(crate) fn queue(&self, permit: Option<Permit>, item: I) -> Result<oneshot::Receiver<O>, DbError> {
        let (answer, receiver) = oneshot::channel();
        let queued = Queued { item, answer, _permit: permit };
        self.0.send(queued).map_err(|_| DbError::Unavailable("the batcher has stopped".to_owned()))?;
        Ok(receiver)
    }
}

/// The thread's loop: ends when nothing can be queued any more.
fn write_batches<I, O>(queue: &Receiver<Queued<I, O>>, write: &impl Fn(Vec<I>) -> Vec<O>) {
    let (mut last_size, mut last_duration) = (0, Duration::ZERO);
    while let Some(first) = queue.iter().find(Queued::is_awaited) {
        let batch = collect(queue, first, last_size, (last_duration / PATIENCE_DIVISOR).min(PATIENCE_MAX));
        let begin = Instant::now();
        last_size = batch.len();
        let (items, answers): (Vec<I>, Vec<oneshot::Sender<O>>) =
            batch.into_iter().map(|queued| (queued.item, queued.answer)).unzip();
        // after a panic the callers' channels are closed
        let results = catch_unwind(AssertUnwindSafe(|| write(items))).unwrap_or_default();
        last_duration = begin.elapsed();
        for (answer, result) in answers.into_iter().zip(results) {
            // fails for a caller that has given up; its item is committed all the same
            let _ = answer.send(result);
        }
    }
}

/// Takes all queued items. If they are fewer than the last time, waits a moment for more.
fn collect<I, O>(
    queue: &Receiver<Queued<I, O>>,
    first: Queued<I, O>,
    last_size: usize,
    patience: Duration,
) -> Vec<Queued<I, O>> {
    let end = Instant::now() + patience;
    let mut batch = vec![first];
    while batch.len() < BATCH_MAX {
        let more = batch.len() < last_size;
        let patience = if more { end.saturating_duration_since(Instant::now()) } else { Duration::ZERO };
        match queue.recv_timeout(patience) {
            Ok(queued) if queued.is_awaited() => batch.push(queued),
            Ok(_) => {}
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    batch
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn items_queued_while_a_batch_is_made_are_made_together_in_their_order() {
        let (begun, begins) = mpsc::channel();
        let (go, gone) = mpsc::channel::<()>();
        let gone = Mutex::new(gone);
        let batcher = Batcher::start(move |items: Vec<i32>| {
            begun.send(items.clone()).unwrap();
            gone.lock().unwrap().recv().unwrap();
            items.iter().map(|item| item * 10).collect()
        })
        .unwrap();
        let put = |item| batcher.queue(None, item).unwrap();
        let first = put(1);
        assert_eq!(begins.recv().unwrap(), [1]);
        let others = [put(2), put(3), put(4)];
        go.send(()).unwrap();
        assert_eq!(first.blocking_recv().unwrap(), 10);
        assert_eq!(begins.recv().unwrap(), [2, 3, 4]);
        go.send(()).unwrap();
        let answers: Vec<i32> = others.into_iter().map(|answer| answer.blocking_recv().unwrap()).collect();
        assert_eq!(answers, [20, 30, 40]);
    }

    #[test]
    fn an_item_whose_caller_has_given_up_is_not_begun() {
        let (made, makes) = mpsc::channel();
        let (go, gone) = mpsc::channel::<()>();
        let gone = Mutex::new(gone);
        let batcher = Batcher::start(move |items: Vec<i32>| {
            made.send(items.clone()).unwrap();
            gone.lock().unwrap().recv().unwrap();
            items
        })
        .unwrap();
        let put = |item| batcher.queue(None, item).unwrap();
        let first = put(1);
        assert_eq!(makes.recv().unwrap(), [1]);
        drop(put(2));
        let third = put(3);
        // what is being made is made to its end
        drop(first);
        go.send(()).unwrap();
        assert_eq!(makes.recv().unwrap(), [3]);
        go.send(()).unwrap();
        assert_eq!(third.blocking_recv().unwrap(), 3);
    }

    #[test]
    fn a_panic_fails_its_own_batch_alone() {
        let batcher = Batcher::start(|items: Vec<i32>| {
            assert!(!items.contains(&13), "unlucky");
            items
        })
        .unwrap();
        let put = |item| batcher.queue(None, item).unwrap();
        assert!(put(13).blocking_recv().is_err());
        assert_eq!(put(14).blocking_recv().unwrap(), 14);
    }
}
