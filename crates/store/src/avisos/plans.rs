//! How SQLite finds deliveries that are not done with, without statistics to guide it: not among all that
//! were ever made and are still kept.
#![allow(clippy::unwrap_used)]

use domain::values::ids::AplicacaoId;

use super::destinos::Destino;
use super::entregas::first_of_line;
use super::notificacoes::pending;
use crate::base::plans::plans;

const APLICACAO: AplicacaoId = AplicacaoId(1);

#[test]
fn the_next_of_a_line_is_found_among_those_not_done_with() {
    let destino = Destino { aplicacao: APLICACAO, notificacao: 1, loja: 1 };
    let plans = plans(&["entregas"], "", |conn| {
        first_of_line(conn, destino, 1).unwrap();
    });
    let line = "entregas_filas (aplicacao_id=? AND notificacao_id=? AND destino_loja=? AND fila=?";
    assert!(plans.iter().all(|plan| plan.contains(line)) && plans.len() == 1, "{plans:?}");
}

#[test]
fn what_waits_is_counted_among_those_not_done_with() {
    let plans = plans(&["entregas"], "", |conn| {
        pending(conn, APLICACAO, &[1, 2]).unwrap();
    });
    let waiting = "entregas_filas (aplicacao_id=? AND notificacao_id=?";
    assert!(plans.iter().all(|plan| plan.contains(waiting)) && plans.len() == 1, "{plans:?}");
}
