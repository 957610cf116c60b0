//! Reservations: what orders hold of a SKU in a centre, as it is stored and read.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use domain::estoque::{Lot, Reserva};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::schema::{estoque_reservas, pedidos};
use crate::base::{Conn, StoreError, from_json, load_by_key, on};
use crate::inventory::ledger::Account;

/// Which order holds which SKU in which centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub sku_num: i64,
    pub centro_num: i32,
    pub pedido_id: i64,
}

impl Key {
    /// The SKU and centre that it reserves units of.
    pub fn account(&self) -> Account {
        (self.sku_num, self.centro_num)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = estoque_reservas)]
pub(crate) struct ReservationRow {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub pedido_id: i64,
    pub sku_num: i64,
    pub centro_num: i32,
    pub linhas: Option<String>,
    pub reservada: i64,
    pub baixada: i64,
    pub falta: i64,
    pub assumida_em: Option<i64>,
    pub informada: bool,
    pub encerrada: bool,
}

impl ReservationRow {
    pub fn new(loja: LojaId, key: Key, value: &Reserva) -> Self {
        Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            sku_num: key.sku_num,
            pedido_id: key.pedido_id,
            centro_num: key.centro_num,
            linhas: linhas(&value.lots),
            reservada: value.held(),
            baixada: value.taken(),
            falta: value.short,
            assumida_em: value.taken_over.map(Instante::micros),
            informada: value.held() > 0 && value.untold() == 0,
            encerrada: value.ended,
        }
    }

    pub fn key(&self) -> Key {
        Key { sku_num: self.sku_num, centro_num: self.centro_num, pedido_id: self.pedido_id }
    }

    pub fn value(&self) -> Result<Reserva, StoreError> {
        Ok(Reserva {
            lots: lots(self)?,
            short: self.falta,
            taken_over: self.assumida_em.map(Instante::from_micros),
            ended: self.encerrada,
        })
    }
}

/// Lines as they are stored: nothing where the order has the SKU in its first line alone, as nearly all do.
fn linhas(lots: &[Lot]) -> Option<String> {
    if let [Lot { line: 0, .. }] = lots {
        return None;
    }
    let lots: Vec<String> =
        lots.iter().map(|lot| format!("[{},{},{},{}]", lot.line, lot.held, lot.taken, lot.told)).collect();
    Some(format!("[{}]", lots.join(",")))
}

fn lots(row: &ReservationRow) -> Result<Vec<Lot>, StoreError> {
    let Some(text) = &row.linhas else {
        let lot = Lot { line: 0, held: row.reservada, taken: row.baixada, told: row.informada };
        return Ok(vec![lot]);
    };
    let lots: Vec<(usize, i64, i64, bool)> = from_json("estoque_reservas.linhas", text)?;
    Ok(lots.into_iter().map(|(line, held, taken, told)| Lot { line, held, taken, told }).collect())
}

/// Reservations of a store that a condition lets through.
macro_rules! reservations_of {
    ($loja:expr, $condition:expr) => {
        $crate::base::of_store!(estoque_reservas, $loja).filter($condition)
    };
}

/// Reservations of some orders.
pub(crate) fn of_orders(
    conn: &mut Conn<'_>,
    loja: LojaId,
    orders: &[i64],
) -> Result<Vec<ReservationRow>, StoreError> {
    Ok(load_by_key!(conn, estoque_reservas::pedido_id, orders.iter().copied(), |of_them| reservations_of!(
        loja, of_them
    )
    .select(ReservationRow::as_select())))
}

/// Reservations of some SKUs; reads all reservations of the store, once.
pub(crate) fn of_skus(
    conn: &mut Conn<'_>,
    loja: LojaId,
    numbers: &[i64],
) -> Result<Vec<ReservationRow>, StoreError> {
    Ok(on!(conn, c => reservations_of!(loja, estoque_reservas::sku_num.eq_any(numbers))
        .select(ReservationRow::as_select())
        .load(c))?)
}

/// Written out, not bound: a partial index serves only a condition that SQLite can read.
fn holds_units() -> diesel::expression::SqlLiteral<Bool> {
    diesel::dsl::sql("estoque_reservas.reservada > 0")
}

/// Reservations of some SKUs that the owner of the stock had taken over before the end of an instant.
pub(crate) fn taken_over(
    conn: &mut Conn<'_>,
    loja: LojaId,
    numbers: &[i64],
    as_of: Instante,
) -> Result<Vec<ReservationRow>, StoreError> {
    Ok(load_by_key!(conn, estoque_reservas::sku_num, numbers.iter().copied(), |of_them| reservations_of!(
        loja, of_them
    )
    .filter(holds_units())
    .filter(estoque_reservas::assumida_em.lt(as_of.second_end().micros()))
    .select(ReservationRow::as_select())))
}

/// How many reservations [`taken_over`] finds of each of some SKUs; SKUs without any are left out.
pub(crate) fn count_taken_over(
    conn: &mut Conn<'_>,
    loja: LojaId,
    numbers: &[i64],
    as_of: Instante,
) -> Result<HashMap<i64, i64>, StoreError> {
    let found: Vec<(i64, i64)> =
        load_by_key!(conn, estoque_reservas::sku_num, numbers.iter().copied(), |of_them| reservations_of!(
            loja, of_them
        )
        .filter(holds_units())
        .filter(estoque_reservas::assumida_em.lt(as_of.second_end().micros()))
        .group_by(estoque_reservas::sku_num)
        .select((estoque_reservas::sku_num, count_star())));
    Ok(found.into_iter().collect())
}

/// Written out, like [`holds_units`], and for the same reason.
fn waits() -> diesel::expression::SqlLiteral<Bool> {
    diesel::dsl::sql(
        "estoque_reservas.reservada > 0 AND estoque_reservas.assumida_em IS NULL \
         AND NOT estoque_reservas.informada",
    )
}

/// Reservations of some SKUs that the owner of the stock has neither taken over nor told a fall by, with the
/// instants at which their orders came in.
pub(crate) fn waiting(
    conn: &mut Conn<'_>,
    loja: LojaId,
    numbers: &[i64],
) -> Result<Vec<(ReservationRow, Instante)>, StoreError> {
    let found: Vec<(ReservationRow, i64)> =
        load_by_key!(conn, estoque_reservas::sku_num, numbers.iter().copied(), |of_them| reservations_of!(
            loja, of_them
        )
        .inner_join(
            pedidos::table.on(pedidos::aplicacao_id
                .eq(estoque_reservas::aplicacao_id)
                .and(pedidos::loja_id.eq(estoque_reservas::loja_id))
                .and(pedidos::pedido_id.eq(estoque_reservas::pedido_id)))
        )
        .filter(waits())
        .select((ReservationRow::as_select(), pedidos::criado_em)));
    Ok(found.into_iter().map(|(row, came)| (row, Instante::from_micros(came))).collect())
}

/// How many reservations [`waiting`] finds of each of some SKUs; SKUs without any are left out.
pub(crate) fn count_waiting(
    conn: &mut Conn<'_>,
    loja: LojaId,
    numbers: &[i64],
) -> Result<HashMap<i64, i64>, StoreError> {
    let found: Vec<(i64, i64)> =
        load_by_key!(conn, estoque_reservas::sku_num, numbers.iter().copied(), |of_them| reservations_of!(
            loja, of_them
        )
        .filter(waits())
        .group_by(estoque_reservas::sku_num)
        .select((estoque_reservas::sku_num, count_star())));
    Ok(found.into_iter().collect())
}
