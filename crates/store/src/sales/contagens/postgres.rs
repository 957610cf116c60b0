//! Changes are put aside.

use std::sync::Mutex;

use diesel::PgConnection;

use super::cache::BucketCache;
use super::rows;
use crate::base::{Backend, Conn, CountedChange, StoreError};

/// Answers how many rows were put aside.
pub(super) fn write(
    c: &mut PgConnection,
    changes: &[CountedChange],
    _: &Mutex<BucketCache>,
    _: u32,
) -> Result<usize, StoreError> {
    rows::append(&mut Conn::new(Backend::Postgres(c)), changes)
}
