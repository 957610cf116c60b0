//! What changed of SKUs in channels, as the event log tells it.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::evento::Change;
use domain::values::ids::LojaId;

use super::row::SkuCanalRow;
use crate::base::StoreError;
use crate::base::schema::{canais, skus};
use crate::base::{Tx, load_by_key};
use crate::events::{self, NewEvento};

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
    if changes.is_empty() {
        return Ok(());
    }
    let of_canal: BTreeSet<i32> = changes.iter().map(|m| m.canal_num).collect();
    let of_canal: Vec<i32> = of_canal.into_iter().collect();
    let canais: Vec<(i32, String)> = load_by_key!(tx, canais::canal_num, &of_canal, |of_them| canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((canais::canal_num, canais::canal_id)));
    let canais: HashMap<i32, String> = canais.into_iter().collect();
    let of_sku: BTreeSet<i64> = changes.iter().map(|m| m.sku_num).collect();
    let of_sku: Vec<i64> = of_sku.into_iter().collect();
    let skus: Vec<(i64, String)> = load_by_key!(tx, skus::sku_num, &of_sku, |of_them| skus::table
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(of_them)
        .select((skus::sku_num, skus::sku)));
    let skus: HashMap<i64, String> = skus.into_iter().collect();
    let added = changes.into_iter().map(|m| NewEvento {
        assunto: m.sku_num,
        canal: canais.get(&m.canal_num).map(String::as_str),
        sku: skus.get(&m.sku_num).map(String::as_str),
        change: m.change,
    });
    let now = tx.now();
    events::record(tx, loja, now, added)
}
