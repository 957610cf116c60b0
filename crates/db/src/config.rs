//! How a database is opened.

use std::time::Duration;

use crate::fair::BESIDES;

/// When a write is acknowledged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// On disk before the answer: survives a power cut.
    #[default]
    Full,
    /// In the operating system's hands before the answer: survives a crash of the process, not a power cut.
    Normal,
}

/// Settings of a database. [`Config::new`] gives the defaults.
#[derive(Debug, Clone)]
pub struct Config {
    /// `sqlite://PATH` or `postgres://…`.
    pub url: String,
    /// When a write is acknowledged.
    pub durability: Durability,
    /// Connections that read (SQLite), or all connections (PostgreSQL).
    pub connections: u32,
    /// How long a call waits for its turn before it is refused as overload.
    pub wait: Duration,
    /// How long a call waits for work that has begun: a read is then too slow, and of a write it is not known
    /// whether it will be made.
    pub deadline: Duration,
    /// How long one statement may take (PostgreSQL); `None` = as long as it needs.
    pub statement_timeout: Option<Duration>,
    /// Writes that may wait for the SQLite writer before further ones are refused as overload.
    pub write_queue: usize,
}

impl Config {
    /// The defaults for a URL.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            durability: Durability::Full,
            connections: 8,
            wait: Duration::from_secs(2),
            deadline: Duration::from_secs(30),
            statement_timeout: Some(Duration::from_secs(15)),
            write_queue: 2048,
        }
    }

    /// Connections in the pool: some besides, for whoever comes while somebody has all the others.
    pub(crate) fn pool_size(&self) -> u32 {
        self.connections.max(1) + BESIDES as u32
    }
}
