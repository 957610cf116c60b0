//! Reading SKUs of any stores at once.

use std::collections::HashMap;

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::QueryId;
use diesel::sql_types::Bool;
use domain::values::ids::LojaId;

use crate::base::{Conn, StoreError, dialect};
use crate::catalogue::skus::rows::{SkuRow, Texts};

/// What is stored of a SKU, beside its store.
pub(super) type OfLoja = (i32, i32, SkuRow, Texts);

/// Which SKUs, by store and code (PostgreSQL).
#[derive(Debug, Default, QueryId)]
pub(super) struct Among {
    pub aplicacoes: Vec<i32>,
    pub lojas: Vec<i32>,
    pub codes: Vec<String>,
}

/// What is stored of some SKUs, in their order; by one statement where that saves a round trip for each.
pub(crate) fn find_gathered(
    conn: &mut Conn<'_>,
    asked: &[(LojaId, String)],
) -> Result<Vec<Option<(SkuRow, Texts)>>, StoreError> {
    let among = Among {
        aplicacoes: asked.iter().map(|(loja, _)| loja.aplicacao.0).collect(),
        lojas: asked.iter().map(|(loja, _)| loja.loja).collect(),
        codes: asked.iter().map(|(_, sku)| sku.clone()).collect(),
    };
    let found: Vec<OfLoja> = dialect!(conn => find(among))?;
    let found: HashMap<(i32, i32, String), (SkuRow, Texts)> = found
        .into_iter()
        .map(|(aplicacao, loja, row, texts)| ((aplicacao, loja, row.sku.clone()), (row, texts)))
        .collect();
    let of = |(loja, sku): &(LojaId, String)| found.get(&(loja.aplicacao.0, loja.loja, sku.clone())).cloned();
    Ok(asked.iter().map(of).collect())
}

impl Expression for Among {
    type SqlType = Bool;
}

impl<QS> AppearsOnTable<QS> for Among {}

impl<QS> SelectableExpression<QS> for Among {}

impl<GB> ValidGrouping<GB> for Among {
    type IsAggregate = is_aggregate::Never;
}
