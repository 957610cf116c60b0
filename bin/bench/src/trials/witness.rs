//! An honest client, and how long it waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::http::{Answer, Http};

/// How long answers took.
#[derive(Debug, Default)]
pub struct Waits {
    times: Vec<Duration>,
    /// Answers other than the expected ones, with an example.
    pub failures: u32,
    pub failure: String,
}

impl Waits {
    /// Asks once and notes how long that took.
    pub fn note(&mut self, expected: &[u16], ask: impl FnOnce() -> Result<Answer>) {
        let since = Instant::now();
        let answer = ask();
        self.times.push(since.elapsed());
        let good = answer.as_ref().is_ok_and(|answer| expected.contains(&answer.status));
        if !good {
            self.failures += 1;
            self.failure = match answer {
                Ok(answer) => format!("status {}: {}", answer.status, answer.body),
                Err(error) => format!("{error:#}"),
            };
        }
    }

    /// With those of another client.
    pub fn add(&mut self, other: Self) {
        self.times.extend(other.times);
        self.failures += other.failures;
        if !other.failure.is_empty() {
            self.failure = other.failure;
        }
    }

    /// With one more.
    pub fn push(&mut self, time: Duration) {
        self.times.push(time);
    }

    pub fn count(&self) -> usize {
        self.times.len()
    }

    pub fn worst(&self) -> Option<Duration> {
        self.times.iter().max().copied()
    }

    pub fn p99(&self) -> Option<Duration> {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get((times.len() * 99 / 100).min(times.len().saturating_sub(1))).copied()
    }
}

/// Asks in turn until it is told to stop, with a short pause after each answer.
pub fn observe(stop: &AtomicBool, pause: Duration, mut ask: impl FnMut(&Http, &mut Waits)) -> Result<Waits> {
    let http = Http::patient(Duration::from_secs(60))?;
    let mut waits = Waits::default();
    while !stop.load(Ordering::Relaxed) {
        ask(&http, &mut waits);
        sleep(pause);
    }
    Ok(waits)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_hundred_may_be_slow() {
        let mut waits = Waits::default();
        assert_eq!((waits.p99(), waits.worst()), (None, None));
        for time in (1..=200).rev() {
            waits.push(Duration::from_millis(time));
        }
        assert_eq!(waits.p99(), Some(Duration::from_millis(199)));
        assert_eq!(waits.worst(), Some(Duration::from_millis(200)));
    }
}
