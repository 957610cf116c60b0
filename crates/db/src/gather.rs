//! Batching of small writes and reads of many callers.
//!
//! A transaction of PostgreSQL costs several round trips and a wait for the disk, however little it writes.
//! Queued items are passed to one function, which processes the batch in one transaction of a few statements
//! and returns a result per item. Reads are batched to save round trips. SQLite's writer commits in groups by
//! itself.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::DbError;
use crate::fair::{Share, Turns, Wanted};

/// Most items of a batch: enough to share the cost of a transaction, few enough that none waits for long.
const GROUP_MAX: usize = 256;

/// Threads of a gatherer of reads: while one waits for the database, the other collects its batch.
pub(crate) const READERS: usize = 2;
/// Threads of a gatherer of small writes. Commits wait for the disk one at a time, so two threads would only
/// halve the batches.
pub const SMALL_WRITES: usize = 1;
/// Threads of a gatherer of large writes, whose statements take longer than their commit: while one batch is
/// written, the next one begins.
pub const LARGE_WRITES: usize = 2;
/// Connections of one gatherer of each kind, beyond those of permits.
pub(crate) const CONNECTIONS: u32 = (READERS + SMALL_WRITES + LARGE_WRITES) as u32;

/// How long a batch waits for more items, as a fraction of the time of the previous batch, and at most: the
/// callers of that batch have their results and come again.
const PATIENCE: u32 = 8;
const PATIENCE_MAX: Duration = Duration::from_millis(2);

/// Queues of items, each with a thread that processes batches of it.
pub struct Gather<I, O> {
    /// Makes the error of an item that takes too long.
    pub(crate) late: fn(String) -> DbError,
    lines: Vec<Arc<Turns<Waiting<I, O>>>>,
}

struct Waiting<I, O> {
    item: I,
    answer: oneshot::Sender<O>,
}

impl<I, O> Wanted for Waiting<I, O> {
    /// An item whose caller is gone is skipped.
    fn wanted(&self) -> bool {
        !self.answer.is_closed()
    }
}

impl<I: Send + 'static, O: Send + 'static> Gather<I, O> {
    /// A gatherer of writes with a number of threads and the capacity `max`. `make` processes a batch on a thread
    /// that may block, and returns the results in the order of the items.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn of_writes(
        threads: usize,
        max: usize,
        make: impl Fn(Vec<I>) -> Vec<O> + Send + Sync + 'static,
    ) -> Result<Self, DbError> {
        Self::start(max, (threads, DbError::Unknown), make)
    }

    /// A gatherer of reads.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn of_reads(
        max: usize,
        read: impl Fn(Vec<I>) -> Vec<O> + Send + Sync + 'static,
    ) -> Result<Self, DbError> {
        Self::start(max, (READERS, DbError::TooSlow), read)
    }

    fn start(
        max: usize,
        (threads, late): (usize, fn(String) -> DbError),
        make: impl Fn(Vec<I>) -> Vec<O> + Send + Sync + 'static,
    ) -> Result<Self, DbError> {
        let make = Arc::new(make);
        let mut lines = Vec::with_capacity(threads);
        for number in 0..threads {
            let line = Arc::new(Turns::new(max.div_ceil(threads)));
            let (taken, make) = (Arc::clone(&line), Arc::clone(&make));
            thread::Builder::new()
                .name(format!("gather-{number}"))
                .spawn(move || take_groups(&taken, &*make))
                .map_err(|e| DbError::Internal(format!("cannot start a thread that gathers writes: {e}")))?;
            lines.push(line);
        }
        Ok(Self { late, lines })
    }

    /// Queues an item; the result comes when its batch is done. Items of the same key are processed in order.
    pub(crate) fn put(
        &self,
        share: Share,
        key: &impl Hash,
        item: I,
    ) -> Result<oneshot::Receiver<O>, DbError> {
        let mut hash = DefaultHasher::new();
        key.hash(&mut hash);
        let place = usize::try_from(hash.finish() % self.lines.len() as u64).unwrap_or_default();
        let line = self.lines.get(place).ok_or(DbError::Overload)?;
        let (answer, coming) = oneshot::channel();
        line.put(share, Waiting { item, answer })?;
        Ok(coming)
    }
}

