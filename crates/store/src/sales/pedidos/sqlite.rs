//! Orders on SQLite, where statements of one shape stay in the statement cache and cost no round trip.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::arrival::Arrival;
use super::rows::{Moved, PedidoColumns};
use crate::base::schema::{canais, pedidos};
use crate::base::{Pending, StoreError};

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

/// Channels of those that are named, one by one.
pub(super) fn canais(
    c: &mut SqliteConnection,
    named: &[(LojaId, &str)],
) -> Result<Vec<(i32, i32, String, i32)>, StoreError> {
    let mut found = Vec::with_capacity(named.len());
    for (loja, canal) in named {
        let one = canais::table
            .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
            .filter(canais::loja_id.eq(loja.loja))
            .filter(canais::canal_id.eq(canal))
            .select((canais::aplicacao_id, canais::loja_id, canais::canal_id, canais::canal_num));
        found.extend(one.first(c).optional()?);
    }
    Ok(found)
}

/// Orders by their `sourceId`s, one by one.
pub(super) fn of_sources(
    c: &mut SqliteConnection,
    named: &[(LojaId, &str)],
) -> Result<Vec<(i32, i32, String, i32)>, StoreError> {
    let mut found = Vec::new();
    for (loja, source) in named {
        let of_one = pedidos::table
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .filter(pedidos::source_id.eq(source))
            .select((pedidos::aplicacao_id, pedidos::loja_id, pedidos::source_id, pedidos::canal_num));
        found.append(&mut of_one.load(c)?);
    }
    Ok(found)
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
