//! SKUs that a group of changes is about, as they are read and written.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use crate::base::StoredEvent;
use crate::catalogue::skus::rows::{SkuRow, Texts};
use crate::ledger::MovimentoRow;

/// What is stored of a SKU, beside its store.
pub(super) type OfLoja = (i32, i32, SkuRow, Texts);

/// Which SKU, and as of when its stock was counted.
pub(super) struct Asked<'a> {
    pub aplicacao: i32,
    pub usuario: &'a str,
    pub sku: &'a str,
    pub as_of: i64,
}

/// A SKU that was asked for, which stays as it is until this transaction changes it.
#[derive(Debug, Clone, Queryable)]
pub(super) struct Row {
    /// Place among those that were asked for.
    pub place: i32,
    pub loja_id: i32,
    pub sku_num: i64,
    pub preco_de: i64,
    pub preco_por: i64,
    pub estoque: i32,
    pub reservado: i64,
    pub movimentos: i64,
    pub controle: i16,
    /// Orders hold some of it that a number of the owner's may contain.
    pub holding: bool,
}

/// What becomes of some SKUs.
#[derive(Default)]
pub(super) struct Changes {
    /// Distinct rows, as they are now.
    pub rows: Vec<(LojaId, Row)>,
    /// In the order in which things happened.
    pub events: Vec<(LojaId, StoredEvent)>,
    pub movimentos: Vec<MovimentoRow>,
}
