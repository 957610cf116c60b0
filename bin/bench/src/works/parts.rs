//! The works on a copy of the database whose large tables are divided into parts.

use anyhow::Result;

use super::bench::Bench;
use super::beside;
use crate::report::Row;
use crate::site::Site;

/// Parts that stores are spread over.
const PARTS: u32 = 16;
/// What must be left of the throughput: one store's rows are in one part, of which nothing gets faster.
const LEFT: f64 = 0.9;

/// Reads and writes there; nothing for SQLite.
pub fn compare(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let Some(url) = site.divided(PARTS)? else { return Ok(()) };
    let divided = site.beside(&url, &[])?;
    let done = beside::compare(bench, site, (&divided, "in 16 parts", LEFT), rows);
    divided.stop()?;
    site.forget_divided()?;
    done
}
