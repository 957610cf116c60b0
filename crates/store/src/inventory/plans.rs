//! Tests of plans: nothing of the stock is read that grows with the number of orders.
#![allow(clippy::unwrap_used)]

use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::paging::PageRequest;
use crate::base::plans::Plans;
use crate::inventory::{open_orders, reservations};

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

#[test]
fn reservations_are_found_by_their_orders_or_their_sku() {
    let plans = Plans::of("", |conn| {
        reservations::of_orders(conn, LOJA, &[1, 2]).unwrap();
        reservations::taken_over(conn, LOJA, &[1, 2], Instante::now()).unwrap();
        reservations::waiting(conn, LOJA, &[1, 2]).unwrap();
        reservations::count_waiting(conn, LOJA, &[1, 2]).unwrap();
        open_orders(conn, LOJA, &["S", "T"]).unwrap();
    });
    plans.narrow();
}

#[test]
fn shortfalls_are_listed_and_a_store_is_checked_without_sorting() {
    let shortfalls = Plans::of("", |conn| {
        crate::inventory::faltas(conn, LOJA, PageRequest::first(10)).unwrap();
    });
    // by the index of shortfalls alone
    shortfalls.unsorted().without("estoque_reservas USING PRIMARY KEY");
    let check = Plans::of("", |conn| {
        crate::inventory::check(conn, LOJA, 0, 100).unwrap();
    });
    check.unsorted();
}
