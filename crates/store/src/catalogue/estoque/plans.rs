//! How SQLite finds what is asked of the stock, without statistics to guide it: nothing is looked through
//! that grows with the number of orders.
#![allow(clippy::unwrap_used)]

use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::Conn;
use crate::base::paging::PageRequest;
use crate::catalogue::skus::{open_orders, shelf};

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };
const TABLES: [&str; 4] = ["estoque_reservas", "estoque_movimentos", "pedido_itens", "skus"];

/// The plans of all statements that `f` runs; each of them goes by an index or a key of the store.
fn plans(f: impl FnOnce(&mut Conn<'_>)) -> Vec<String> {
    let plans = crate::base::plans::plans(&TABLES, "", f);
    assert!(!plans.is_empty());
    for plan in &plans {
        assert!(plan.contains("(aplicacao_id=? AND loja_id=?") && !plan.contains("SCAN"), "{plan}");
    }
    plans
}

#[test]
fn shortfalls_are_found_by_their_own_index_in_their_order() {
    let plans = plans(|conn| {
        super::faltas(conn, LOJA, PageRequest::first(10)).unwrap();
    });
    assert!(plans.iter().all(|plan| plan.contains("estoque_reservas_falta")), "{plans:?}");
}

#[test]
fn reservations_are_found_by_their_orders_and_what_was_taken_over_by_its_sku() {
    let of_orders = plans(|conn| {
        shelf::of_pedidos(conn, LOJA, &[1, 2]).unwrap();
    });
    let by_order = "(aplicacao_id=? AND loja_id=? AND pedido_id=?";
    assert!(of_orders.iter().all(|plan| plan.contains(by_order)), "{of_orders:?}");
    let taken_over = plans(|conn| {
        shelf::taken_over(conn, LOJA, &[1, 2], Instante::now()).unwrap();
    });
    assert!(taken_over.iter().all(|plan| plan.contains("estoque_reservas_assumida")), "{taken_over:?}");
}

#[test]
fn open_orders_are_found_by_the_skus_that_they_name() {
    plans(|conn| {
        open_orders(conn, LOJA, &["S", "T"]).unwrap();
    });
}

#[test]
fn a_check_reads_one_store() {
    plans(|conn| {
        super::check(conn, LOJA, 0, 100).unwrap();
    });
}
