//! Locking SKUs, and reading what orders hold of them.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::balance::Balance;
use super::change::Shelf;
use super::reserva::ReservaRow;
use crate::base::schema::{estoque_centros, estoque_reservas, skus};
use crate::base::{Conn, StoreError, Tx, dialect, load_by_key, on};
use crate::catalogue::centros;

/// Locks SKUs, in the order of their codes.
pub(crate) fn lock(tx: &mut Tx<'_>, loja: LojaId, nums: &[i64]) -> Result<Shelf, StoreError> {
    let locked = match nums {
        [] => Vec::new(),
        nums => dialect!(tx => locked(loja, nums))?,
    };
    of_locked(tx, loja, locked)
}

/// [`lock`] by the codes, which are distinct.
pub(crate) fn lock_codes(tx: &mut Tx<'_>, loja: LojaId, codes: &[&str]) -> Result<Shelf, StoreError> {
    let locked = dialect!(tx => locked_by_code(loja, codes))?;
    of_locked(tx, loja, locked)
}

/// Around SKUs that this transaction has locked and read since.
pub(crate) fn of_locked(tx: &mut Tx<'_>, loja: LojaId, locked: Vec<Balance>) -> Result<Shelf, StoreError> {
    let others = others(tx, loja, &locked)?;
    Ok(Shelf::new(loja, tx.now(), locked, others))
}

/// Where locked SKUs lie besides the centre that every user has: their rows are locked with them.
pub(crate) fn others(
    conn: &mut Conn<'_>,
    loja: LojaId,
    locked: &[Balance],
) -> Result<Vec<(i32, Balance)>, StoreError> {
    let spread = locked.iter().filter(|one| one.centros > 0).map(|one| one.sku_num);
    let spread: Vec<i64> = spread.collect();
    if spread.is_empty() {
        return Ok(Vec::new());
    }
    let found: Vec<(i32, Balance)> = load_by_key!(conn, estoque_centros::sku_num, &spread, |of_them| {
        estoque_centros::table
            .inner_join(
                skus::table.on(skus::aplicacao_id
                    .eq(estoque_centros::aplicacao_id)
                    .and(skus::loja_id.eq(estoque_centros::loja_id))
                    .and(skus::sku_num.eq(estoque_centros::sku_num))),
            )
            .filter(estoque_centros::aplicacao_id.eq(loja.aplicacao.0))
            .filter(estoque_centros::loja_id.eq(loja.loja))
            .filter(of_them)
            .select((
                estoque_centros::centro_num,
                (
                    skus::sku_num,
                    skus::sku,
                    estoque_centros::estoque,
                    estoque_centros::reservado,
                    estoque_centros::movimentos,
                    skus::controle,
                    skus::centros,
                ),
            ))
    });
    Ok(found)
}

/// The centres that an order of a channel takes from, the first one first: asked for once, however many
/// orders there are. Where no SKU lies in more than one, nobody asks.
pub(crate) fn centros(tx: &mut Tx<'_>, shelf: &mut Shelf, canal: i32) -> Result<Vec<i32>, StoreError> {
    if !shelf.spread() {
        return Ok(Vec::new());
    }
    if let Some(known) = shelf.centros.get(&canal) {
        return Ok(known.clone());
    }
    let found = centros::for_order(tx, shelf.loja, canal)?;
    shelf.centros.insert(canal, found.clone());
    Ok(found)
}

/// What some orders hold.
pub(crate) fn of_pedidos(
    conn: &mut Conn<'_>,
    loja: LojaId,
    pedidos: &[i64],
) -> Result<Vec<ReservaRow>, StoreError> {
    Ok(load_by_key!(conn, estoque_reservas::pedido_id, pedidos, |of_them| estoque_reservas::table
        .filter(estoque_reservas::aplicacao_id.eq(loja.aplicacao.0))
        .filter(estoque_reservas::loja_id.eq(loja.loja))
        .filter(of_them)
        .select(ReservaRow::as_select())))
}

/// What orders hold of some SKUs: all that the store's orders hold is looked through, once.
pub(crate) fn of_skus(
    conn: &mut Conn<'_>,
    loja: LojaId,
    nums: &[i64],
) -> Result<Vec<ReservaRow>, StoreError> {
    Ok(on!(conn, c => estoque_reservas::table
        .filter(estoque_reservas::aplicacao_id.eq(loja.aplicacao.0))
        .filter(estoque_reservas::loja_id.eq(loja.loja))
        .filter(estoque_reservas::sku_num.eq_any(nums))
        .select(ReservaRow::as_select())
        .load(c))?)
}

/// Written out, not bound: a partial index serves only a condition that it can read.
fn on_shelf() -> diesel::expression::SqlLiteral<Bool> {
    diesel::dsl::sql("estoque_reservas.reservada > 0")
}

/// How many reservations [`taken_over`] finds of each of some SKUs, by their numbers; of most none.
pub(crate) fn count_taken_over(
    conn: &mut Conn<'_>,
    loja: LojaId,
    nums: &[i64],
    as_of: Instante,
) -> Result<HashMap<i64, i64>, StoreError> {
    let found: Vec<(i64, i64)> =
        load_by_key!(conn, estoque_reservas::sku_num, nums, |of_them| estoque_reservas::table
            .filter(estoque_reservas::aplicacao_id.eq(loja.aplicacao.0))
            .filter(estoque_reservas::loja_id.eq(loja.loja))
            .filter(of_them)
            .filter(on_shelf())
            .filter(estoque_reservas::assumida_em.lt(as_of.micros()))
            .group_by(estoque_reservas::sku_num)
            .select((estoque_reservas::sku_num, count_star())));
    Ok(found.into_iter().collect())
}

/// What orders hold of some SKUs that the owner took over before an instant.
pub(crate) fn taken_over(
    conn: &mut Conn<'_>,
    loja: LojaId,
    nums: &[i64],
    as_of: Instante,
) -> Result<Vec<ReservaRow>, StoreError> {
    Ok(load_by_key!(conn, estoque_reservas::sku_num, nums, |of_them| estoque_reservas::table
        .filter(estoque_reservas::aplicacao_id.eq(loja.aplicacao.0))
        .filter(estoque_reservas::loja_id.eq(loja.loja))
        .filter(of_them)
        .filter(on_shelf())
        .filter(estoque_reservas::assumida_em.lt(as_of.micros()))
        .select(ReservaRow::as_select())))
}
