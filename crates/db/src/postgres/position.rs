//! How far a server has come in the log of changes: what the primary has acknowledged, what a standby shows.

use std::time::Instant;

use diesel::PgConnection;
use diesel::RunQueryDsl;
use diesel::sql_types::{BigInt, Integer, Nullable, Text};

use crate::error::DbError;
use crate::statement::{BindValue, Statement};

/// Which copy of which database answers, whatever its address says.
#[derive(Debug, PartialEq, Eq)]
pub struct Origin {
    /// Given by initdb; copies keep it.
    system: i64,
    database: String,
}

/// A session with a standby: it ends when the standby does, so that one which lives has lost nothing of what
/// the standby has shown since.
#[derive(Debug, Clone, Copy)]
pub struct Birth {
    /// When the standby was started, by its own clock: no two have the same.
    server: i64,
    /// What it showed already.
    shown: i64,
    at: Instant,
}

/// That a standby shows everything up to a position.
#[derive(Debug, Clone, Copy)]
pub struct Proof {
    server: i64,
    position: i64,
    /// No later than when that was seen.
    seen: Instant,
}

impl Proof {
    /// Of both at once. Of two that are of different processes nobody can be sure.
    pub fn and(self, other: Self) -> Option<Self> {
        let (position, seen) = (self.position.max(other.position), self.seen.min(other.seen));
        (self.server == other.server).then_some(Self { position, seen, ..self })
    }
}

impl Birth {
    /// What this session has shown, as it was seen at a moment in which it lived.
    pub fn proof(self, position: i64, seen: Instant) -> Proof {
        Proof { server: self.server, position, seen }
    }

    /// Whether the proof holds for this session, too: it is one with the same standby, which has not begun
    /// anew since.
    pub fn shows(self, proof: &Proof) -> bool {
        self.is_of(proof) && (self.at <= proof.seen || self.shown >= proof.position)
    }

    /// Whether it is one with the same standby.
    pub fn is_of(self, proof: &Proof) -> bool {
        self.server == proof.server
    }
}

/// Of which database a server has a copy.
pub fn origin(pg: &mut PgConnection) -> Result<Origin, DbError> {
    let statement: Statement<'_, (BigInt, Text), 0> =
        Statement::new("SELECT system_identifier, current_database()::text FROM pg_control_system()", []);
    let (system, database): (i64, String) = statement.get_result(pg)?;
    Ok(Origin { system, database })
}

/// Up to where the primary has acknowledged anything, and the timeline on which. What is not flushed has been
/// acknowledged only where commits do not wait for that.
pub fn acknowledged(pg: &mut PgConnection, waits: bool) -> Result<(i64, i32), DbError> {
    let statement: Statement<'_, (BigInt, Integer), 1> = Statement::new(
        "SELECT (CASE WHEN current_setting('synchronous_commit') = 'off' OR NOT ? \
         THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END - '0/0')::bigint, \
         ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer",
        [BindValue::Boolean(waits)],
    );
    Ok(statement.get_result(pg)?)
}

/// Up to where a standby shows everything, and the timeline on which it is sent changes, where the role may
/// know that.
pub fn shown(pg: &mut PgConnection) -> Result<(i64, Option<i32>), DbError> {
    let statement: Statement<'_, (Nullable<BigInt>, Nullable<Integer>), 0> = Statement::new(
        "SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::bigint END, \
         (SELECT received_tli FROM pg_stat_wal_receiver)",
        [],
    );
    let (shown, timeline): (Option<i64>, Option<i32>) = statement.get_result(pg)?;
    let shown = shown.ok_or_else(|| DbError::Unavailable("it is no standby, or was promoted".to_owned()))?;
    Ok((shown, timeline))
}

/// The timeline that a standby follows: as it is sent, where the role may know that; else as it has written
/// it down, some minutes after a failover.
pub fn timeline(pg: &mut PgConnection) -> Result<i32, DbError> {
    let statement: Statement<'_, Integer, 0> = Statement::new(
        "SELECT greatest(timeline_id, min_recovery_end_timeline, \
         (SELECT received_tli FROM pg_stat_wal_receiver)) \
         FROM pg_control_checkpoint(), pg_control_recovery()",
        [],
    );
    Ok(statement.get_result(pg)?)
}

/// What a session with a standby is known by.
pub fn birth(pg: &mut PgConnection) -> Result<Birth, DbError> {
    let statement: Statement<'_, BigInt, 0> =
        Statement::new("SELECT (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint", []);
    let server = statement.get_result(pg)?;
    let (shown, _) = shown(pg)?;
    Ok(Birth { server, shown, at: Instant::now() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_proof_holds_for_who_was_there_and_for_who_has_come_as_far() {
        let now = Instant::now();
        let later = now + Duration::from_millis(1);
        let watcher = Birth { server: 1, shown: 5, at: now };
        let proof = watcher.proof(10, now);
        assert!(Birth { server: 1, shown: 0, at: now }.shows(&proof));
        assert!(Birth { server: 1, shown: 10, at: later }.shows(&proof));
        // a standby that crashed and came back behind what it had shown
        assert!(!Birth { server: 1, shown: 9, at: later }.shows(&proof));
        assert!(!Birth { server: 2, shown: 99, at: now }.shows(&proof));
        // of several the youngest session and the furthest position count
        let both = watcher.proof(8, later).and(proof).unwrap();
        assert!(!Birth { server: 1, shown: 9, at: later }.shows(&both));
        assert!(proof.and(Birth { server: 2, shown: 0, at: now }.proof(1, now)).is_none());
    }
}
