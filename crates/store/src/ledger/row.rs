//! An entry as it is stored.

use diesel::prelude::*;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::estoque_movimentos;

/// A SKU's stock in one centre: the SKU's number and the centre's.
pub(crate) type Account = (i64, i32);

/// The last entry of a ledger, as far as one goes on from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Last {
    pub seq: i64,
    /// The stock after it.
    pub estoque: i32,
}

/// An entry of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = estoque_movimentos)]
#[diesel(treat_none_as_default_value = false)]
pub(crate) struct MovimentoRow {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub sku_num: i64,
    pub centro_num: i32,
    pub seq: i64,
    pub data: i64,
    pub causa: i16,
    pub pedido_id: Option<i64>,
    pub estoque: i32,
    pub estoque_variacao: i64,
    pub reservado: i64,
    pub reservado_variacao: i64,
}

impl MovimentoRow {
    /// Whose it is.
    pub fn loja(&self) -> LojaId {
        LojaId { aplicacao: AplicacaoId(self.aplicacao_id), loja: self.loja_id }
    }

    /// What it is of.
    pub fn account(&self) -> Account {
        (self.sku_num, self.centro_num)
    }
}
