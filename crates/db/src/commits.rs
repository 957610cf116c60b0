//! Health of commits: counters of failures, and whether commits succeed at present.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Interval of log lines about failures: on a full disk every commit fails.
const LOG_INTERVAL: Duration = Duration::from_secs(5);
/// Interval of probes.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// Whether commits succeed, and how many have failed.
#[derive(Debug, Default)]
pub struct CommitHealth {
    failed: AtomicU64,
    /// Beside `state`, so that a successful commit takes no lock.
    failing: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last_failed: Option<Instant>,
    failing: Option<Failing>,
    probed: Option<Instant>,
    logged: Option<Instant>,
    unlogged: u64,
}

/// Why commits fail, and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failing {
    /// The first failure.
    pub since: Instant,
    /// Message of the last failure.
    pub reason: String,
}

/// State of commits, for the operator.
#[derive(Debug, Clone, Default)]
pub struct CommitState {
    /// Failures since the start.
    pub failed: u64,
    /// The last one.
    pub last_failed: Option<Instant>,
    /// Set from a failure until a probe succeeds.
    pub failing: Option<Failing>,
}

impl Failing {
    /// For lack of room on the disk.
    pub fn is_for_room(&self) -> bool {
        self.reason.contains("disk is full")
    }
}

impl CommitHealth {
    /// True from a failure until a probe succeeds. Another commit is no proof: it may have written nothing.
    pub fn are_failing(&self) -> bool {
        self.failing.load(Ordering::Relaxed)
    }

    /// A probe was committed.
    pub fn probe_succeeded(&self) {
        let mut state = self.lock();
        self.failing.store(false, Ordering::Relaxed);
        state.failing = None;
        state.logged = None;
        drop(state);
        tracing::info!("writes are committed again");
    }

    /// A commit failed. If a log line is due, returns how many failures were not logged since the last one.
    pub fn failed(&self, reason: &str) -> Option<u64> {
        let now = Instant::now();
        let mut state = self.lock();
        self.failed.fetch_add(1, Ordering::Relaxed);
        self.failing.store(true, Ordering::Relaxed);
        state.last_failed = Some(now);
        let since = state.failing.as_ref().map_or(now, |failing| failing.since);
        state.failing = Some(Failing { since, reason: reason.to_owned() });
        if state.logged.is_some_and(|at| now.duration_since(at) < LOG_INTERVAL) {
            state.unlogged += 1;
            return None;
        }
        state.logged = Some(now);
        Some(std::mem::take(&mut state.unlogged))
    }

    /// True when commits fail and the last probe was a second ago; the caller then makes one.
    pub fn probe_is_due(&self) -> bool {
        let mut state = self.lock();
        let due = state.probed.is_none_or(|probed| probed.elapsed() >= PROBE_INTERVAL);
        let takes = state.failing.is_some() && due;
        if takes {
            state.probed = Some(Instant::now());
        }
        takes
    }

    /// For the operator.
    pub fn state(&self) -> CommitState {
        let state = self.lock();
        CommitState {
            failed: self.failed.load(Ordering::Relaxed),
            last_failed: state.last_failed,
            failing: state.failing.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_counted_logged_at_intervals_and_end_with_a_successful_probe() {
        let commits = CommitHealth::default();
        assert!(!commits.are_failing() && !commits.probe_is_due(), "nothing has failed");
        assert_eq!(commits.failed("disk full"), Some(0));
        assert_eq!(commits.failed("disk full"), None);
        let first = commits.state().failing.unwrap();
        assert_eq!(commits.failed("disk I/O error"), None);
        let state = commits.state();
        let failing = state.failing.unwrap();
        assert_eq!((state.failed, failing.reason.as_str()), (3, "disk I/O error"));
        assert_eq!(failing.since, first.since, "the first failure is kept");
        assert!(commits.probe_is_due() && !commits.probe_is_due(), "one probe at a time");
        commits.probe_succeeded();
        assert_eq!(commits.state().failing, None);
        assert_eq!(commits.state().failed, 3);
        assert_eq!(commits.failed("disk full"), Some(2), "a failure after a success is logged at once");
    }
}
