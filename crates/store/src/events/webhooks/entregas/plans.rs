//! Tests of plans: unfinished deliveries are not looked for among all that are kept.
#![allow(clippy::unwrap_used)]

use domain::values::ids::AplicacaoId;

use crate::base::plans::Plans;
use crate::events::webhooks::entregas::conclusion::first_of_line;
use crate::events::webhooks::entregas::distribution::full;
use crate::events::webhooks::entregas::{Cursor, Destino};

#[test]
fn unfinished_deliveries_are_found_without_scanning_the_finished() {
    let destino = Destino { aplicacao: AplicacaoId(1), notificacao: 1, loja: 1 };
    let plans = Plans::of("", |conn| {
        first_of_line(conn, destino, 1).unwrap();
        full(conn, Cursor { aplicacao: AplicacaoId(1), notificacao: 1, numero: 0 }).unwrap();
    });
    // by the index of those that are not finished
    plans.narrow().without("USING PRIMARY KEY").without("entregas_concluidas");
}
