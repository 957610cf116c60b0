//! What was told last of each offer.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::evento::ToldOffer;
use domain::sku_canal::Preco;
use domain::values::ids::{CanalId, LojaId, SkuId};
use domain::values::money::Dinheiro;

use super::row::Row;
use crate::base::schema::ofertas_ditas;
use crate::base::schema::ofertas_ditas::dsl;
use crate::base::{Conn, StoreError, Tx, dialect, load_by_numbers};

/// A change of an offer.
#[derive(Debug)]
pub(super) struct Told {
    pub canal_num: i32,
    pub canal_id: CanalId,
    pub sku_num: i64,
    pub sku: SkuId,
    pub before: Option<ToldOffer>,
    pub now: ToldOffer,
}

/// What was told last of the offers of some SKUs, by channel and SKU.
pub(super) fn read(
    conn: &mut Conn<'_>,
    loja: LojaId,
    skus: &[i64],
) -> Result<HashMap<(i32, i64), ToldOffer>, StoreError> {
    let rows: Vec<Row> = load_by_numbers!(conn, ofertas_ditas.sku_num, skus, |theirs| {
        ofertas_ditas::table
            .filter(dsl::aplicacao_id.eq(loja.aplicacao.0))
            .filter(dsl::loja_id.eq(loja.loja))
            .filter(theirs)
            .select(Row::as_select())
    });
    let told = |row: Row| {
        let preco = Preco {
            preco_de: Dinheiro::from_ten_thousandths(row.preco_de),
            preco_por: Dinheiro::from_ten_thousandths(row.preco_por),
        };
        let key = (row.canal_num, row.sku_num);
        (key, ToldOffer { estoque: row.estoque, preco, publicavel: row.publicavel })
    };
    Ok(rows.into_iter().map(told).collect())
}

/// Remembers what is told.
pub(super) fn write(tx: &mut Tx<'_>, loja: LojaId, changed: &[Told]) -> Result<(), StoreError> {
    let row = |one: &Told| Row {
        aplicacao_id: loja.aplicacao.0,
        loja_id: loja.loja,
        sku_num: one.sku_num,
        canal_num: one.canal_num,
        estoque: one.now.estoque,
        preco_de: one.now.preco.preco_de.ten_thousandths(),
        preco_por: one.now.preco.preco_por.ten_thousandths(),
        publicavel: one.now.publicavel,
    };
    let rows: Vec<Row> = changed.iter().map(row).collect();
    dialect!(tx => remember(&rows))
}
