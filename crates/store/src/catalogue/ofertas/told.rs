//! What was told last of each offer.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::upsert::excluded;
use domain::evento::ToldOffer;
use domain::sku_canal::Preco;
use domain::values::ids::{CanalId, LojaId, SkuId};
use domain::values::money::Dinheiro;

use crate::base::schema::ofertas_ditas;
use crate::base::schema::ofertas_ditas::dsl;
use crate::base::{Conn, StoreError, Tx, load_by_key, on};

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

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = ofertas_ditas, treat_none_as_default_value = false)]
struct Row {
    aplicacao_id: i32,
    loja_id: i32,
    sku_num: i64,
    canal_num: i32,
    estoque: i32,
    preco_de: i64,
    preco_por: i64,
    publicavel: bool,
}

/// What was told last of some SKUs' offers, by SKU and channel.
pub(super) fn read(
    conn: &mut Conn<'_>,
    loja: LojaId,
    skus: &[i64],
) -> Result<HashMap<(i64, i32), ToldOffer>, StoreError> {
    let rows: Vec<Row> = load_by_key!(conn, dsl::sku_num, skus, |of_them| ofertas_ditas::table
        .filter(dsl::aplicacao_id.eq(loja.aplicacao.0))
        .filter(dsl::loja_id.eq(loja.loja))
        .filter(of_them)
        .select(Row::as_select()));
    let told = |row: Row| {
        let preco = Preco {
            preco_de: Dinheiro::from_ten_thousandths(row.preco_de),
            preco_por: Dinheiro::from_ten_thousandths(row.preco_por),
        };
        ((row.sku_num, row.canal_num), ToldOffer { estoque: row.estoque, preco, publicavel: row.publicavel })
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
    for part in rows.chunks(1000) {
        on!(tx, c => diesel::insert_into(ofertas_ditas::table)
            .values(part)
            .on_conflict((dsl::aplicacao_id, dsl::loja_id, dsl::sku_num, dsl::canal_num))
            .do_update()
            .set((
                dsl::estoque.eq(excluded(dsl::estoque)),
                dsl::preco_de.eq(excluded(dsl::preco_de)),
                dsl::preco_por.eq(excluded(dsl::preco_por)),
                dsl::publicavel.eq(excluded(dsl::publicavel)),
            ))
            .execute(c))?;
    }
    Ok(())
}
