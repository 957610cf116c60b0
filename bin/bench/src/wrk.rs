//! The load generator: wrk, driven by a script of ours that also prints the run's figures as JSON.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::process;

const SCRIPT: &str = include_str!("load.lua");
/// What the script's line of figures starts with.
const MARK: &str = "BENCH ";

/// wrk, ready to be run.
pub struct Wrk {
    program: PathBuf,
    script: PathBuf,
    threads: usize,
}

/// One run.
pub struct Drive<'a> {
    /// `http://HOST:PORT`.
    pub base: &'a str,
    /// The requests, as [`Request::line`] writes them.
    pub requests: &'a Path,
    /// Sent as `Authorization`.
    pub key: &'a str,
    /// A text that no other run has.
    pub nonce: &'a str,
    /// Sent as `Accept-Encoding`.
    pub coding: Option<&'a str>,
    /// Connections kept busy.
    pub connections: usize,
    /// What each waits between an answer and its next request, milliseconds.
    pub wait: u32,
    /// How long.
    pub seconds: u32,
}

/// What one run came to; times in microseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct Sample {
    /// Answers.
    pub requests: u64,
    /// Length of the run.
    pub micros: u64,
    /// Bytes of answers, heads included.
    pub bytes: u64,
    /// Half of the answers came sooner.
    pub p50: u64,
    /// 99 of 100 came sooner.
    pub p99: u64,
    /// Connections that failed.
    pub connect: u64,
    /// Reads that failed.
    pub read: u64,
    /// Writes that failed.
    pub write: u64,
    /// Answers that took too long.
    pub timeout: u64,
    /// Answers of status 400 and above.
    pub status: u64,
    /// Time of the processors that the answering process took, microseconds: wrk knows nothing of it.
    #[serde(skip)]
    pub processor: Option<u64>,
}

/// A request; in its body `\u{1}` stands for a text that no other request has, `\u{2}` for a number of 3
/// digits.
#[derive(Debug, Clone)]
pub struct Request {
    /// Method.
    pub method: &'static str,
    /// Path and query.
    pub path: String,
    /// Body; empty = none. Without tabs and line ends.
    pub body: String,
}

impl Request {
    /// `GET` of a path.
    pub fn get(path: impl Into<String>) -> Self {
        Self { method: "GET", path: path.into(), body: String::new() }
    }

    /// The body with its blanks filled in, for a request of our own.
    pub fn filled(&self, unique: &str) -> String {
        self.body.replace('\u{1}', unique).replace('\u{2}', "123")
    }

    fn line(&self) -> String {
        format!("{}\t{}\t{}\n", self.method, self.path, self.body)
    }
}

