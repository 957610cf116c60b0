//! Offers that are told.

use diesel::prelude::*;
use domain::evento::ToldOffer;
use domain::sku_canal::Preco;
use domain::values::ids::{CanalId, LojaId, SkuId};
use domain::values::money::Dinheiro;

use crate::base::schema::ofertas_ditas;

/// A change of an offer.
#[derive(Debug)]
pub(super) struct Told {
    pub loja: LojaId,
    pub canal_num: i32,
    pub canal_id: CanalId,
    pub sku_num: i64,
    pub sku: SkuId,
    pub before: Option<ToldOffer>,
    pub now: ToldOffer,
}

/// What was told last of an offer.
#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = ofertas_ditas, treat_none_as_default_value = false)]
pub(super) struct ToldRow {
    aplicacao_id: i32,
    loja_id: i32,
    sku_num: i64,
    canal_num: i32,
    estoque: i32,
    preco_de: i64,
    preco_por: i64,
    publicavel: bool,
}

impl ToldRow {
    pub fn new(told: &Told) -> Self {
        Self {
            aplicacao_id: told.loja.aplicacao.0,
            loja_id: told.loja.loja,
            sku_num: told.sku_num,
            canal_num: told.canal_num,
            estoque: told.now.estoque,
            preco_de: told.now.preco.preco_de.ten_thousandths(),
            preco_por: told.now.preco.preco_por.ten_thousandths(),
            publicavel: told.now.publicavel,
        }
    }

    /// SKU and channel.
    pub fn key(&self) -> (i64, i32) {
        (self.sku_num, self.canal_num)
    }

    pub fn offer(&self) -> ToldOffer {
        let preco = Preco {
            preco_de: Dinheiro::from_ten_thousandths(self.preco_de),
            preco_por: Dinheiro::from_ten_thousandths(self.preco_por),
        };
        ToldOffer { estoque: self.estoque, preco, publicavel: self.publicavel }
    }
}
