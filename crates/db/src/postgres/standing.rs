//! How a standby stands with its readers: whether they may ask it, how far behind it is, who waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::position::Proof;

/// Between two lines about one that comes and goes.
const LINE_EVERY: Duration = Duration::from_secs(60);
/// How long one that nothing is heard of is waited for: before others are sent to it, and by those who are
/// with it already.
const PATIENCE: Duration = Duration::from_millis(300);
const SILENCE: Duration = Duration::from_secs(1);

/// What readers and the watching thread know of a standby.
pub struct Standing {
    /// How long a reader waits for it to catch up.
    pub lag_max: Duration,
    /// Which one it is, for the log.
    number: usize,
    serving: AtomicBool,
    state: Mutex<State>,
    /// Somebody asks, or nobody ever will again.
    woken: Condvar,
}

struct State {
    asking: Vec<oneshot::Sender<Proof>>,
    closed: bool,
    heard: Instant,
    /// It shows everything from before.
    reached: Instant,
    /// Whether the operator was told that it does not serve, and when.
    told: bool,
    line: Option<Instant>,
}

impl Standing {
    /// One that does not serve before it was looked at.
    pub fn new(number: usize, lag_max: Duration) -> Self {
        let now = Instant::now();
        let state =
            State { asking: Vec::new(), closed: false, heard: now, reached: now, told: false, line: None };
        let serving = AtomicBool::new(false);
        Self { lag_max, number, serving, state: Mutex::new(state), woken: Condvar::new() }
    }

    /// Whether it may be asked at all.
    pub fn serves(&self) -> bool {
        self.serving.load(Ordering::Relaxed)
    }

    /// How far it is behind, a little more than less.
    pub fn lag(&self) -> Duration {
        self.lock().reached.elapsed()
    }

    /// Whether nothing was heard of it for longer than it may take to answer.
    pub fn is_silent(&self) -> bool {
        self.silence() > SILENCE
    }

    fn silence(&self) -> Duration {
        self.lock().heard.elapsed()
    }

    /// That it shows all that was acknowledged before this call; `None` when that cannot be had soon.
    pub async fn proof(&self) -> Option<Proof> {
        if !self.serves() {
            return None;
        }
        let (answer, coming) = oneshot::channel();
        self.lock().asking.push(answer);
        self.woken.notify_one();
        let proof = tokio::time::timeout(self.lag_max, coming).await;
        // one that only lags is seen to by whoever watches it
        if proof.is_err() && self.silence() > PATIENCE + self.lag_max {
            self.leave("it does not answer");
        }
        proof.ok()?.ok()
    }

    /// It may be asked from now on.
    pub fn join(&self) {
        if self.serving.swap(true, Ordering::Relaxed) {
            return;
        }
        let mut state = self.lock();
        if std::mem::take(&mut state.told) || state.line.is_none() {
            state.line.get_or_insert_with(Instant::now);
            tracing::info!(replica = self.number, "a replica is read from");
        }
    }

    /// Nobody is to ask it until it was looked at again. Also told when it has never served.
    pub fn leave(&self, reason: &str) {
        self.serving.store(false, Ordering::Relaxed);
        let mut state = self.lock();
        // who asks now need not wait
        state.asking.clear();
        if state.told {
            return;
        }
        if state.line.is_none_or(|line| line.elapsed() > LINE_EVERY) {
            (state.told, state.line) = (true, Some(Instant::now()));
            tracing::warn!(replica = self.number, reason, "a replica is not read from: the primary is");
        }
    }

    /// It has answered.
    pub fn heard(&self) {
        self.lock().heard = Instant::now();
    }

    /// It shows everything from before.
    pub fn reached(&self, at: Instant) {
        self.lock().reached = at;
    }

    /// Whoever asks, not before the first moment and at the second at the latest; `None` once it is closed.
    pub fn next(&self, not_before: Instant, until: Instant) -> Option<Vec<oneshot::Sender<Proof>>> {
        thread::sleep(not_before.saturating_duration_since(Instant::now()));
        let mut state = self.lock();
        while !state.closed && state.asking.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            state = self.woken.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        (!state.closed).then(|| std::mem::take(&mut state.asking))
    }

    /// Waits, unless it is closed; true once it is.
    pub fn pause(&self, time: Duration) -> bool {
        let state = self.lock();
        let waited = self.woken.wait_timeout_while(state, time, |state| !state.closed);
        waited.unwrap_or_else(PoisonError::into_inner).0.closed
    }

    /// Ends the thread that watches it.
    pub fn close(&self) {
        self.serving.store(false, Ordering::Relaxed);
        self.lock().closed = true;
        self.woken.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
