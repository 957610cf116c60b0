//! Orders that wait to be sent: which units of which SKU, and from which centre.

use std::collections::{BTreeMap, HashMap};

use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use domain::estoque::CENTRO_PADRAO;
use domain::pedido::{Lines, Pedido, Standing, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::paging::{Page, PageRequest, gather};
use crate::base::schema::{pedido_documentos, pedidos};
use crate::base::{Beyond, Conn, Packed, StoreError, from_json, on, stored};
use crate::catalogue::skus::find_numbers;
use crate::inventory::{centros, reservations};
use crate::orders::order::with_document;

/// The statuses of what waits to be sent, an order or an item of one.
const WAITING: [StatusPedido; 2] = [StatusPedido::Pago, StatusPedido::Faturado];

/// An order that waits to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToSend {
    /// It.
    pub pedido: Pedido,
    /// Until when it is promised to be delivered.
    pub promised: Option<Instante>,
    /// What is to be sent, by SKU and centre.
    pub units: Vec<Units>,
}

/// Units of a SKU that lie in one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Units {
    /// The SKU as the order names it.
    pub sku: String,
    /// The centre that the order takes them from; `None` where it holds none of them anywhere.
    pub centro: Option<i32>,
    /// How many.
    pub quantidade: i64,
}

/// Written out, not bound: the partial index serves only a condition that SQLite can read.
fn waits() -> SqlLiteral<Bool> {
    diesel::dsl::sql("pedidos.status % 100 IN (1, 11)")
}

/// Units by order and SKU, and in which centre: each by the line's place among the order's lines of the SKU.
type Held = HashMap<(i64, i64), Vec<(usize, i32, i64)>>;

/// A row: when it was placed, when it was paid, where it and its items stand, its document.
type Row = ([i64; 2], Option<i64>, (Standing, Lines), String);

/// Orders that wait to be sent, of one channel or of all, those that were placed first; whether there are more than
/// so many.
pub fn to_send(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canal: Option<i32>,
    most: u32,
) -> Result<(Vec<ToSend>, bool), StoreError> {
    let page = PageRequest::first(most);
    let read = |last: Option<&Row>, wanted| part(conn, loja, canal, last.map(|row| row.0), wanted);
    let rows = gather(page.limit(), read, |row| row.3.len())?;
    let read = |(_, paid, standing, documento): Row| {
        let pedido: Pedido = from_json("pedido_documentos.documento", &documento)?;
        let promised = pedido.promised(paid.map(Instante::from_micros));
        Ok((pedido, promised, standing))
    };
    let Page { rows: orders, next, .. } = page.page_of_gathered(rows, 0, |row| row.0, read)?;
    let several = centros::list(conn, loja)?.len() > 1;
    let (numbers, held) = if several { held(conn, loja, &orders)? } else { Default::default() };
    let place = |sku: &str, id: PedidoId| held.get(&(id.0, *numbers.get(sku)?)).map(Vec::as_slice);
    let all = orders.into_iter().map(|(pedido, promised, standing)| {
        let units =
            units(&pedido, &standing, several, |sku| place(sku, pedido.pedido_id).unwrap_or_default());
        ToSend { pedido, promised, units }
    });
    Ok((all.collect(), next.is_some()))
}

