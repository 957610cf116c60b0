//! Settings of a database.

use std::time::Duration;

use crate::limit::RESERVE;

/// What an acknowledged write survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// A power cut: it is on disk before the answer.
    #[default]
    Full,
    /// A crash of the process, not a power cut.
    Normal,
}

/// Settings of a database. [`Config::new`] gives the defaults.
#[derive(Debug, Clone)]
pub struct Config {
    /// `sqlite://PATH` or `postgres://…`.
    pub url: String,
    /// What an acknowledged write survives.
    pub durability: Durability,
    /// Connections that read (SQLite), or all connections (PostgreSQL).
    pub connections: u32,
    /// How long a call waits for a connection before it fails with [`DbError::Overload`](crate::DbError).
    pub wait: Duration,
    /// How long a call waits for work that has begun. A read then fails as too slow; a write, whose outcome is
    /// not known, with [`DbError::Unknown`](crate::DbError).
    pub deadline: Duration,
    /// Limit of a statement (PostgreSQL); `None` = no limit.
    pub statement_timeout: Option<Duration>,
    /// Capacity of the queue of small writes: of the SQLite writer, or of PostgreSQL's batchers and transactions.
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

    /// Size of the pool, with the connections that are reserved for a second tenant.
    pub(crate) fn pool_size(&self) -> u32 {
        self.connections.max(1) + RESERVE as u32
    }
}
