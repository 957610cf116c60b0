//! How orders come in: by day and status, by channel.

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::pedido::{Standing, StatusPedido};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::paging::Range;
use crate::base::schema::pedidos;
use crate::base::{Conn, StoreError, on};
use crate::orders::counts::{Counter, Kind, Selector};
use crate::orders::faturamento::PAID;
use crate::orders::search;

/// What came in through a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CanalSales {
    /// The service's number of the channel.
    pub canal_num: i32,
    /// Orders.
    pub pedidos: i64,
    /// The totals of those that are paid, added up.
    pub vendido: Dinheiro,
}

/// The orders of a range, by the date they were placed, by channel: the one with the most first. Reads them
/// all: for a day or so.
pub fn by_canal(conn: &mut Conn<'_>, loja: LojaId, faixa: Range) -> Result<Vec<CanalSales>, StoreError> {
    let paid = search::codes(&Standing::of_statuses(&PAID));
    let rows: Vec<(i32, i16, i64, i64)> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::data.ge(faixa.start_micros()))
        .filter(pedidos::data.lt(faixa.end_micros()))
        .group_by((pedidos::canal_num, pedidos::status))
        .select((
            pedidos::canal_num,
            pedidos::status,
            count_star(),
            diesel::dsl::sql::<BigInt>("CAST(SUM(pedidos.total) AS BIGINT)"),
        ))
        .load(c))?;
    let mut all: Vec<CanalSales> = Vec::new();
    for (canal_num, status, count, total) in rows {
        let sold = if paid.contains(&status) { total } else { 0 };
        if !all.iter().any(|one| one.canal_num == canal_num) {
            all.push(CanalSales { canal_num, pedidos: 0, vendido: Dinheiro::ZERO });
        }
        for one in all.iter_mut().filter(|one| one.canal_num == canal_num) {
            let so_far = one.vendido.ten_thousandths();
            one.pedidos += count;
            one.vendido = Dinheiro::from_ten_thousandths(so_far.saturating_add(sold));
        }
    }
    all.sort_by_key(|one| (-one.pedidos, one.canal_num));
    Ok(all)
}

/// How many orders of a period, by the day they were placed, stand where.
pub fn by_status(
    conn: &mut Conn<'_>,
    loja: LojaId,
    faixa: Range,
) -> Result<Vec<(StatusPedido, i64)>, StoreError> {
    Ok(by_day(conn, loja, &[faixa])?.pop().unwrap_or_default())
}

/// How many orders of each range, by the date they were placed, stand where. Out of the counts, which are
/// read once per range and not once per status.
pub fn by_day(
    conn: &mut Conn<'_>,
    loja: LojaId,
    days: &[Range],
) -> Result<Vec<Vec<(StatusPedido, i64)>>, StoreError> {
    let stored = StatusPedido::ALL.map(|status| search::codes(&Standing::of_statuses(&[status])));
    let selectors = stored.clone().map(|codes| Selector { status: Some(codes), ..Selector::default() });
    let one_by_one = |conn: &mut Conn<'_>, from, until| counted(conn, loja, (from, until), &stored);
    let counter = Counter::new(loja, Kind::Pedido, selectors, &one_by_one);
    let of_day = |day: &Range| {
        let counts = counter.totals(conn, day.start_micros(), day.end_micros())?;
        Ok(StatusPedido::ALL.into_iter().zip(counts).collect())
    };
    days.iter().map(of_day).collect()
}

/// The same, counted in the index of dates: for the ends of a range, which are parts of a span.
fn counted<const N: usize>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    (from, until): (i64, i64),
    stored: &[Vec<i16>; N],
) -> Result<[i64; N], StoreError> {
    let rows: Vec<(i16, i64)> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::data.ge(from))
        .filter(pedidos::data.lt(until))
        .group_by(pedidos::status)
        .select((pedidos::status, count_star()))
        .load(c))?;
    let of = |codes: &Vec<i16>| {
        rows.iter().filter(|(status, _)| codes.contains(status)).map(|(_, count)| count).sum()
    };
    Ok(stored.each_ref().map(of))
}
