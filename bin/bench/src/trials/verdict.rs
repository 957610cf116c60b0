//! What one kind of round came to on one database.

use std::time::Duration;

use serde::Serialize;

use super::change::Tally;
use super::kind::Kind;
use super::witness::Waits;
use crate::home::Database;

/// A row of the table.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    pub round: Kind,
    pub database: Database,
    pub rounds: u32,
    /// Changes; `None` where none was made.
    pub tally: Option<Tally>,
    /// The longest wait of the honest client.
    pub worst_millis: Option<u64>,
    /// 99 of 100 of its answers came sooner.
    pub p99_millis: Option<u64>,
    /// The most memory that a server had.
    pub memory_peak: u64,
    /// What is wrong; nothing when all is well.
    pub problems: Vec<String>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
}

impl Verdict {
    /// Of no round yet.
    pub fn new(round: Kind, database: Database) -> Self {
        Self {
            round,
            database,
            rounds: 0,
            tally: None,
            worst_millis: None,
            p99_millis: None,
            memory_peak: 0,
            problems: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// With the changes of a further round.
    pub fn count(&mut self, tally: Tally) {
        self.tally.get_or_insert_default().add(tally);
    }

    /// With the waits of the honest client.
    pub fn waits(&mut self, waits: &Waits) {
        self.worst_millis = waits.worst().map(millis);
        self.p99_millis = waits.p99().map(millis);
    }

    /// With the memory of a server.
    pub fn memory(&mut self, peak: u64) {
        self.memory_peak = self.memory_peak.max(peak);
    }

    /// Says that something is wrong unless it is so.
    pub fn demand(&mut self, so: bool, otherwise: impl FnOnce() -> String) {
        if !so {
            self.problems.push(otherwise());
        }
    }

    /// Whether the server bore it.
    pub fn ok(&self) -> bool {
        self.problems.is_empty() && self.tally.as_ref().is_none_or(Tally::is_true)
    }
}

pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
