//! The kinds of rounds, by the names by which they are asked for.

use clap::ValueEnum;
use serde::Serialize;

use crate::home::Database;

/// A kind of round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// kill -9 at random moments under writes
    Kills,
    /// One of two servers on one PostgreSQL is frozen for seconds
    Freezes,
    /// The connection to PostgreSQL is cut around COMMIT
    Cuts,
    /// The PostgreSQL that writes is lost under three servers, and its standby takes over; the servers are
    /// replaced one by one
    Failovers,
    /// Thousands of silent, dripping and never reading sockets
    Hostile,
    /// One application asks for the dearest things all the time
    Unfair,
    /// The disk under SQLite is full
    FullDisk,
    /// SIGTERM under writes
    Stops,
    /// Notifications of many stores go to an address that never answers
    DeadAddresses,
    /// The server's clock jumps, by a year ahead, by days back, and is right again
    WrongClocks,
    /// The power fails under SQLite: what was not flushed is lost or torn
    PowerCuts,
    /// Two connected channels sell the same SKUs while calls fail and the server is killed
    Channels,
    /// A thousand connected channels with nothing to do: memory and processor time
    IdleChannels,
}

impl Kind {
    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kills => "kills",
            Self::Freezes => "freezes",
            Self::Cuts => "cuts",
            Self::Failovers => "failovers",
            Self::Hostile => "hostile",
            Self::Unfair => "unfair",
            Self::FullDisk => "full-disk",
            Self::Stops => "stops",
            Self::DeadAddresses => "dead-addresses",
            Self::WrongClocks => "wrong-clocks",
            Self::PowerCuts => "power-cuts",
            Self::Channels => "channels",
            Self::IdleChannels => "idle-channels",
        }
    }

    /// Whether it is made on this database.
    pub fn concerns(self, database: Database) -> bool {
        match self {
            Self::Kills
            | Self::Hostile
            | Self::Unfair
            | Self::Stops
            | Self::DeadAddresses
            | Self::WrongClocks
            | Self::Channels
            | Self::IdleChannels => true,
            Self::Freezes | Self::Cuts | Self::Failovers => database == Database::Postgres,
            Self::FullDisk | Self::PowerCuts => database == Database::Sqlite,
        }
    }
}
