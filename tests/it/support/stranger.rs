//! Somebody else at the rows of a table of PostgreSQL.

use super::wait::until;
use db::diesel::connection::SimpleConnection;
use db::diesel::pg::PgConnection;
use db::diesel::sql_types::BigInt;
use db::diesel::{self, Connection, QueryableByName, RunQueryDsl};

/// A stranger's transaction that holds rows.
pub struct Stranger {
    holder: PgConnection,
    observer: PgConnection,
}

#[derive(QueryableByName)]
struct Waiting {
    #[diesel(sql_type = BigInt)]
    clients: i64,
}

impl Stranger {
    /// Takes the rows of a table, be it with a condition.
    pub fn holds(url: &str, rows: &str) -> Self {
        let mut holder = PgConnection::establish(url).unwrap();
        holder.batch_execute(&format!("BEGIN; SELECT 1 FROM {rows} FOR UPDATE")).unwrap();
        Self { holder, observer: PgConnection::establish(url).unwrap() }
    }

    /// Takes further rows, which nobody has.
    pub fn takes(&mut self, rows: &str) {
        self.holder.batch_execute(&format!("SELECT 1 FROM {rows} FOR UPDATE NOWAIT")).unwrap();
    }

    /// Until some clients wait for a lock.
    pub async fn is_waited_for(&mut self, clients: i64) {
        until("the clients wait for a lock", async || {
            let waiting = diesel::sql_query(
                "SELECT count(*) AS clients FROM pg_stat_activity \
                 WHERE datname = current_database() AND wait_event_type = 'Lock'",
            );
            waiting.get_result::<Waiting>(&mut self.observer).unwrap().clients >= clients
        })
        .await;
    }

    /// Lets go.
    pub fn leaves(mut self) {
        self.holder.batch_execute("COMMIT").unwrap();
    }
}
