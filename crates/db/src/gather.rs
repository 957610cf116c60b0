//! Small work of many callers, done together.
//!
//! A transaction of PostgreSQL costs several round trips and a wait for its disk, however little it writes.
//! What waits here is handed to one function, which writes all of it in one transaction of a few statements
//! and says of each item what came of it. So are reads, for the sake of the round trips.
//! SQLite's writer does so for every write by itself.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::DbError;
use crate::fair::{Share, Turns, Wanted};

/// Items of one transaction: enough to share its cost, few enough that none waits for long.
const GROUP_MAX: usize = 256;

/// Threads of a gatherer of reads: while one waits for the database, the other puts its group together.
pub(crate) const READERS: usize = 2;
/// The same of small writes. One commit waits for the disk at a time, whoever makes it: two threads would
/// share the callers among twice as many.
pub const SMALL_WRITES: usize = 1;
/// The same of large writes, which keep PostgreSQL busy for longer than their commit does: while one group is
/// written, the next one is put together and begun.
pub const LARGE_WRITES: usize = 2;
/// Connections beyond those of places: those of a gatherer of each.
pub(crate) const CONNECTIONS: u32 = (READERS + SMALL_WRITES + LARGE_WRITES) as u32;

/// The share of what the last group took, and the longest, that a group waits for those who were in it: they
/// have their answers and come again.
const PATIENCE: u32 = 8;
const PATIENCE_MAX: Duration = Duration::from_millis(2);

/// Where items wait, and the threads that take them.
pub struct Gather<I, O> {
    /// What a caller hears when it takes too long.
    pub(crate) late: fn(String) -> DbError,
    lines: Vec<Arc<Turns<Waiting<I, O>>>>,
}

struct Waiting<I, O> {
    item: I,
    answer: oneshot::Sender<O>,
}

impl<I, O> Wanted for Waiting<I, O> {
    /// Who has gone away before anything was begun, or has been told that it took too long, comes again.
    fn wanted(&self) -> bool {
        !self.answer.is_closed()
    }
}

impl<I: Send + 'static, O: Send + 'static> Gather<I, O> {
    /// Of writes, on so many threads and with room for so many. `make` makes some and answers for each, in
    /// their order, on a thread that may block.
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

    /// The same of reads.
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

    /// Puts an item in; the answer comes once it is durable. Items of one key are made in their order.
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

/// The life of a thread: ends when nobody can put anything in any more.
fn take_groups<I, O>(line: &Turns<Waiting<I, O>>, make: &impl Fn(Vec<I>) -> Vec<O>) {
    let (mut size, mut took) = (0, Duration::ZERO);
    while let Some(first) = line.next() {
        let group = join(line, first, size, (took / PATIENCE).min(PATIENCE_MAX));
        let begin = Instant::now();
        size = group.len();
        let (items, answers): (Vec<I>, Vec<oneshot::Sender<O>>) =
            group.into_iter().map(|waiting| (waiting.item, waiting.answer)).unzip();
        // who asked hears of a panic by getting no answer
        let made = catch_unwind(AssertUnwindSafe(|| make(items))).unwrap_or_default();
        took = begin.elapsed();
        for (answer, outcome) in answers.into_iter().zip(made) {
            // a caller that has gone away does not want it; what was made stands
            let _ = answer.send(outcome);
        }
    }
}

/// Whatever waits; and as many as there were last time, if they come soon.
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
    fn what_waits_while_a_group_is_made_is_made_together_in_its_order() {
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
    fn what_nobody_waits_for_any_more_is_not_begun() {
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
        // what is being made is made to its end
        drop(first);
        go.send(()).unwrap();
        assert_eq!(makes.recv().unwrap(), [3]);
        go.send(()).unwrap();
        assert_eq!(third.blocking_recv().unwrap(), 3);
    }

    #[test]
    fn a_panic_takes_its_own_group_alone() {
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
    fn no_more_wait_than_there_is_room_for() {
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
