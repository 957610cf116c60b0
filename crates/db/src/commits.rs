//! Whether writes arrive: what the last commits have come to, and how often that is worth a line.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two lines about commits that fail: on a full disk every group of writes does.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// Between two probes.
const PROBE_EVERY: Duration = Duration::from_secs(1);

/// What commits have come to.
#[derive(Debug, Default)]
pub struct Commits {
    failed: AtomicU64,
    /// Beside `state`, so that the commits of a good day cost one look.
    failing: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last_failed: Option<Instant>,
    failing: Option<Failing>,
    probed: Option<Instant>,
    said: Option<Instant>,
    unsaid: u64,
}

/// Why nothing can be written, and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failing {
    /// The first failure.
    pub since: Instant,
    /// What the database said last.
    pub reason: String,
}

/// What commits have come to, for the operator.
#[derive(Debug, Clone, Default)]
pub struct CommitState {
    /// Failures since the start.
    pub failed: u64,
    /// The last one.
    pub last_failed: Option<Instant>,
    /// Set while no commit has succeeded since the last failure.
    pub failing: Option<Failing>,
}

impl Commits {
    /// True until a probe has succeeded. A commit that did is no proof: it may have had nothing to write.
    pub fn are_failing(&self) -> bool {
        self.failing.load(Ordering::Relaxed)
    }

    /// A probe has been committed: something was written.
    pub fn succeeded(&self) {
        let mut state = self.lock();
        self.failing.store(false, Ordering::Relaxed);
        state.failing = None;
        state.said = None;
        drop(state);
        tracing::info!("writes are committed again");
    }

    /// A commit failed. Answers how many failures nobody has been told of, this one aside, when it is time
    /// for a line.
    pub fn failed(&self, reason: &str) -> Option<u64> {
        let now = Instant::now();
        let mut state = self.lock();
        self.failed.fetch_add(1, Ordering::Relaxed);
        self.failing.store(true, Ordering::Relaxed);
        state.last_failed = Some(now);
        let since = state.failing.as_ref().map_or(now, |failing| failing.since);
        state.failing = Some(Failing { since, reason: reason.to_owned() });
        if state.said.is_some_and(|said| now.duration_since(said) < LINE_EVERY) {
            state.unsaid += 1;
            return None;
        }
        state.said = Some(now);
        Some(std::mem::take(&mut state.unsaid))
    }

    /// True when nothing is known to arrive and nobody has asked for a probe for a second; the caller does.
    pub fn takes_probe(&self) -> bool {
        let mut state = self.lock();
        let due = state.probed.is_none_or(|probed| probed.elapsed() >= PROBE_EVERY);
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
    fn failures_are_counted_told_of_once_in_a_while_and_over_with_a_success() {
        let commits = Commits::default();
        assert!(!commits.are_failing() && !commits.takes_probe(), "nothing has failed");
        assert_eq!(commits.failed("disk full"), Some(0));
        assert_eq!(commits.failed("disk full"), None);
        let first = commits.state().failing.unwrap();
        assert_eq!(commits.failed("disk I/O error"), None);
        let state = commits.state();
        let failing = state.failing.unwrap();
        assert_eq!((state.failed, failing.reason.as_str()), (3, "disk I/O error"));
        assert_eq!(failing.since, first.since, "it tells since when nothing arrives");
        assert!(commits.takes_probe() && !commits.takes_probe(), "one probe at a time");
        commits.succeeded();
        assert_eq!(commits.state().failing, None);
        assert_eq!(commits.state().failed, 3);
        assert_eq!(commits.failed("disk full"), Some(2), "a new spell is told of at once");
    }
}
