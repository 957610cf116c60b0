//! How a database is opened.

use std::time::Duration;

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
            write_queue: 2048,
        }
    }
}
