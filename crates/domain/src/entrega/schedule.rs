//! The retry schedule of a delivery.

use std::time::Duration;

/// Failures in a row after which sending to an address pauses.
pub const FAILURES_UNTIL_PAUSE: i32 = 20;
/// Jitter: the share of a wait that chance adds or takes away, so that retries do not come all at once.
pub const VARIACAO: f64 = 0.2;

/// The waits between the attempts of one delivery. The first attempt is made at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agenda(Vec<Duration>);

impl Default for Agenda {
    /// 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h: eight attempts in a little more than a day.
    fn default() -> Self {
        Self([5, 300, 1800, 7200, 18_000, 36_000, 36_000].map(Duration::from_secs).into())
    }
}

impl Agenda {
    /// With these waits; without any, there is one attempt.
    pub fn new(waits: Vec<Duration>) -> Self {
        Self(waits)
    }

    /// The wait after the n-th failed attempt (from 1), `None` when there is no further one. `luck` is a
    /// random number from 0 to 1: 0 takes a fifth off, 1 adds a fifth.
    pub fn wait(&self, failed: i32, luck: f64) -> Option<Duration> {
        let index = usize::try_from(failed.checked_sub(1)?).ok()?;
        let wait = self.0.get(index)?;
        Some(wait.mul_f64(1.0 + VARIACAO * (2.0 * luck.clamp(0.0, 1.0) - 1.0)))
    }

    /// The longest wait that there can be: whatever is to be tried later than this from now was written under
    /// a clock that was wrong.
    pub fn longest(&self) -> Duration {
        self.0.iter().max().map_or(Duration::ZERO, |wait| wait.mul_f64(1.0 + VARIACAO))
    }

    /// How many attempts there are.
    pub fn attempts(&self) -> usize {
        self.0.len() + 1
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn eight_attempts_with_chance() {
        let agenda = Agenda::default();
        assert_eq!(agenda.attempts(), 8);
        let seconds: Vec<u64> = (1..=7).map(|n| agenda.wait(n, 0.5).unwrap().as_secs()).collect();
        assert_eq!(seconds, [5, 300, 1800, 7200, 18_000, 36_000, 36_000]);
        assert_eq!((agenda.wait(0, 0.5), agenda.wait(8, 0.5)), (None, None));
        assert_eq!(agenda.wait(1, 0.0), Some(Duration::from_secs(4)));
        assert_eq!(agenda.wait(1, 1.0), Some(Duration::from_secs(6)));
        assert_eq!(agenda.longest(), agenda.wait(7, 1.0).unwrap());
        assert_eq!(Agenda::new(Vec::new()).wait(1, 0.5), None);
    }
}
