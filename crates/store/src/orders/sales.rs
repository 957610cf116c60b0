//! Sales figures of a period: revenue, and orders by channel, status and day.

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::interface_b::faturamento::{Period, Soma};
use domain::pedido::{Standing, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};
use domain::values::money::Dinheiro;

use crate::base::paging::Range;
use crate::base::schema::pedidos;
use crate::base::stored;
use crate::base::{Conn, StoreError, of_store, on};
use crate::orders::counts::{Counter, Kind, Selector};
use crate::orders::search::{self, RegistrosFilter};

/// How many orders [`faturamento`] adds up at most: it reads each of them.
pub const ADDED_UP_MAX: i64 = 100_000;

/// The result of [`faturamento`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaturamentoOutcome {
    /// The sums.
    Done(Period),
    /// The number of orders, more than [`ADDED_UP_MAX`].
    TooMany(i64),
}

/// The statuses of paid orders.
const PAID: [StatusPedido; 4] =
    [StatusPedido::Pago, StatusPedido::Faturado, StatusPedido::Enviado, StatusPedido::Entregue];

/// The number and the sum of the paid orders that were placed in a period.
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
    let totals: Vec<i64> = on!(conn, c => of_store!(pedidos, loja)
        .filter(pedidos::data.ge(faixa.start_micros()))
        .filter(pedidos::data.lt(faixa.end_micros()))
        .filter(pedidos::status.eq_any(search::codes(&paid)))
        .select(pedidos::total)
        .load(c))?;
    let receita = Soma(totals.iter().copied().map(i128::from).sum());
    let pedidos = i64::try_from(totals.len()).unwrap_or(i64::MAX);
    Ok(FaturamentoOutcome::Done(Period { pedidos, receita }))
}

/// An order, as a list of the latest ones shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LatestOrder {
    /// Its number.
    pub pedido_id: PedidoId,
    /// Where it stands.
    pub standing: Standing,
    /// When it was placed.
    pub data: Instante,
    /// Its total.
    pub total: Dinheiro,
}

/// The orders that were placed last, the latest first.
pub fn latest(conn: &mut Conn<'_>, loja: LojaId, count: i64) -> Result<Vec<LatestOrder>, StoreError> {
    let rows: Vec<(i64, i16, i64, i64)> = on!(conn, c => of_store!(pedidos, loja)
        .order((pedidos::data.desc(), pedidos::pedido_id.desc()))
        .select((pedidos::pedido_id, pedidos::status, pedidos::data, pedidos::total))
        .limit(count)
        .load(c))?;
    let order = |(id, status, data, total)| {
        Ok(LatestOrder {
            pedido_id: PedidoId(id),
            standing: stored::standing(status)?,
            data: Instante::from_micros(data),
            total: Dinheiro::from_ten_thousandths(total),
        })
    };
    rows.into_iter().map(order).collect()
}

/// The orders of a channel in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CanalSales {
    /// The channel's number.
    pub canal_num: i32,
    /// Number of orders.
    pub pedidos: i64,
    /// Sum of the paid ones.
    pub vendido: Dinheiro,
}

/// The orders that were placed in a range, by channel, the one with most orders first. Reads every order of the
/// range, so the range should be about a day.
pub fn by_canal(conn: &mut Conn<'_>, loja: LojaId, faixa: Range) -> Result<Vec<CanalSales>, StoreError> {
    let paid = search::codes(&Standing::of_statuses(&PAID));
    let rows: Vec<(i32, i16, i64, i64)> = on!(conn, c => of_store!(pedidos, loja)
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

/// The number of orders that were placed in a range, by status.
pub fn by_status(
    conn: &mut Conn<'_>,
    loja: LojaId,
    faixa: Range,
) -> Result<Vec<(StatusPedido, i64)>, StoreError> {
    Ok(by_day(conn, loja, &[faixa])?.pop().unwrap_or_default())
}

/// The number of orders that were placed in each range, by status. Reads the counts once per range, not once per
/// status.
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

/// [`by_day`] for one range by reading orders: for its ends, which cover only a part of a counted span.
fn counted<const N: usize>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    (from, until): (i64, i64),
    stored: &[Vec<i16>; N],
) -> Result<[i64; N], StoreError> {
    let rows: Vec<(i16, i64)> = on!(conn, c => of_store!(pedidos, loja)
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
