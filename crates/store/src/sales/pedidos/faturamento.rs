//! What a store earned in a period, and where the orders of a period stand.

use diesel::prelude::*;
use domain::interface_b::faturamento::Period;
use domain::pedido::{Standing, StatusPedido};
use domain::values::ids::{LojaId, PedidoId};
use domain::values::money::Dinheiro;
use serde::Deserialize;

use super::filter::RegistrosFilter;
use super::search;
use crate::base::paging::{CHUNK, Range};
use crate::base::schema::{pedido_documentos, pedidos};
use crate::base::{Conn, DOCUMENTO, Packed, StoreError, load_by_key, on};

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
    let totals: Vec<(i64, Option<i64>)> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::data.ge(faixa.start_micros()))
        .filter(pedidos::data.lt(faixa.end_micros()))
        .filter(pedidos::status.eq_any(search::codes(&paid)))
        .select((pedidos::pedido_id, pedidos::total))
        .load(c))?;
    let unwritten: Vec<i64> = totals.iter().filter(|(_, total)| total.is_none()).map(|(id, _)| *id).collect();
    let mut sum: i128 = totals.iter().filter_map(|(_, total)| *total).map(i128::from).sum();
    for ids in unwritten.chunks(CHUNK) {
        sum += documented(conn, loja, ids)?;
    }
    let most = Dinheiro::MAX.ten_thousandths();
    let receita = Dinheiro::from_ten_thousandths(i64::try_from(sum).map_or(most, |sum| sum.min(most)));
    let pedidos = i64::try_from(totals.len()).unwrap_or(i64::MAX);
    Ok(FaturamentoOutcome::Done(Period { pedidos, receita }))
}

/// What of an order's document is its total.
#[derive(Deserialize)]
struct WithTotal {
    total: Dinheiro,
}

/// The totals of orders that have none beside their document yet, added up.
fn documented(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<i128, StoreError> {
    let documents: Vec<(i64, Packed)> =
        load_by_key!(conn, pedido_documentos::pedido_id, ids, |of_them| pedido_documentos::table
            .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_documentos::loja_id.eq(loja.loja))
            .filter(of_them)
            .select((pedido_documentos::pedido_id, DOCUMENTO)));
    let mut sum = 0;
    for (id, document) in documents {
        let WithTotal { total } = document.read_document(PedidoId(id))?;
        sum += i128::from(total.ten_thousandths());
    }
    Ok(sum)
}
