//! Locking SKUs, and reading what orders hold of them.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::change::Shelf;
use super::reserva::ReservaRow;
use crate::base::schema::estoque_reservas;
use crate::base::{Conn, StoreError, Tx, dialect, load_by_key};

/// Locks SKUs, in the order of their codes.
pub(crate) fn lock(tx: &mut Tx<'_>, loja: LojaId, nums: &[i64]) -> Result<Shelf, StoreError> {
    let locked = match nums {
        [] => Vec::new(),
        nums => dialect!(tx => locked(loja, nums))?,
    };
    Ok(Shelf::new(loja, tx.now(), locked))
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

/// What orders hold of some SKUs.
pub(crate) fn of_skus(
    conn: &mut Conn<'_>,
    loja: LojaId,
    nums: &[i64],
) -> Result<Vec<ReservaRow>, StoreError> {
    Ok(load_by_key!(conn, estoque_reservas::sku_num, nums, |of_them| estoque_reservas::table
        .filter(estoque_reservas::aplicacao_id.eq(loja.aplicacao.0))
        .filter(estoque_reservas::loja_id.eq(loja.loja))
        .filter(of_them)
        .select(ReservaRow::as_select())))
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
        .filter(estoque_reservas::reservada.gt(0))
        .filter(estoque_reservas::assumida_em.lt(as_of.micros()))
        .select(ReservaRow::as_select())))
}