impl<I, O> Drop for Gather<I, O> {
    fn drop(&mut self) {
        self.lines.iter().for_each(|line| line.close());
    }
}

/// The body of a thread: ends when the queue is closed.
fn take_groups<I, O>(line: &Turns<Waiting<I, O>>, make: &impl Fn(Vec<I>) -> Vec<O>) {
    let (mut size, mut took) = (0, Duration::ZERO);
    while let Some(first) = line.next() {
        let group = join(line, first, size, (took / PATIENCE).min(PATIENCE_MAX));
        let begin = Instant::now();
        size = group.len();
        let (items, answers): (Vec<I>, Vec<oneshot::Sender<O>>) =
            group.into_iter().map(|waiting| (waiting.item, waiting.answer)).unzip();
        // after a panic the callers get no result
        let made = catch_unwind(AssertUnwindSafe(|| make(items))).unwrap_or_default();
        took = begin.elapsed();
        for (answer, outcome) in answers.into_iter().zip(made) {
            // the caller may be gone; the item is processed all the same
            let _ = answer.send(outcome);
        }
    }
}

/// Takes all queued items, and waits for as many as the previous batch had if they come soon.
fn join<T: Wanted>(line: &Turns<T>, first: T, wanted: usize, patience: Duration) -> Vec<T> {
    let end = Instant::now() + patience;
    let mut group = vec![first];
    while group.len() < GROUP_MAX {
        let next = line.try_next().or_else(|| if group.len() < wanted { line.next_until(end) } else { None });
        match next {
            Some(one) => group.push(one),
            None => break,
        }
    }
    group
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn items_queued_during_a_batch_make_the_next_batch_in_order() {
        let (begun, begins) = mpsc::channel();
        let (go, gone) = mpsc::channel::<()>();
        let gone = Mutex::new(gone);
        let gather = Gather::of_writes(1, 64, move |items: Vec<i32>| {
            begun.send(items.clone()).unwrap();
            gone.lock().unwrap().recv().unwrap();
            items.iter().map(|item| item * 10).collect()
        })
        .unwrap();
        let put = |item| gather.put(Share::default(), &"one key", item).unwrap();
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
    fn an_item_whose_caller_is_gone_is_skipped() {
        let (made, makes) = mpsc::channel();
        let (go, gone) = mpsc::channel::<()>();
        let gone = Mutex::new(gone);
        let gather = Gather::of_writes(1, 64, move |items: Vec<i32>| {
            made.send(items.clone()).unwrap();
            gone.lock().unwrap().recv().unwrap();
            items
        })
        .unwrap();
        let put = |item| gather.put(Share::default(), &"one key", item).unwrap();
        let first = put(1);
        assert_eq!(makes.recv().unwrap(), [1]);
        drop(put(2));
        let third = put(3);
        // a batch that has begun is finished
        drop(first);
        go.send(()).unwrap();
        assert_eq!(makes.recv().unwrap(), [3]);
        go.send(()).unwrap();
        assert_eq!(third.blocking_recv().unwrap(), 3);
    }

    #[test]
    fn a_panic_fails_its_own_batch_alone() {
        let gather = Gather::of_writes(1, 64, |items: Vec<i32>| {
            assert!(!items.contains(&13), "unlucky");
            items
        })
        .unwrap();
        let put = |item| gather.put(Share::default(), &"one key", item).unwrap();
        assert!(put(13).blocking_recv().is_err());
        assert_eq!(put(14).blocking_recv().unwrap(), 14);
    }

    #[test]
    fn a_full_queue_refuses_items() {
        let gather = Gather::of_writes(1, 1, |items: Vec<mpsc::Receiver<()>>| {
            items.iter().map(|held| held.recv()).collect()
        })
        .unwrap();
        let mut held = Vec::new();
        let refused = (0..4).find_map(|_| {
            let (release, wait) = mpsc::channel();
            held.push(release);
            gather.put(Share::default(), &"one key", wait).err()
        });
        assert!(matches!(refused, Some(DbError::Overload)));
    }
}
