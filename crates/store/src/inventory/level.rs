//! The stock level of a SKU in a centre, as it is stored.

use diesel::prelude::*;
use domain::estoque::ControleEstoque;

use crate::base::schema::skus;
use crate::base::{StoreError, stored};

/// Stock and reservations of a SKU in one distribution centre. Columns of `skus` for the main centre.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = skus)]
pub(crate) struct StockLevel {
    pub sku_num: i64,
    pub sku: String,
    pub estoque: i32,
    pub reservado: i64,
    /// The number of its last entry in the ledger.
    pub movimentos: i64,
    pub controle: i16,
    /// In how many centres the SKU is stocked besides the main one.
    pub centros: i16,
}

impl StockLevel {
    /// Who controls the stock.
    pub fn control(&self) -> Result<ControleEstoque, StoreError> {
        stored::control("skus", self.controle)
    }

    /// Whether anybody controls it: orders reserve units, and changes are entered into the ledger.
    pub fn controlled(&self) -> bool {
        self.controle != ControleEstoque::Nenhum.code()
    }
}
