//! What came of a transaction whose COMMIT got no answer. The change may stand: telling its author that
//! nothing happened would have it made twice.
//!
//! The server knows transactions by their numbers. One that crashed has forgotten those whose log it had not
//! flushed, and a standby that took over those that had not reached it: they give them out again, and another
//! transaction's fate would be told. So numbers mean something as long as the same server goes on without a
//! break; otherwise nothing is known.

use std::thread;
use std::time::{Duration, Instant};

use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{PgConnection, RunQueryDsl};
use r2d2::PooledConnection;

use super::pool::Manager;
use crate::error::DbError;
use crate::statement::{BindValue, Statement};

/// How long the server is asked, from the loss of the connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// Between two questions.
const INTERVAL: Duration = Duration::from_millis(50);

/// How a transaction ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Committed,
    RolledBack,
    /// Nobody could be asked in time.
    Unknown,
}

/// What a transaction is known by later.
pub struct Trace {
    number: i64,
    /// The server's clock, microseconds since 1970.
    time: i64,
    /// Changes when a standby takes over.
    timeline: String,
}

/// The trace of the transaction; `None` when it has written nothing. One round trip: it cannot be had along
/// with BEGIN or COMMIT.
pub fn trace(pg: &mut PgConnection) -> Result<Option<Trace>, DbError> {
    let statement: Statement<'_, (Nullable<BigInt>, BigInt, Text), 0> = Statement::new(
        "SELECT txid_current_if_assigned(), (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, \
         left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)",
        [],
    );
    let (number, time, timeline): (Option<i64>, i64, String) = statement.get_result(pg)?;
    Ok(number.map(|number| Trace { number, time, timeline }))
}

/// Asks what became of a transaction, on another connection.
pub fn fate(trace: &Trace, connect: impl Fn() -> Result<PooledConnection<Manager>, DbError>) -> Fate {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        if let Some(fate) = connect().ok().and_then(|mut connection| {
            connection.begin();
            let status = status(&mut connection.pg, trace);
            if status.is_err() {
                // so that the pool does not hand out a dead one again
                connection.is_lost();
            }
            status.ok().flatten()
        }) {
            return fate;
        }
        thread::sleep(INTERVAL);
    }
    Fate::Unknown
}

/// `None` while the server has not noticed yet that nobody waits for its answer.
fn status(pg: &mut PgConnection, trace: &Trace) -> Result<Option<Fate>, DbError> {
    // the server's statistics begin anew with a crash that it survives itself; a standby has no position to
    // write at and fails
    let statement: Statement<'_, (Bool, Nullable<Text>), 4> = Statement::new(
        "SELECT same, CASE WHEN same THEN txid_status(?) END FROM (SELECT \
         left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) = ? \
         AND extract(epoch FROM pg_postmaster_start_time()) * 1000000 < ? \
         AND coalesce(extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()) * 1000000 < ?, true) \
         AS same) AS server",
        [
            BindValue::I64(trace.number),
            BindValue::Str(&trace.timeline),
            BindValue::I64(trace.time),
            BindValue::I64(trace.time),
        ],
    );
    let (same, status): (bool, Option<String>) = statement.get_result(pg)?;
    if !same {
        return Ok(Some(Fate::Unknown));
    }
    Ok(match status.as_deref() {
        Some("committed") => Some(Fate::Committed),
        Some("aborted") => Some(Fate::RolledBack),
        Some(_) => None,
        // too long ago to be known any more
        None => Some(Fate::Unknown),
    })
}
