//! Lines on their way to stderr: nobody who logs waits for whoever reads.
//!
//! Lines go into a bounded buffer that a thread of its own writes out. When nobody reads, the buffer fills up
//! and further lines are dropped and counted, while the program goes on.

use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a line below a warning may wait for others: one system call per request is a tenth of a small
/// request.
const PATIENCE: Duration = Duration::from_millis(100);
/// As many bytes do not wait for more.
const ENOUGH: usize = 32 * 1024;
/// As many bytes wait for a reader before lines are dropped.
const MOST: usize = 512 * 1024;
/// How long a last line is waited for by whoever wrote it, as long as somebody reads.
const LAST_PATIENCE: Duration = Duration::from_millis(20);
/// A write that takes longer has no reader.
const STUCK: Duration = Duration::from_millis(100);
/// Between two attempts at a stderr that does not block and is full.
const FULL: Duration = Duration::from_millis(10);

/// Of this process, which has one stderr.
static DROPPED: AtomicU64 = AtomicU64::new(0);

/// How many lines of the log were dropped since the start, because nobody read them.
pub fn dropped() -> u64 {
    DROPPED.load(Ordering::Relaxed)
}

/// How soon a line should be out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// It may wait for others.
    Later,
    /// At once.
    Now,
    /// Before the program goes on, if anybody reads: it may be the last that this process says.
    Last,
}

/// Where lines wait.
#[derive(Clone, Default)]
pub struct Lines(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<u8>,
    /// Something that waits should be out at once.
    urgent: bool,
    /// Since when the thread has been writing.
    writing: Option<Instant>,
    /// Dropped, and not told of yet.
    untold: u64,
}

impl Lines {
    /// Takes a line.
    pub fn add(&self, line: &[u8], urgency: Urgency) {
        let mut state = self.lock();
        if state.waiting.len() + line.len() > MOST {
            state.untold += 1;
            DROPPED.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let first = state.waiting.is_empty();
        state.waiting.extend_from_slice(line);
        state.urgent |= urgency >= Urgency::Now || state.waiting.len() >= ENOUGH;
        if first || state.urgent {
            self.0.changed.notify_all();
        }
        if urgency == Urgency::Last && state.writing.is_none_or(|since| since.elapsed() < STUCK) {
            self.wait(state, LAST_PATIENCE);
        }
    }

    /// Starts the thread that writes; `tell` says how many lines were dropped, once they are read again.
    pub fn write_to(&self, mut to: impl Write + Send + 'static, tell: fn(u64)) -> io::Result<()> {
        let lines = self.clone();
        let work = move || {
            let mut batch = Vec::new();
            loop {
                // told while there is room for it
                if let Some(untold) = lines.take(&mut batch) {
                    tell(untold);
                }
                write_all(&mut to, &batch);
                batch.clear();
                lines.written();
            }
        };
        thread::Builder::new().name("log".to_owned()).spawn(work).map(drop)
    }

    /// Waits until everything is out, or `patience` is over.
    pub fn flush(&self, patience: Duration) {
        let mut state = self.lock();
        state.urgent = true;
        self.0.changed.notify_all();
        self.wait(state, patience);
    }

    fn wait(&self, mut state: MutexGuard<'_, State>, patience: Duration) {
        let end = Instant::now() + patience;
        while state.writing.is_some() || !state.waiting.is_empty() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.0.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits for lines, and a little for more of them; answers how many were dropped since it last did.
    fn take(&self, batch: &mut Vec<u8>) -> Option<u64> {
        let changed = &self.0.changed;
        let mut state = self.lock();
        while state.waiting.is_empty() {
            state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let wait = changed.wait_timeout_while(state, PATIENCE, |state| !state.urgent);
        state = wait.unwrap_or_else(PoisonError::into_inner).0;
        std::mem::swap(&mut state.waiting, batch);
        state.urgent = false;
        state.writing = Some(Instant::now());
        (state.untold > 0).then(|| std::mem::take(&mut state.untold))
    }

    /// To be called when a batch is out.
    fn written(&self) {
        self.lock().writing = None;
        self.0.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As much as somebody takes: a reader that is gone is no reason to stop.
fn write_all(to: &mut impl Write, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        match to.write(bytes) {
            Ok(0) => return,
            Ok(n) => bytes = bytes.get(n..).unwrap_or_default(),
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) if e.kind() == ErrorKind::WouldBlock => thread::sleep(FULL),
            Err(_) => return,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

    use super::*;

    /// Takes one batch per permission.
    struct Reader {
        permission: Receiver<()>,
        read: SyncSender<Vec<u8>>,
    }

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.permission.recv().map_err(|_| ErrorKind::BrokenPipe)?;
            self.read.send(bytes.to_vec()).map_err(|_| ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    static TOLD: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn nobody_waits_for_a_reader_and_what_is_dropped_is_told() {
        let lines = Lines::default();
        let (permit, permission) = sync_channel(8);
        let (read, batches) = sync_channel(8);
        let tell = |n| {
            TOLD.fetch_add(n, Ordering::Relaxed);
        };
        lines.write_to(Reader { permission, read }, tell).unwrap();
        lines.add(b"first\n", Urgency::Now);
        // the thread now waits for its reader
        while lines.lock().writing.is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        let line = [b'x'; 1024];
        for _ in 0..MOST / line.len() + 7 {
            lines.add(&line, Urgency::Later);
        }
        thread::sleep(STUCK);
        let start = Instant::now();
        lines.add(&[], Urgency::Last);
        assert!(start.elapsed() < LAST_PATIENCE, "nobody waits for a reader that is gone");
        lines.flush(Duration::from_millis(20));
        assert_eq!(TOLD.load(Ordering::Relaxed), 0, "nobody reads yet");
        permit.send(()).unwrap();
        assert_eq!(batches.recv().unwrap(), b"first\n");
        permit.send(()).unwrap();
        assert_eq!(batches.recv().unwrap().len(), MOST);
        lines.flush(Duration::from_secs(5));
        assert_eq!((TOLD.load(Ordering::Relaxed), lines.lock().waiting.len()), (7, 0));
        assert!(dropped() >= 7);
    }

    #[test]
    fn an_urgent_line_takes_along_what_waits() {
        let lines = Lines::default();
        lines.add(b"a\n", Urgency::Later);
        lines.add(b"b\n", Urgency::Now);
        let (permit, permission) = sync_channel(1);
        let (read, batches) = sync_channel(1);
        permit.send(()).unwrap();
        lines.write_to(Reader { permission, read }, |_| ()).unwrap();
        assert_eq!(batches.recv().unwrap(), b"a\nb\n");
        // the last word is out before the program goes on
        permit.send(()).unwrap();
        lines.add(b"an error\n", Urgency::Last);
        assert_eq!(batches.try_recv().as_deref(), Ok(&b"an error\n"[..]));
    }
}
