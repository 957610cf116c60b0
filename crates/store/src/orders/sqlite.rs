//! Orders on SQLite, where statements of one shape stay in the statement cache and cost no round trip.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::schema::pedidos;
use crate::base::{Pending, StoreError};
use crate::orders::arrival::Arrival;
use crate::orders::rows::{Moved, PedidoColumns};

/// Not at once: row by row.
pub(super) fn store_at_once(
    _: &mut SqliteConnection,
    _: &mut Pending,
    _: Instante,
    _: &Arrival<'_>,
) -> Result<bool, StoreError> {
    Ok(false)
}

/// Inserts orders whose natural key is free; answers which.
pub(super) fn insert_new(c: &mut SqliteConnection, rows: &[PedidoColumns]) -> Result<Vec<i64>, StoreError> {
    let mut inserted = Vec::with_capacity(rows.len());
    for row in rows {
        let insert = diesel::insert_into(pedidos::table)
            .values(row)
            .on_conflict((pedidos::aplicacao_id, pedidos::loja_id, pedidos::source_id, pedidos::canal_num))
            .do_nothing()
            .returning(pedidos::pedido_id);
        inserted.append(&mut insert.get_results(c)?);
    }
    Ok(inserted)
}

/// With one writer nothing else can be under way.
pub(super) fn lock(_: &mut SqliteConnection, _: LojaId, _: &[i64]) -> Result<(), StoreError> {
    Ok(())
}

/// Not at once: one by one.
pub(super) fn update_at_once(
    _: &mut SqliteConnection,
    _: LojaId,
    _: &[Moved<'_>],
) -> Result<bool, StoreError> {
    Ok(false)
}
