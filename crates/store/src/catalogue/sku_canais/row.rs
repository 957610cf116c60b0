//! The row of a SKU's settings in a channel.

use diesel::prelude::*;
use domain::evento::NoCanal;
use domain::sku_canal::{Preco, SkuCanal};
use domain::values::ids::{CanalId, LojaId};
use domain::values::money::Dinheiro;

use crate::base::schema::sku_canais;

#[derive(Debug, Clone, PartialEq, Queryable, Selectable, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = sku_canais, primary_key(aplicacao_id, loja_id, canal_num, sku_num))]
pub(super) struct SkuCanalRow {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub canal_num: i32,
    pub sku_num: i64,
    pub estoque: Option<i32>,
    pub preco_de: Option<i64>,
    pub preco_por: Option<i64>,
    pub ativo: bool,
    pub criado_em: i64,
    pub alterado_em: i64,
}

impl SkuCanalRow {
    pub fn new(loja: LojaId, canal_num: i32, sku_num: i64, value: &SkuCanal, now: i64) -> Self {
        Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            canal_num,
            sku_num,
            estoque: value.estoque,
            preco_de: value.preco.map(|p| p.preco_de.ten_thousandths()),
            preco_por: value.preco.map(|p| p.preco_por.ten_thousandths()),
            ativo: value.ativo,
            criado_em: now,
            alterado_em: now,
        }
    }

    /// Whether nothing but the times is another in `new`: of the whole row, so that no column is forgotten.
    pub fn equal(&self, new: &Self) -> bool {
        Self { criado_em: self.criado_em, alterado_em: self.alterado_em, ..new.clone() } == *self
    }

    pub fn value(&self, canal_id: CanalId) -> SkuCanal {
        SkuCanal {
            canal_id,
            estoque: self.estoque,
            preco: preco(self.preco_de, self.preco_por),
            ativo: self.ativo,
        }
    }

    pub fn in_canal(&self) -> NoCanal {
        NoCanal { estoque: self.estoque, preco: preco(self.preco_de, self.preco_por), ativo: self.ativo }
    }
}

/// A price of a channel is there as a whole or not at all.
pub(crate) fn preco(preco_de: Option<i64>, preco_por: Option<i64>) -> Option<Preco> {
    Some(Preco {
        preco_de: Dinheiro::from_ten_thousandths(preco_de?),
        preco_por: Dinheiro::from_ten_thousandths(preco_por?),
    })
}
