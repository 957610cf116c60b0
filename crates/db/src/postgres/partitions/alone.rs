//! Who divides a database has it alone. What another transaction took for the present before a table was
//! written anew would show it the new one empty: a backup without orders, a 404 for one that is there.

use std::thread::sleep;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};

use super::super::advice;
use crate::error::DbError;

/// Statistics of divided tables are kept from this version on.
const LEAST: i32 = 140_000;

/// For whoever is about to go.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(100);

/// Others with a connection, each program with its number of them.
const OTHERS: &str = "\
    SELECT format('%s (%s)', coalesce(nullif(application_name, ''), 'a program without a name'), count(*)) \
    FROM pg_stat_activity \
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' \
    GROUP BY application_name ORDER BY 1";

/// Has PostgreSQL notice soon that this program was killed, and wait for nobody for long.
pub fn prepare(pg: &mut PgConnection) -> Result<(), DbError> {
    let version: i32 = sql::<Integer>("SELECT current_setting('server_version_num')::int").get_result(pg)?;
    if version < LEAST {
        let (major, least) = (version / 10_000, LEAST / 10_000);
        return Err(DbError::Restriction(format!(
            "PostgreSQL {major} is too old: tables are divided from {least} on"
        )));
    }
    pg.batch_execute("SET lock_timeout = '5s'; SET client_connection_check_interval = '2s'")
        .map_err(|error| advice::with_remedy(error.into()))
}

/// Waits for a moment until nobody else is there: a program that has ended takes one to go.
///
/// # Errors
/// [`DbError::Restriction`], which names them.
pub fn until_alone(pg: &mut PgConnection) -> Result<(), DbError> {
    let end = Instant::now() + PATIENCE;
    loop {
        // a transaction is told the same each time otherwise
        pg.batch_execute("SELECT pg_stat_clear_snapshot()")?;
        let others: Vec<String> = sql::<Text>(OTHERS).load(pg)?;
        if others.is_empty() {
            return Ok(());
        }
        if Instant::now() > end {
            return Err(DbError::Restriction(format!(
                "others are connected to the database: {}; stop servers, backups and whoever else it is, and \
                 give the command again",
                others.join(", ")
            )));
        }
        sleep(PAUSE);
    }
}
