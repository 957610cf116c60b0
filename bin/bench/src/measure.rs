//! Rounds: the sides of a comparison take turns, so that a noisy moment of the machine hits all of them, and
//! the medians count.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use serde::Serialize;

use crate::process::processor;
use crate::wrk::{Drive, Request, Sample, Wrk, write_requests};

/// Medians over the rounds; times in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Good answers per second.
    pub per_second: f64,
    /// Half of the answers came sooner.
    #[serde(rename = "p50Micros")]
    pub p50: f64,
    /// 99 of 100 came sooner.
    #[serde(rename = "p99Micros")]
    pub p99: f64,
    /// Bytes of an answer, its head included.
    pub bytes: f64,
    /// Good answers of all rounds together.
    #[serde(rename = "answers")]
    pub good: u64,
    /// Time of the processors that the process took for an answer; null where the system does not tell.
    #[serde(rename = "processorMicros")]
    pub processor: Option<f64>,
}

/// One side: where the requests go, and which.
pub struct Side<'a> {
    /// `http://HOST:PORT`.
    pub base: &'a str,
    /// Sent as `Authorization`.
    pub key: &'a str,
    /// The requests, in a file as wrk's script reads it.
    pub requests: &'a Path,
    /// Sent as `Accept-Encoding`.
    pub coding: Option<&'a str>,
    /// The process that answers.
    pub process: Option<u32>,
}

/// What the sides reached, in their order, and what went wrong on any of them.
pub struct Outcome {
    /// Figures per side.
    pub figures: Vec<Figures>,
    /// Problems, of all rounds together.
    pub problems: Vec<String>,
}

/// How rounds are made.
pub struct Rounds {
    wrk: Wrk,
    /// Length of one run.
    seconds: u32,
    /// Runs per side.
    count: u32,
    /// From then on one round is enough.
    hurry: Option<Instant>,
    /// Scratch folder.
    folder: PathBuf,
}

impl Rounds {
    /// `count` runs of `seconds` per side; after `hurry` one round only.
    pub fn new(wrk: Wrk, seconds: u32, count: u32, hurry: Option<Instant>, folder: &Path) -> Self {
        Self { wrk, seconds, count, hurry, folder: folder.to_owned() }
    }

    /// A file with requests, good until the next one of this name.
    pub fn file(&self, name: &str, requests: &[Request]) -> Result<PathBuf> {
        let file = self.folder.join(format!("{name}.txt"));
        write_requests(&file, requests)?;
        Ok(file)
    }

