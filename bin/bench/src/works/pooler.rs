//! The works by way of PgBouncer, which hands connections on by the transaction.

use anyhow::{Context, Result};

use super::bench::Bench;
use super::beside;
use crate::home::Database;
use crate::pgbouncer::{self, PgBouncer};
use crate::report::Row;
use crate::site::Site;

/// What must be left of the throughput.
const LEFT: f64 = 0.9;

/// Reads and writes through the pooler; nothing for SQLite, or where the program is not installed.
pub fn compare(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let Some(program) = pgbouncer::program().filter(|_| site.database == Database::Postgres) else {
        return Ok(());
    };
    let pooler = PgBouncer::start(&program, site.url())?;
    let (_, name) = site.url().rsplit_once('/').context("an address with a database")?;
    let pooled = site.beside(&pooler.url(name), &["--pooler", "on"])?;
    let done = beside::compare(bench, site, (&pooled, "through PgBouncer", LEFT), rows);
    pooled.stop()?;
    done
}
