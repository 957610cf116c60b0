//! What changed of SKUs in channels, as the event log tells it.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::evento::Change;
use domain::values::ids::LojaId;

use super::row::SkuCanalRow;
use crate::base::StoreError;
use crate::base::schema::{canais, skus};
use crate::base::{Tx, on};
use crate::eventos::{self, NewEvento};

/// A change of the settings of one SKU in one channel.
pub(super) struct Changed {
    canal_num: i32,
    sku_num: i64,
    change: Change,
}

impl Changed {
    /// The change from one state to the next, if it is one.
    pub(super) fn between(before: Option<&SkuCanalRow>, after: Option<&SkuCanalRow>) -> Option<Self> {
        let row = after.or(before)?;
        if let (Some(before), Some(after)) = (before, after)
            && before.equal(after)
        {
            return None;
        }
        let (anterior, atual) = (before.map(SkuCanalRow::in_canal), after.map(SkuCanalRow::in_canal));
        let change = Change::SkuCanalAlterado { anterior, atual };
        Some(Self { canal_num: row.canal_num, sku_num: row.sku_num, change })
    }
}

/// Writes changes into the event log.
pub(super) fn record(tx: &mut Tx<'_>, loja: LojaId, changes: Vec<Changed>) -> Result<(), StoreError> {
    let of_canal: Vec<i32> = changes.iter().map(|m| m.canal_num).collect();
    let canais: HashMap<i32, String> = on!(tx, c => canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .filter(canais::canal_num.eq_any(of_canal))
        .select((canais::canal_num, canais::canal_id))
        .load::<(i32, String)>(c))?
    .into_iter()
    .collect();
    let of_sku: Vec<i64> = changes.iter().map(|m| m.sku_num).collect();
    let skus: HashMap<i64, String> = on!(tx, c => skus::table
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku_num.eq_any(of_sku))
        .select((skus::sku_num, skus::sku))
        .load::<(i64, String)>(c))?
    .into_iter()
    .collect();
    let new_ones = changes.into_iter().map(|m| NewEvento {
        assunto: m.sku_num,
        canal: canais.get(&m.canal_num).map(String::as_str),
        sku: skus.get(&m.sku_num).map(String::as_str),
        change: m.change,
    });
    let now = tx.now();
    eventos::record(tx, loja, now, new_ones)
}
