//! Table after table, each in a transaction of its own.

use diesel::connection::Connection;
use diesel::{RunQueryDsl, sql_query};

use super::super::engine::MIGRATION_LOCK;
use super::super::pool;
use super::{alone, rebuild};
use crate::division::Divided;
use crate::error::DbError;

/// See [`crate::divide`].
pub fn divide(url: &str, divided: &[Divided], told: &mut dyn FnMut(&str)) -> Result<(), DbError> {
    let mut pg = pool::alone(url)?;
    alone::prepare(&mut pg)?;
    for (table, division) in divided {
        let rebuilt = pg.transaction(|pg| {
            sql_query(format!("SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")).execute(pg)?;
            alone::until_alone(pg)?;
            let rebuilt = rebuild::rebuild(pg, table, *division)?;
            if rebuilt {
                // whoever came meanwhile may hold a moment in which the new table was not there yet
                alone::until_alone(pg)?;
            }
            Ok::<_, DbError>(rebuilt)
        })?;
        if rebuilt {
            told(table);
        }
    }
    Ok(())
}
