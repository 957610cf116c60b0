//! Buyers on SQLite, where statements of one shape stay in the statement cache.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::row::{CompradorKey, CompradorRow};
use crate::base::StoreError;
use crate::base::schema::compradores;

/// Not at once: two statements cost no round trip here.
pub(super) fn buyer_and_order(
    _: &mut SqliteConnection,
    _: LojaId,
    _: Option<&CompradorKey>,
) -> Result<Option<(i64, i64)>, StoreError> {
    Ok(None)
}

/// The numbers of some buyers that are there, one by one.
pub(super) fn find(
    c: &mut SqliteConnection,
    keys: &[(LojaId, &[u8])],
) -> Result<Vec<(i32, i32, CompradorKey, i64)>, StoreError> {
    let mut found = Vec::with_capacity(keys.len());
    for (loja, key) in keys {
        let number = compradores::table
            .find((loja.aplicacao.0, loja.loja, *key))
            .select(compradores::all_columns)
            .first(c)
            .optional()?;
        found.extend(number);
    }
    Ok(found)
}

/// One by one.
pub(super) fn insert(c: &mut SqliteConnection, rows: &[CompradorRow<'_>]) -> Result<(), StoreError> {
    for row in rows {
        diesel::insert_into(compradores::table).values(row).on_conflict_do_nothing().execute(c)?;
    }
    Ok(())
}
