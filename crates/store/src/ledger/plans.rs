//! Tests of plans: a ledger is read entry by entry, whatever the others hold.
#![allow(clippy::unwrap_used)]

use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::old::Reached;
use crate::base::dialect;
use crate::base::plans::Plans;

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

#[test]
fn a_ledger_is_read_and_cut_without_the_others() {
    let plans = Plans::of("", |conn| {
        super::ends(conn, LOJA, (1, 1)).unwrap();
        super::entries(conn, LOJA, (1, 1), 1..=10).unwrap();
        dialect!(conn => cut(LOJA, (1, 1), 10)).unwrap();
        super::old_ledgers(conn, Reached::start(), Instante::now(), 1).unwrap();
    });
    plans.narrow().unsorted();
}

#[test]
fn ledgers_are_deleted_without_those_of_other_stores() {
    let plans = Plans::of("", |conn| {
        dialect!(conn => delete_of_sku(LOJA, 1)).unwrap();
        dialect!(conn => delete_of_store(LOJA)).unwrap();
    });
    plans.unsorted();
}
