//! On SQLite: its writer gathers every write, and reads have no round trip to save. Nothing is gathered here.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::rows::{Asked, Changes, OfLoja, Row};
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
pub(super) fn find(c: &mut SqliteConnection, asked: &[(LojaId, &str)]) -> Result<Vec<OfLoja>, StoreError> {
    let mut found = Vec::with_capacity(asked.len());
    for (loja, code) in asked {
        let row = with_texts!()
            .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
            .filter(skus::loja_id.eq(loja.loja))
            .filter(skus::sku.eq(code))
            .select((skus::aplicacao_id, skus::loja_id, SkuRow::as_select(), Texts::as_select()));
        found.extend(row.first(c).optional()?);
    }
    Ok(found)
}
