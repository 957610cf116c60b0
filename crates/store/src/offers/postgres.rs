//! PostgreSQL: one statement for all, a round trip in place of many.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::values::ids::AplicacaoId;

use crate::base::{List, OverLists, StoreError, column};

const NEXT_SKUS: &str = "SELECT b.place, s.sku_num \
     FROM unnest(?, ?, ?, ?, ?) b (place, aplicacao_id, loja_id, done, most) \
     CROSS JOIN LATERAL (SELECT sku_num FROM skus \
         WHERE skus.aplicacao_id = b.aplicacao_id AND skus.loja_id = b.loja_id AND skus.sku_num > b.done \
         ORDER BY skus.sku_num LIMIT b.most) s";

/// The next SKUs of some stores of an application, each behind one; answers places in the list with SKUs.
pub(super) fn next_skus(
    c: &mut PgConnection,
    aplicacao: AplicacaoId,
    behind: &[(i32, i64)],
    each: i64,
) -> Result<Vec<(i64, i64)>, StoreError> {
    let places: Vec<i64> = (0_i64..).zip(behind).map(|(place, _)| place).collect();
    let lists = vec![
        List::from(places),
        column(behind, |_| aplicacao.0),
        column(behind, |(loja, _)| *loja),
        column(behind, |(_, done)| *done),
        column(behind, |_| each),
    ];
    let next = OverLists { text: NEXT_SKUS, lists }.answering::<(BigInt, BigInt)>();
    Ok(next.load(c)?)
}
