//! Tests of plans: what offers depend on is found by each SKU, however many the store has.
#![allow(clippy::unwrap_used)]

use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::paging::Range;
use crate::base::plans::Plans;
use crate::catalogue::sku_canais;
use crate::offers::comparing::Parts;

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

#[test]
fn what_offers_depend_on_is_found_by_the_sku() {
    let plans = Plans::of("", |conn| {
        Parts::load(conn, LOJA.aplicacao, &[(LOJA, 1)]).unwrap();
        sku_canais::list_by_sku(conn, LOJA, 1, Range::default()).unwrap();
    });
    plans.narrow();
}
