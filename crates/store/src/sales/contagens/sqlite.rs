//! The one writer adds to the buckets at once.

use std::sync::{Mutex, PoisonError};

use diesel::sql_types::BigInt;
use diesel::{QueryableByName, RunQueryDsl, SqliteConnection, sql_query};

use super::cache::BucketCache;
use super::writing::apply;
use crate::base::{Backend, Conn, CountedChange, StoreError};

/// Another one when another connection has written.
#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = BigInt)]
    data_version: i64,
}

/// Answers how many rows were put aside: none.
pub(super) fn write(
    c: &mut SqliteConnection,
    changes: &[CountedChange],
    buckets: &Mutex<BucketCache>,
    bucket_size: u32,
) -> Result<usize, StoreError> {
    let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
    buckets.check(sql_query("PRAGMA data_version").get_result::<Version>(c)?.data_version);
    apply(&mut Conn::new(Backend::Sqlite(c)), changes, bucket_size, &mut buckets)?;
    Ok(0)
}