/// The first rows, or those after one.
fn part(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canal: Option<i32>,
    after: Option<[i64; 2]>,
    wanted: i64,
) -> Result<Vec<Row>, StoreError> {
    type Found = (i64, i64, i16, Option<String>, Option<i64>, Packed);
    let found: Vec<Found> = on!(conn, c => {
        let mut q = with_document!()
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .filter(waits())
            .into_boxed();
        if let Some(canal) = canal {
            // an expression: by the index of channels all orders that were ever sent would be read
            q = q.filter((pedidos::canal_num + 0).eq(canal));
        }
        if let Some(last) = after {
            q = q.filter(Beyond::new(pedidos::data, pedidos::pedido_id, last, true));
        }
        q.order((pedidos::data, pedidos::pedido_id))
            .select((
                pedidos::data,
                pedidos::pedido_id,
                pedidos::status,
                pedidos::itens,
                pedidos::data_pagamento,
                pedido_documentos::documento,
            ))
            .limit(wanted)
            .load(c)?
    });
    let row = |(data, id, status, itens, paid, documento): Found| {
        let standing = (stored::standing(status)?, stored::lines(itens.as_deref())?);
        Ok(([data, id], paid, standing, documento.document_of(PedidoId(id))?))
    };
    found.into_iter().map(row).collect()
}

type Read = (Pedido, Option<Instante>, (Standing, Lines));

/// What orders hold, or have taken, and where; and the numbers of their SKUs.
fn held(
    conn: &mut Conn<'_>,
    loja: LojaId,
    orders: &[Read],
) -> Result<(HashMap<String, i64>, Held), StoreError> {
    let ids: Vec<i64> = orders.iter().map(|(pedido, ..)| pedido.pedido_id.0).collect();
    let mut codes: Vec<&str> =
        orders.iter().flat_map(|(pedido, ..)| pedido.produtos.iter().map(|item| item.sku.as_str())).collect();
    codes.sort_unstable();
    codes.dedup();
    let numbers = find_numbers(conn, loja, &codes)?.into_iter().collect();
    let mut held = Held::new();
    for row in reservations::of_orders(conn, loja, &ids)? {
        let lots = row.value()?.lots.into_iter();
        let lots = lots.map(|lot| (lot.line, row.centro_num, lot.held + lot.taken));
        held.entry((row.pedido_id, row.sku_num)).or_default().extend(lots);
    }
    Ok((numbers, held))
}

/// What of an order is to be sent: items that are sent already, or cancelled, are not.
fn units<'a>(
    pedido: &Pedido,
    (order, lines): &(Standing, Lines),
    several: bool,
    held: impl Fn(&str) -> &'a [(usize, i32, i64)],
) -> Vec<Units> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut sums: BTreeMap<(&str, Option<i32>), i64> = BTreeMap::new();
    for (index, item) in pedido.produtos.iter().enumerate() {
        let sku = item.sku.as_str();
        let nth = seen.entry(sku).or_default();
        let line = *nth;
        *nth += 1;
        if !WAITING.contains(&lines.standing(index, *order).status) {
            continue;
        }
        let mut left = i64::from(item.quantidade);
        for (_, centro, units) in held(sku).iter().filter(|(of, ..)| *of == line) {
            let there = left.min(*units);
            left -= there;
            *sums.entry((sku, Some(*centro))).or_default() += there;
        }
        *sums.entry((sku, (!several).then_some(CENTRO_PADRAO))).or_default() += left;
    }
    let some = sums.into_iter().filter(|(_, quantidade)| *quantidade > 0);
    some.map(|((sku, centro), quantidade)| Units { sku: sku.to_owned(), centro, quantidade }).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::orders::plans::{LOJA, plans};

    #[test]
    fn the_condition_is_of_the_statuses_that_wait() {
        for standing in Standing::all() {
            let waits = matches!(standing.stored() % 100, 1 | 11);
            assert_eq!(waits, WAITING.contains(&standing.status), "{standing:?}");
        }
    }

    #[test]
    fn what_waits_is_read_by_an_index_that_holds_nothing_else() {
        for (canal, after) in [(None, None), (Some(1), None), (None, Some([7, 1])), (Some(1), Some([7, 1]))] {
            let plans = plans(|conn| {
                part(conn, LOJA, canal, after, 10).unwrap();
            });
            plans.unsorted();
            for other in ["INDEX pedidos_data ", "INDEX pedidos_canal ", "pedidos USING PRIMARY KEY"] {
                plans.without(other);
            }
        }
    }
}
