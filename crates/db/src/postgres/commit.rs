//! What came of a transaction whose COMMIT got no answer. The change may stand: telling its author that
//! nothing happened would have it made twice.

use std::thread;
use std::time::{Duration, Instant};

use diesel::sql_types::{BigInt, Nullable, Text};
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

/// The transaction's number, by which the server knows it later; `None` when it has written nothing. One
/// round trip: a number cannot be had along with BEGIN or COMMIT.
pub fn number(pg: &mut PgConnection) -> Result<Option<i64>, DbError> {
    let statement: Statement<'_, Nullable<BigInt>, 0> =
        Statement::new("SELECT txid_current_if_assigned()", []);
    Ok(statement.get_result(pg)?)
}

/// Asks what became of a transaction, on another connection.
pub fn fate(number: i64, connect: impl Fn() -> Result<PooledConnection<Manager>, DbError>) -> Fate {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        if let Some(fate) = connect().ok().and_then(|mut connection| {
            connection.begin();
            let status = status(&mut connection.pg, number);
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
fn status(pg: &mut PgConnection, number: i64) -> Result<Option<Fate>, DbError> {
    let statement: Statement<'_, Nullable<Text>, 1> =
        Statement::new("SELECT txid_status(?)", [BindValue::I64(number)]);
    let status: Option<String> = statement.get_result(pg)?;
    Ok(match status.as_deref() {
        Some("committed") => Some(Fate::Committed),
        Some("aborted") => Some(Fate::RolledBack),
        Some(_) => None,
        // too long ago to be known any more
        None => Some(Fate::Unknown),
    })
}
