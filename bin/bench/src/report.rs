//! What was found: rows with their goals, and what is known of each database and its server.
//!
//! `--json FILE` writes a [`Report`]. Its members are this program's contract with whoever compares runs:
//!
//! - `version` 1; `settings`: how the run was made, see [`Settings`]
//! - `rows`: one per work, database and size, see [`Row`]
//! - `servers`: memory, size and start of each server, see [`ServerFacts`]
//! - `complete`: false when a database could not be measured to its end; `notes` then say why
//! - `notes`: what was left out, and why
//!
//! Times are milliseconds, sizes bytes. A member that was not measured is null.

use serde::Serialize;

use crate::measure::Figures;

/// Everything that a run found.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Version of this form.
    pub version: u32,
    /// How the run was made.
    pub settings: Settings,
    /// The measured works.
    pub rows: Vec<Row>,
    /// The servers.
    pub servers: Vec<ServerFacts>,
    /// Whether everything that was asked for was tried.
    pub complete: bool,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// How a run was made.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Processors of this machine.
    pub processors: usize,
    /// Threads of the load generator.
    pub threads: usize,
    /// Length of one run of it.
    pub seconds: u32,
    /// Runs per side; the median counts.
    pub rounds: u32,
    /// Whether `--quick` was given.
    pub quick: bool,
    /// Arguments handed on to the server.
    pub server_arguments: Vec<String>,
}

/// One work on one database.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// `sqlite`, `postgres` or `pocketbase`.
    pub database: String,
    /// Orders in the database when it was filled.
    pub orders: u32,
    /// The work, in words.
    pub work: String,
    /// Connections kept busy.
    pub connections: usize,
    /// What the server reached.
    pub server: Option<Figures>,
    /// What the limit reached.
    pub limit: Option<Figures>,
    /// The figure that the goal is about.
    pub measured: Option<Measured>,
    /// The goal of section "Speed" of the specification; null = shown for comparison only.
    pub goal: Option<Goal>,
    /// Whether the goal is reached and nothing went wrong; null without a goal.
    pub ok: Option<bool>,
    /// What went wrong.
    pub problems: Vec<String>,
}

/// A figure with its unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Measured {
    /// The figure: a share of 1 for [`Unit::OfLimit`].
    pub value: f64,
    /// Of what.
    pub unit: Unit,
}

/// Units of what goals are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Unit {
    /// Requests/s as a share of the limit's.
    OfLimit,
    /// Requests/s as a share of what it is compared with.
    OfOther,
    /// Time as a multiple of what it is compared with.
    Times,
    /// SKUs per second.
    Skus,
    /// Changes of stock per second.
    Changes,
    /// Orders per second.
    Orders,
    /// Milliseconds.
    Millis,
}

/// What must be reached.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "must", content = "value")]
pub enum Goal {
    /// The figure or more.
    AtLeast(f64),
    /// The figure or less.
    AtMost(f64),
}

impl Goal {
    /// Whether a figure reaches it.
    pub fn reached(self, value: f64) -> bool {
        match self {
            Self::AtLeast(least) => value >= least,
            Self::AtMost(most) => value <= most,
        }
    }
}

/// What is known of a server and its database.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServerFacts {
    /// `sqlite` or `postgres`.
    pub database: String,
    /// Orders in the database when it was filled.
    pub orders: u32,
    /// Seconds that filling took; null = it was there.
    pub fill_seconds: Option<f64>,
    /// Size of the database when it was filled.
    pub filled_bytes: u64,
    /// Size after all works.
    pub final_bytes: u64,
    /// Resident memory at the start, before any request.
    pub memory_idle: Option<u64>,
    /// Resident memory after all works.
    pub memory: Option<u64>,
    /// The most that it ever was.
    pub memory_peak: Option<u64>,
    /// From starting the program until it is ready, on this database.
    pub start_millis: Option<f64>,
}

/// Most resident memory that the specification allows after all works, and at any time.
pub const MEMORY_GOALS: [u64; 2] = [150_000_000, 200_000_000];
/// Longest start that the specification allows.
pub const START_GOAL_MILLIS: f64 = 100.0;

impl ServerFacts {
    /// Whether the memory stayed within its goals, after all works and at any time; `None` where it is not known.
    pub fn memory_ok(&self) -> [Option<bool>; 2] {
        let [after, at_most] = MEMORY_GOALS;
        [self.memory.map(|bytes| bytes <= after), self.memory_peak.map(|bytes| bytes <= at_most)]
    }

    /// Whether the start stayed within its goal.
    pub fn start_ok(&self) -> Option<bool> {
        self.start_millis.map(|millis| millis <= START_GOAL_MILLIS)
    }
}

impl Row {
    /// A row from what was measured; the goal is judged here.
    pub fn judged(mut self) -> Self {
        self.ok = self.goal.map(|goal| {
            self.problems.is_empty() && self.measured.is_some_and(|measured| goal.reached(measured.value))
        });
        self
    }
}

impl Report {
    /// Whether every goal was reached and nothing went wrong.
    pub fn all_ok(&self) -> bool {
        let rows = self.rows.iter().all(|row| row.ok != Some(false) && row.problems.is_empty());
        let server = |s: &ServerFacts| {
            s.memory_ok().into_iter().chain([s.start_ok()]).all(|reached| reached != Some(false))
        };
        rows && self.servers.iter().all(server)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
pub mod tests {
    use super::*;

    /// A row that reaches half of its limit.
    pub fn row() -> Row {
        Row {
            database: "sqlite".into(),
            orders: 20_000,
            work: "GET /sku/{sku}".into(),
            connections: 32,
            server: Some(Figures {
                per_second: 5000.0,
                p50: 1500.0,
                p99: 9000.0,
                bytes: 9000.0,
                good: 5000,
                processor: Some(120.0),
            }),
            limit: Some(Figures {
                per_second: 10_000.0,
                p50: 900.0,
                p99: 2000.0,
                bytes: 9000.0,
                good: 10_000,
                processor: Some(40.0),
            }),
            measured: Some(Measured { value: 0.5, unit: Unit::OfLimit }),
            goal: Some(Goal::AtLeast(0.4)),
            ok: None,
            problems: Vec::new(),
        }
        .judged()
    }

    #[test]
    fn a_goal_is_reached_only_by_a_run_without_problems() {
        assert_eq!(row().ok, Some(true));
        assert_eq!(Row { goal: Some(Goal::AtLeast(0.6)), ..row() }.judged().ok, Some(false));
        assert_eq!(Row { goal: Some(Goal::AtMost(0.6)), ..row() }.judged().ok, Some(true));
        assert_eq!(Row { problems: vec!["1 failed reads".into()], ..row() }.judged().ok, Some(false));
        assert_eq!(Row { goal: None, ..row() }.judged().ok, None);
    }
}
