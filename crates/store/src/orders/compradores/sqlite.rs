//! Buyers on SQLite, where statements of one shape stay in the statement cache.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use crate::base::StoreError;
use crate::base::schema::compradores;
use crate::orders::compradores::row::{CompradorKey, CompradorRow};

/// Not at once: two statements cost no round trip here.
pub(super) fn buyer_and_order(
    _: &mut SqliteConnection,
    _: LojaId,
    _: Option<&CompradorKey>,
) -> Result<Option<(i64, i64)>, StoreError> {
    Ok(None)
}

/// One by one.
pub(super) fn insert(c: &mut SqliteConnection, rows: &[CompradorRow<'_>]) -> Result<(), StoreError> {
    for row in rows {
        diesel::insert_into(compradores::table).values(row).on_conflict_do_nothing().execute(c)?;
    }
    Ok(())
}
