//! A SKU as far as its stock is concerned.

use diesel::prelude::*;
use domain::estoque::ControleEstoque;

use crate::base::StoreError;
use crate::base::schema::skus;

/// Stock and reservations of a SKU whose row is locked.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = skus)]
pub(crate) struct Balance {
    pub sku_num: i64,
    pub sku: String,
    pub estoque: i32,
    pub reservado: i64,
    /// The number of its last entry in the ledger.
    pub movimentos: i64,
    pub controle: i16,
}

impl Balance {
    /// Who keeps it.
    pub fn control(&self) -> Result<ControleEstoque, StoreError> {
        control(self.controle)
    }
}

/// Who keeps a stock, by the stored number.
pub(crate) fn control(code: i16) -> Result<ControleEstoque, StoreError> {
    ControleEstoque::from_code(code).ok_or_else(|| StoreError::corrupt("skus.controle", code))
}
