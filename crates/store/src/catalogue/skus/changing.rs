//! Changes of single columns of SKUs by a function of the row: rows are locked, compared and written where they
//! differ, with their events.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::evento::Change;
use domain::sku_canal::Preco;
use domain::values::ids::{LojaId, SkuId};

use crate::base::{BindValue, Statement, StoreError, Tx, on};
use crate::catalogue::skus::changes;
use crate::catalogue::skus::rows::{SkuRow, texto_busca};
use crate::catalogue::skus::sql::{self, Writes};
use crate::events;

/// Changes a SKU's row; false when there is no such SKU. When `apply` leaves everything as it is, nothing
/// happens.
pub(crate) fn change(
    tx: &mut Tx<'_>,
    loja: LojaId,
    num: i64,
    apply: impl FnOnce(&mut SkuRow),
) -> Result<bool, StoreError> {
    let Some(before) = sql::locked(tx, loja, num)? else { return Ok(false) };
    let mut after = before.clone();
    apply(&mut after);
    put(tx, loja, vec![(before, after)])?;
    Ok(true)
}

/// [`change`] for many SKUs by their codes, in a handful of statements; returns for each, in order, whether
/// it is there. `apply` gets its place among the codes; a SKU that is named twice is written once.
pub(crate) fn change_each(
    tx: &mut Tx<'_>,
    loja: LojaId,
    codes: &[&str],
    mut apply: impl FnMut(usize, &mut SkuRow),
) -> Result<Vec<bool>, StoreError> {
    if codes.is_empty() {
        return Ok(Vec::new());
    }
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, code) in codes.iter().enumerate() {
        places.entry(code).or_default().push(place);
    }
    let distinct: Vec<&str> = places.keys().copied().collect();
    let found = sql::locked_by_code(tx, loja, &distinct)?;
    let mut there = vec![false; codes.len()];
    let mut rows = Vec::with_capacity(found.len());
    for before in found {
        let mut after = before.clone();
        for place in places.remove(before.sku.as_str()).unwrap_or_default() {
            there.get_mut(place).into_iter().for_each(|there| *there = true);
            apply(place, &mut after);
        }
        rows.push((before, after));
    }
    put(tx, loja, rows)?;
    Ok(there)
}

/// Writes locked rows, given before and after, with the events of what changes.
fn put(tx: &mut Tx<'_>, loja: LojaId, mut rows: Vec<(SkuRow, SkuRow)>) -> Result<(), StoreError> {
    let now = tx.now();
    rows.retain(|(before, after)| before.difere(&after.writing(loja, "")));
    let mut texts = Vec::with_capacity(rows.len());
    for (_, after) in &mut rows {
        after.alterado_em = now.micros();
        texts.push(texto_busca(after));
    }
    let (mut writes, mut events) = (Writes::default(), Vec::with_capacity(rows.len()));
    for ((before, after), texto_busca) in rows.iter().zip(&texts) {
        let new = after.writing(loja, texto_busca);
        writes.replace(before, new, false);
        let of_row = changes::of_row(before, &new);
        events.extend(of_row.into_iter().map(|change| changes::new((before.sku_num, &before.sku), change)));
    }
    sql::write(tx, &writes)?;
    events::record(tx, loja, now, events)
}

/// Marks a SKU as changed whose change is stored elsewhere, with an event where `field` names it; false when
/// there is no such SKU.
pub(crate) fn touch(
    tx: &mut Tx<'_>,
    loja: LojaId,
    num: i64,
    field: Option<&'static str>,
) -> Result<bool, StoreError> {
    let now = tx.now().micros();
    let touched: Statement<'_, diesel::sql_types::Text, 4> = Statement::new(
        "UPDATE skus SET alterado_em = ? \
         WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ? RETURNING sku",
        [
            BindValue::I64(now),
            BindValue::I32(loja.aplicacao.0),
            BindValue::I32(loja.loja),
            BindValue::I64(num),
        ],
    );
    let sku: Option<String> = on!(tx, c => touched.get_result(c).optional())?;
    let Some(sku) = sku else { return Ok(false) };
    let change = field.map(|field| Change::SkuAlterado { campos: vec![field] });
    changes::record(tx, loja, (num, &sku), change)?;
    Ok(true)
}

/// Sets the prices of a SKU; false when there is no such SKU. Setting what is already there changes nothing.
pub fn set_preco(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId, preco: Preco) -> Result<bool, StoreError> {
    Ok(set_precos(tx, loja, &[(sku, preco)])?.contains(&true))
}

/// [`set_preco`] for many, no two of the same SKU; returns for each, in order, whether it is there.
pub fn set_precos(tx: &mut Tx<'_>, loja: LojaId, lote: &[(&SkuId, Preco)]) -> Result<Vec<bool>, StoreError> {
    let codes: Vec<&str> = lote.iter().map(|(sku, _)| sku.as_str()).collect();
    change_each(tx, loja, &codes, |place, row| {
        if let Some((_, preco)) = lote.get(place) {
            row.preco_de = preco.preco_de.ten_thousandths();
            row.preco_por = preco.preco_por.ten_thousandths();
        }
    })
}
