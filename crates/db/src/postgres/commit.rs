//! The outcome of a transaction whose COMMIT got no answer. It may have committed: reporting a failure would
//! make the client repeat it.
//!
//! PostgreSQL tells the status of a transaction by its number. After a crash, and after a failover, numbers of
//! lost transactions are assigned again, so a number is valid only while the same server runs without a break;
//! otherwise the outcome is unknown.

use std::thread;
use std::time::{Duration, Instant};

use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{PgConnection, RunQueryDsl};
use r2d2::PooledConnection;

use super::pool::Manager;
use crate::error::DbError;
use crate::statement::{BindValue, Statement};

/// How long the server is asked after the loss of the connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// Interval of questions.
const INTERVAL: Duration = Duration::from_millis(50);

/// How a transaction ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommitOutcome {
    Committed,
    RolledBack,
    /// No answer in time.
    Unknown,
}

/// What identifies a transaction.
pub struct TransactionId {
    number: i64,
    /// Time by the server's clock, microseconds since 1970.
    time: i64,
    /// Timeline, which changes with a failover.
    timeline: String,
}

/// The identification of the current transaction; `None` when it has written nothing. Costs a round trip.
pub fn current_id(pg: &mut PgConnection) -> Result<Option<TransactionId>, DbError> {
    let statement: Statement<'_, (Nullable<BigInt>, BigInt, Text), 0> = Statement::new(
        "SELECT txid_current_if_assigned(), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, \
         left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)",
        [],
    );
    let (number, time, timeline): (Option<i64>, i64, String) = statement.get_result(pg)?;
    Ok(number.map(|number| TransactionId { number, time, timeline }))
}

/// Asks for the outcome of a transaction on another connection.
pub fn ask_outcome(
    id: &TransactionId,
    connect: impl Fn() -> Result<PooledConnection<Manager>, DbError>,
) -> CommitOutcome {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        if let Some(outcome) = connect().ok().and_then(|mut connection| {
            connection.clear_errors();
            let status = status(&mut connection.pg, id);
            if status.is_err() {
                // makes the pool drop it if it is dead
                connection.check_lost();
            }
            status.ok().flatten()
        }) {
            return outcome;
        }
        thread::sleep(INTERVAL);
    }
    CommitOutcome::Unknown
}

/// `None` while the transaction is still in progress.
fn status(pg: &mut PgConnection, id: &TransactionId) -> Result<Option<CommitOutcome>, DbError> {
    // `same`: the server has run since then without a break. Crash recovery resets the statistics, and so
    // shows by their time; on a standby pg_current_wal_insert_lsn fails, which counts as no answer
    let statement: Statement<'_, (Bool, Nullable<Text>), 4> = Statement::new(
        "SELECT same, CASE WHEN same THEN txid_status(?) END FROM (SELECT \
         left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) = ? \
         AND extract(epoch FROM pg_postmaster_start_time()) * 1000000 < ? \
         AND coalesce(extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()) * 1000000 < ?, true) \
         AS same) AS server",
        [
            BindValue::I64(id.number),
            BindValue::Str(&id.timeline),
            BindValue::I64(id.time),
            BindValue::I64(id.time),
        ],
    );
    let (same, status): (bool, Option<String>) = statement.get_result(pg)?;
    if !same {
        return Ok(Some(CommitOutcome::Unknown));
    }
    Ok(match status.as_deref() {
        Some("committed") => Some(CommitOutcome::Committed),
        Some("aborted") => Some(CommitOutcome::RolledBack),
        Some(_) => None,
        // too old to be known
        None => Some(CommitOutcome::Unknown),
    })
}
