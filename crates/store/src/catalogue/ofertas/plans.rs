//! How SQLite finds what offers follow from, without statistics to guide it: by each SKU, however many the
//! store has.
#![allow(clippy::unwrap_used)]

use domain::values::ids::{AplicacaoId, LojaId};

use super::comparing::Parts;
use crate::base::paging::Range;
use crate::base::plans::plans;
use crate::catalogue::sku_canais;

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };
const BY_SKU: &str = "(aplicacao_id=? AND loja_id=? AND sku_num=?";

#[test]
fn what_offers_follow_from_is_found_by_the_sku() {
    let tables = ["skus", "sku_canais", "estoque_limites", "ofertas_ditas", "estoque_centros"];
    let plans = plans(&tables, "", |conn| {
        Parts::load(conn, LOJA.aplicacao, &[(LOJA, 1)]).unwrap();
    });
    assert!(plans.len() >= 4, "{plans:?}");
    assert!(plans.iter().all(|plan| plan.contains(BY_SKU)), "{plans:?}");
}

#[test]
fn settings_of_a_sku_are_found_by_it() {
    let plans = plans(&["sku_canais"], "", |conn| {
        sku_canais::list_by_sku(conn, LOJA, 1, Range::default()).unwrap();
    });
    assert!(plans.iter().all(|plan| plan.contains(BY_SKU)), "{plans:?}");
}
