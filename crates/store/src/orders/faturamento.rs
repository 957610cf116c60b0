//! What a store earned in a period, and where the orders of a period stand.

use diesel::prelude::*;
use domain::interface_b::faturamento::Period;
use domain::pedido::{Standing, StatusPedido};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::paging::Range;
use crate::base::schema::pedidos;
use crate::base::{Conn, StoreError, on};
use crate::orders::filter::RegistrosFilter;
use crate::orders::search;

/// Orders that are added up at most: a total is a row to be read.
pub const ADDED_UP_MAX: i64 = 100_000;

/// What became of adding up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaturamentoOutcome {
    /// Added up.
    Done(Period),
    /// So many orders, more than [`ADDED_UP_MAX`].
    TooMany(i64),
}

/// The states of orders that are paid.
pub(super) const PAID: [StatusPedido; 4] =
    [StatusPedido::Pago, StatusPedido::Faturado, StatusPedido::Enviado, StatusPedido::Entregue];

/// The orders of a period, by the day they were placed, that are paid: how many, and their totals added up.
pub fn faturamento(
    conn: &mut Conn<'_>,
    loja: LojaId,
    faixa: Range,
) -> Result<FaturamentoOutcome, StoreError> {
    let paid = Standing::of_statuses(&PAID);
    let filter = RegistrosFilter { faixa, status: Some(paid.clone()), ..RegistrosFilter::default() };
    let count = search::total(conn, loja, &filter)?;
    if count > ADDED_UP_MAX {
        return Ok(FaturamentoOutcome::TooMany(count));
    }
    let totals: Vec<i64> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::data.ge(faixa.start_micros()))
        .filter(pedidos::data.lt(faixa.end_micros()))
        .filter(pedidos::status.eq_any(search::codes(&paid)))
        .select(pedidos::total)
        .load(c))?;
    let sum: i128 = totals.iter().copied().map(i128::from).sum();
    let most = Dinheiro::MAX.ten_thousandths();
    let receita = Dinheiro::from_ten_thousandths(i64::try_from(sum).map_or(most, |sum| sum.min(most)));
    let pedidos = i64::try_from(totals.len()).unwrap_or(i64::MAX);
    Ok(FaturamentoOutcome::Done(Period { pedidos, receita }))
}