    /// Scratch folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Lets the sides take turns.
    pub fn run(&self, sides: &[Side<'_>], connections: usize) -> Result<Outcome> {
        self.run_each_after(sides, connections, |_| Ok(()))
    }

    /// The same; `before` hears which side is next.
    pub fn run_each_after(
        &self,
        sides: &[Side<'_>],
        connections: usize,
        before: impl Fn(usize) -> Result<()>,
    ) -> Result<Outcome> {
        let mut samples: Vec<Vec<Sample>> = sides.iter().map(|_| Vec::new()).collect();
        for _ in self.rounds() {
            for (number, (side, samples)) in sides.iter().zip(&mut samples).enumerate() {
                before(number)?;
                samples.push(self.once(side, connections)?);
            }
        }
        Ok(outcome(&samples))
    }

    /// One side at a rate of some requests per second, as long as answers take little of the time between two.
    pub fn run_at_rate(&self, side: &Side<'_>, connections: usize, per_second: usize) -> Result<Outcome> {
        let wait = u32::try_from(1_000 * connections / per_second)?;
        let samples: Result<Vec<Sample>> =
            self.rounds().map(|_| self.waiting(side, connections, wait)).collect();
        Ok(outcome(&[samples?]))
    }

    /// Each side alone, and then all at once, each with as many connections as alone.
    pub fn run_alone_and_at_once(&self, sides: &[Side<'_>], connections: usize) -> Result<[Outcome; 2]> {
        let mut alone: Vec<Vec<Sample>> = sides.iter().map(|_| Vec::new()).collect();
        let mut at_once = alone.clone();
        for _ in self.rounds() {
            for (side, samples) in sides.iter().zip(&mut alone) {
                samples.push(self.once(side, connections)?);
            }
            let runs = thread::scope(|scope| {
                let start = |side| scope.spawn(move || self.once(side, connections));
                let running: Vec<_> = sides.iter().map(start).collect();
                running.into_iter().map(thread::ScopedJoinHandle::join).collect::<Vec<_>>()
            });
            for (run, samples) in runs.into_iter().zip(&mut at_once) {
                samples.push(run.map_err(|_| anyhow!("a run of the load generator broke off"))??);
            }
        }
        Ok([outcome(&alone), outcome(&at_once)])
    }

    /// The numbers of the rounds: once there is hurry, of the first one only.
    fn rounds(&self) -> impl Iterator<Item = u32> {
        (0..self.count).take_while(|round| *round == 0 || self.hurry.is_none_or(|at| Instant::now() <= at))
    }

    /// One run of one side.
    fn once(&self, side: &Side<'_>, connections: usize) -> Result<Sample> {
        self.waiting(side, connections, 0)
    }

    fn waiting(&self, side: &Side<'_>, connections: usize, wait: u32) -> Result<Sample> {
        let spent = || side.process.and_then(processor);
        let began = spent();
        let sample = self.wrk.run(&Drive {
            base: side.base,
            requests: side.requests,
            key: side.key,
            nonce: &nonce(),
            coding: side.coding,
            connections,
            wait,
            seconds: self.seconds,
        })?;
        let processor = spent().zip(began).map(|(now, began)| now.saturating_sub(began));
        Ok(Sample { processor: processor.map(micros), ..sample })
    }
}

fn outcome(samples: &[Vec<Sample>]) -> Outcome {
    let problems = samples.iter().map(|s| Sample::sum(s)).flat_map(|sum| sum.problems()).collect();
    Outcome { figures: samples.iter().map(|s| medians(s)).collect(), problems }
}

/// A text that no other run has: it tells orders apart, also in a database that an earlier run has left.
pub fn nonce() -> String {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let now = chrono::Utc::now().timestamp_millis();
    format!("-{now:x}r{}", RUNS.fetch_add(1, Ordering::Relaxed))
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn medians(samples: &[Sample]) -> Figures {
    let of = |value: fn(&Sample) -> f64| median(samples.iter().map(value).collect());
    Figures {
        per_second: of(Sample::per_second),
        p50: of(|s| s.p50 as f64),
        p99: of(|s| s.p99 as f64),
        bytes: of(|s| s.bytes as f64 / s.requests.max(1) as f64),
        good: samples.iter().map(Sample::good).sum(),
        processor: samples.iter().map(Sample::processor_each).collect::<Option<Vec<f64>>>().map(median),
    }
}

/// The middle value, the mean of the two middle ones; 0 of nothing.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let at = |n: usize| values.get(n).copied().unwrap_or(0.0);
    if values.len().is_multiple_of(2) { (at(middle.wrapping_sub(1)) + at(middle)) / 2.0 } else { at(middle) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_counts() {
        assert_eq!(median(vec![]), 0.0);
        assert_eq!(median(vec![3.0]), 3.0);
        assert_eq!(median(vec![3.0, 1.0]), 2.0);
        assert_eq!(median(vec![9.0, 1.0, 2.0]), 2.0);
    }

    #[test]
    fn each_figure_has_its_own_median() {
        let sample = |requests, p99| Sample {
            requests,
            bytes: 10 * requests,
            micros: 1_000_000,
            p50: 5,
            p99,
            connect: 0,
            read: 0,
            write: 0,
            timeout: 0,
            status: 0,
            processor: Some(4 * requests),
        };
        let figures = medians(&[sample(100, 30), sample(300, 10), sample(200, 20)]);
        let processor = Some(4.0);
        assert_eq!(
            figures,
            Figures { per_second: 200.0, p50: 5.0, p99: 20.0, bytes: 10.0, good: 600, processor }
        );
    }

    #[test]
    fn no_nonce_comes_twice() {
        assert_ne!(nonce(), nonce());
    }
}
