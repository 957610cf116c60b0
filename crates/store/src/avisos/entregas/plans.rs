//! How SQLite finds deliveries that are not done with, without statistics to guide it: not among all that
//! were ever made and are still kept.
#![allow(clippy::unwrap_used)]

use domain::values::ids::AplicacaoId;

use super::conclusion::first_of_line;
use super::distribution::full;
use super::{Cursor, Destino};
use crate::base::Conn;

/// All statements on deliveries that `f` runs go by the index of those not done with.
fn by_line(of: &str, f: impl FnOnce(&mut Conn<'_>)) {
    let plans = crate::base::plans::plans(&["entregas"], "", f);
    let line = format!("entregas_filas (aplicacao_id=? AND notificacao_id=?{of}");
    assert!(!plans.is_empty() && plans.iter().all(|plan| plan.contains(&line)), "{plans:?}");
}

#[test]
fn the_next_of_a_line_is_found_among_those_not_done_with() {
    let destino = Destino { aplicacao: AplicacaoId(1), notificacao: 1, loja: 1 };
    by_line(" AND destino_loja=? AND fila=?", |conn| {
        first_of_line(conn, destino, 1).unwrap();
    });
}

#[test]
fn what_is_full_is_seen_by_those_not_done_with() {
    by_line("", |conn| {
        full(conn, Cursor { aplicacao: AplicacaoId(1), notificacao: 1, numero: 0 }).unwrap();
    });
}
