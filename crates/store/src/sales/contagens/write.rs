//! What a commit does to the counters.

use std::sync::Mutex;

use super::cache::BucketCache;
use super::changes::net;
use crate::base::{Conn, Pending, StoreError, dialect};

/// Brings what the jobs of a commit have changed into the counters, or on its way there.
pub(crate) fn write(
    conn: &mut Conn<'_>,
    pending: &mut Pending,
    buckets: &Mutex<BucketCache>,
    bucket_size: u32,
) -> Result<(), StoreError> {
    let changes = net(std::mem::take(&mut pending.changes));
    if changes.is_empty() {
        return Ok(());
    }
    pending.changes_written += dialect!(conn => write(&changes, buckets, bucket_size))?;
    Ok(())
}
