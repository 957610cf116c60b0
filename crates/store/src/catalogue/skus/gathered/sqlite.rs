//! On SQLite: its writer gathers every write, and reads have no round trip to save. Nothing is gathered here.

use diesel::prelude::*;
use domain::values::dates::Instante;

use super::among::{Among, OfLoja};
use super::rows::{Asked, Changes, Row};
use crate::base::StoreError;
use crate::base::schema::{sku_textos, skus};
use crate::catalogue::skus::rows::{SkuRow, Texts};
use crate::catalogue::skus::with_texts;

/// None can be had: each change is made by itself.
pub(super) fn lock(_: &mut SqliteConnection, _: &[Asked<'_>]) -> Result<Vec<Row>, StoreError> {
    Ok(Vec::new())
}

/// Nothing has been made.
pub(super) fn write(_: &mut SqliteConnection, _: &Changes, _: Instante) -> Result<(), StoreError> {
    Ok(())
}

/// What is stored of some SKUs, one by one.
pub(super) fn find(c: &mut SqliteConnection, among: Among) -> Result<Vec<OfLoja>, StoreError> {
    let Among { aplicacoes, lojas, codes } = among;
    let mut found = Vec::with_capacity(codes.len());
    for ((aplicacao, loja), code) in aplicacoes.into_iter().zip(lojas).zip(codes) {
        let row = with_texts!()
            .filter(skus::aplicacao_id.eq(aplicacao))
            .filter(skus::loja_id.eq(loja))
            .filter(skus::sku.eq(code))
            .select((skus::aplicacao_id, skus::loja_id, SkuRow::as_select(), Texts::as_select()));
        found.extend(row.first(c).optional()?);
    }
    Ok(found)
}
