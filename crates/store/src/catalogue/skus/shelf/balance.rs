//! A SKU as far as its stock in one centre is concerned.

use diesel::prelude::*;
use domain::estoque::ControleEstoque;

use crate::base::schema::skus;
use crate::base::{StoreError, stored};

/// Stock and reservations of a SKU whose row is locked, in one distribution centre.
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
    /// In how many centres it lies besides the one that every user has.
    pub centros: i16,
}

impl Balance {
    /// Who keeps it.
    pub fn control(&self) -> Result<ControleEstoque, StoreError> {
        stored::control("skus", self.controle)
    }

    /// Whether anybody keeps it: orders hold some of it, and its changes stand in the ledger.
    pub fn kept(&self) -> bool {
        self.controle != ControleEstoque::Nenhum.code()
    }
}
