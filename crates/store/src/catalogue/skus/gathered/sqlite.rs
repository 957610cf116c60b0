//! On SQLite: its writer gathers every write, and nothing is gathered here.

use diesel::SqliteConnection;
use domain::values::dates::Instante;

use super::rows::{Asked, Changes, Row};
use crate::base::StoreError;

/// None can be had: each change is made by itself.
pub(super) fn lock(_: &mut SqliteConnection, _: &[Asked<'_>]) -> Result<Vec<Row>, StoreError> {
    Ok(Vec::new())
}

/// Nothing has been made.
pub(super) fn write(_: &mut SqliteConnection, _: &Changes, _: Instante) -> Result<(), StoreError> {
    Ok(())
}
