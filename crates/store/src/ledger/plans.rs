//! How SQLite finds entries: by their places, and by the index of those with a mark.
#![allow(clippy::unwrap_used)]

use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::old::Reached;
use crate::base::{Conn, dialect};

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };
const TABLES: [&str; 1] = ["estoque_movimentos"];

/// The plans of all statements that `f` runs; none of them looks through the table, nor sorts.
fn plans(f: impl FnOnce(&mut Conn<'_>)) -> Vec<String> {
    let plans = crate::base::plans::plans(&TABLES, "", f);
    assert!(!plans.is_empty());
    for plan in &plans {
        assert!(!plan.contains("SCAN m") && !plan.contains("SCAN estoque_movimentos"), "{plan}");
        assert!(!plan.contains("TEMP B-TREE FOR ORDER") && !plan.contains("AUTOMATIC"), "{plan}");
    }
    plans
}

#[test]
fn a_ledger_is_read_from_one_entry_to_the_one_before() {
    let plans = plans(|conn| {
        super::ends(conn, LOJA, (1, 1)).unwrap();
        super::entries(conn, LOJA, (1, 1), 1..=10).unwrap();
    });
    for plan in plans {
        assert!(plan.contains("estoque_movimentos_marcos"), "{plan}");
        assert!(plan.contains("SEARCH m USING INTEGER PRIMARY KEY"), "{plan}");
    }
}

#[test]
fn a_ledger_goes_entry_by_entry() {
    plans(|conn| {
        dialect!(conn => cut(LOJA, (1, 1), 10)).unwrap();
        dialect!(conn => delete_of_sku(LOJA, 1)).unwrap();
        dialect!(conn => delete_of_store(LOJA)).unwrap();
    });
}

#[test]
fn old_entries_are_read_from_the_first_on() {
    let plans = crate::base::plans::plans(&TABLES, "", |conn| {
        super::old_ledgers(conn, Reached::start(), Instante::now(), 1).unwrap();
    });
    for plan in &plans {
        assert!(plan.contains("SEARCH estoque_movimentos USING INTEGER PRIMARY KEY (rowid>?)"), "{plan}");
        assert!(!plan.contains("SCAN estoque_movimentos") && !plan.contains("TEMP B-TREE"), "{plan}");
    }
    assert!(!plans.is_empty());
}