/// Writes requests as the script reads them.
pub fn write_requests(file: &Path, requests: &[Request]) -> Result<()> {
    let text: String = requests.iter().map(Request::line).collect();
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

impl Wrk {
    /// Finds wrk and lays its script down in `folder`.
    pub fn new(folder: &Path, threads: usize) -> Result<Self> {
        let Some(program) = process::find("wrk") else {
            bail!(
                "the load generator wrk is not installed: install it \
                 (Debian and Ubuntu: apt-get install wrk; macOS: brew install wrk) and run again"
            );
        };
        let script = folder.join("load.lua");
        fs::write(&script, SCRIPT).context("cannot write wrk's script")?;
        Ok(Self { program, script, threads })
    }

    /// Runs once.
    pub fn run(&self, drive: &Drive<'_>) -> Result<Sample> {
        let threads = self.threads.min(drive.connections).to_string();
        let out = process::output(
            Command::new(&self.program)
                .args(["-t", &threads, "-c", &drive.connections.to_string()])
                .args(["-d", &format!("{}s", drive.seconds), "--timeout", "10s"])
                .arg("-s")
                .arg(&self.script)
                .args([drive.base, "--"])
                .arg(drive.requests)
                .args([drive.key, drive.nonce, &drive.wait.to_string()])
                .args(drive.coding),
        )?;
        parse(&out)
    }
}

fn parse(out: &str) -> Result<Sample> {
    let line = out.lines().find_map(|line| line.strip_prefix(MARK));
    let line = line.with_context(|| format!("wrk printed no figures: {out}"))?;
    serde_json::from_str(line).with_context(|| format!("wrk's figures cannot be read: {line}"))
}

impl Sample {
    /// Good answers per second.
    pub fn per_second(&self) -> f64 {
        self.good() as f64 * 1e6 / self.micros.max(1) as f64
    }

    /// Time of the processors for a good answer, microseconds.
    pub fn processor_each(&self) -> Option<f64> {
        self.processor.map(|all| all as f64 / self.good().max(1) as f64)
    }

    /// Answers below status 400.
    pub fn good(&self) -> u64 {
        self.requests.saturating_sub(self.status)
    }

    /// Counts of several runs together; percentiles cannot be added up and are 0.
    pub fn sum(samples: &[Self]) -> Self {
        let sum = |sum: Self, next: &Self| Self {
            requests: sum.requests + next.requests,
            micros: sum.micros + next.micros,
            bytes: sum.bytes + next.bytes,
            connect: sum.connect + next.connect,
            read: sum.read + next.read,
            write: sum.write + next.write,
            timeout: sum.timeout + next.timeout,
            status: sum.status + next.status,
            ..sum
        };
        samples.iter().fold(Self::default(), sum)
    }

    /// What went wrong, in words; empty when nothing did.
    pub fn problems(&self) -> Vec<String> {
        let counts = [
            (self.status, "of status 400 and above"),
            (self.connect, "failed connections"),
            (self.read, "failed reads"),
            (self.write, "failed writes"),
            (self.timeout, "answers after more than 10 s"),
        ];
        let mut found: Vec<String> =
            counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
        if let Some(first) = found.first_mut() {
            *first = format!("of {} answers: {first}", self.requests);
        }
        if self.requests == 0 {
            found.push("no answer at all".to_owned());
        }
        found
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    const OUT: &str = "Running 1s test @ http://127.0.0.1:1\n  2 threads and 32 connections\n\n\
        BENCH {\"requests\":1000,\"micros\":500000,\"bytes\":9,\"p50\":10,\"p99\":20,\"max\":30,\
        \"connect\":0,\"read\":1,\"write\":0,\"timeout\":0,\"status\":200}\n";

    #[test]
    fn the_figures_are_found_among_what_wrk_prints() {
        let sample = parse(OUT).unwrap();
        assert_eq!((sample.p50, sample.p99, sample.good()), (10, 20, 800));
        assert!((sample.per_second() - 1600.0).abs() < 1e-9);
        assert_eq!(sample.problems(), ["of 1000 answers: 200 of status 400 and above", "1 failed reads"]);
        assert!(parse("unable to connect").is_err());
    }

    #[test]
    fn runs_are_summed() {
        let sample = parse(OUT).unwrap();
        let sum = Sample::sum(&[sample, sample]);
        assert_eq!((sum.requests, sum.status, sum.read, sum.p99), (2000, 400, 2, 0));
    }

    #[test]
    fn silence_is_a_problem() {
        let silent = Sample { requests: 0, status: 0, read: 0, ..parse(OUT).unwrap() };
        assert_eq!(silent.problems(), ["no answer at all"]);
    }

    #[test]
    fn a_request_of_our_own_has_its_blanks_filled() {
        let body = "{\"sku\":\"A\u{1}\",\"estoque\":\u{2}}".to_owned();
        let request = Request { method: "POST", path: "/sku".into(), body };
        assert_eq!(request.filled("-x"), "{\"sku\":\"A-x\",\"estoque\":123}");
        assert!(request.line().starts_with("POST\t/sku\t{"));
    }
}
