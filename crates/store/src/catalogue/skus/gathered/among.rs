//! Which SKUs of which stores are looked up at once.

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::query_builder::QueryId;
use diesel::sql_types::Bool;

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

impl Expression for Among {
    type SqlType = Bool;
}

impl<QS> AppearsOnTable<QS> for Among {}

impl<QS> SelectableExpression<QS> for Among {}

impl<GB> ValidGrouping<GB> for Among {
    type IsAggregate = is_aggregate::Never;
}
