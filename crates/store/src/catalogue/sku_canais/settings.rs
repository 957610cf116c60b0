//! Reads and writes of SKUs' settings in channels.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::sku_canal::SkuCanal;
use domain::values::ids::{CanalId, LojaId, SkuId};

use super::rows::{Changed, SkuCanalRow, record, write};
use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest, Range};
use crate::base::schema::{canais, sku_canais, skus};
use crate::base::{Conn, Implied, Rare, Tx, load_by_key, of_store, on};
use crate::catalogue::skus::before_page;
use crate::catalogue::skus::rows::sku_id;
use crate::catalogue::skus::touch;

fn canal_id(text: String) -> Result<CanalId, StoreError> {
    CanalId::stored(text).map_err(|e| StoreError::corrupt("canais.canal_id", e))
}

/// The settings of a SKU in every channel that has some, in the order of the channels' creation.
pub fn list_by_sku(
    conn: &mut Conn<'_>,
    loja: LojaId,
    sku_num: i64,
    changed: Range,
) -> Result<Vec<SkuCanal>, StoreError> {
    let rows: Vec<(SkuCanalRow, String)> = on!(conn, c => sku_canais::table
        .inner_join(canais::table.on(canais::aplicacao_id
            .eq(sku_canais::aplicacao_id)
            .and(canais::loja_id.eq(sku_canais::loja_id))
            .and(canais::canal_num.eq(sku_canais::canal_num))))
        .filter(sku_canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(sku_canais::loja_id.eq(loja.loja))
        .filter(Rare(sku_canais::sku_num.eq(sku_num)))
        .filter(sku_canais::alterado_em.ge(changed.start_micros()))
        .filter(sku_canais::alterado_em.lt(changed.end_micros()))
        .order(sku_canais::canal_num)
        .select((SkuCanalRow::as_select(), canais::canal_id))
        .load(c))?;
    rows.into_iter().map(|(row, id)| Ok(row.value(canal_id(id)?))).collect()
}

/// Which rows of a channel are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// Changed in this range.
    pub changed: Range,
}

/// The settings of every SKU that has some in a channel, in the order of the SKUs' creation.
pub fn list_by_canal(
    conn: &mut Conn<'_>,
    loja: LojaId,
    (canal_num, canal): (i32, &CanalId),
    filter: &Filter,
    page: PageRequest,
) -> Result<Page<(SkuId, SkuCanal)>, StoreError> {
    let (rows, total): (Vec<(SkuCanalRow, String)>, i64) = on!(conn, c => {
        macro_rules! filtered {
            ($base:expr) => {{
                let mut q = $base
                    .filter(sku_canais::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(sku_canais::loja_id.eq(loja.loja))
                    .filter(sku_canais::canal_num.eq(canal_num))
                    .into_boxed();
                if let Some(active) = filter.ativo {
                    q = q.filter(sku_canais::ativo.eq(active));
                }
                if !filter.changed.open() {
                    q = q.filter(sku_canais::alterado_em.ge(filter.changed.start_micros()))
                        .filter(sku_canais::alterado_em.lt(filter.changed.end_micros()));
                }
                q
            }};
        }
        let mut q = filtered!(sku_canais::table.inner_join(skus::table.on(skus::aplicacao_id
            .eq(sku_canais::aplicacao_id)
            .and(skus::loja_id.eq(sku_canais::loja_id))
            .and(skus::sku_num.eq(sku_canais::sku_num)))));
        if let Some(before) = before_page!(sku_canais::sku_num, filtered!(sku_canais::table), page, c) {
            q = q.filter(sku_canais::sku_num.gt(before)).filter(Implied(skus::sku_num.gt(before)));
        }
        let rows = q
            .order(sku_canais::sku_num)
            .select((SkuCanalRow::as_select(), skus::sku))
            .limit(page.limit())
            .load(c)?;
        (rows, filtered!(sku_canais::table).count().get_result(c)?)
    });
    page.page(rows, total, |(l, _)| [l.sku_num, 0], |(row, sku)| Ok((sku_id(sku)?, row.value(canal.clone()))))
}

fn row(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canal_num: i32,
    sku_num: i64,
) -> Result<Option<SkuCanalRow>, StoreError> {
    Ok(on!(conn, c => sku_canais::table
        .find((loja.aplicacao.0, loja.loja, canal_num, sku_num))
        .select(SkuCanalRow::as_select())
        .first(c)
        .optional())?)
}

/// The settings of one SKU in one channel.
pub fn find(
    conn: &mut Conn<'_>,
    loja: LojaId,
    (canal_num, canal): (i32, &CanalId),
    sku_num: i64,
) -> Result<Option<SkuCanal>, StoreError> {
    Ok(row(conn, loja, canal_num, sku_num)?.map(|l| l.value(canal.clone())))
}

/// Creates or replaces the settings of one SKU in one channel; true when they are new. What is unchanged
/// keeps its time of change.
pub fn upsert(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_num: i32,
    sku_num: i64,
    value: &SkuCanal,
) -> Result<bool, StoreError> {
    let new = SkuCanalRow::new(loja, canal_num, sku_num, value, tx.now().micros());
    let current = row(tx, loja, canal_num, sku_num)?;
    let Some(change) = Changed::between(current.as_ref(), Some(&new)) else { return Ok(false) };
    write(tx, &[new])?;
    record(tx, loja, vec![change])?;
    Ok(current.is_none())
}

/// Creates or replaces the settings of SKUs (distinct numbers) in one channel; returns for each, in order,
/// whether they are new.
pub fn upsert_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_num: i32,
    lote: &[(i64, SkuCanal)],
) -> Result<Vec<bool>, StoreError> {
    let nums: Vec<i64> = lote.iter().map(|(num, _)| *num).collect();
    let existing_rows = existing(tx, loja, canal_num, &nums)?;
    replace(tx, loja, canal_num, (&existing_rows, lote))?;
    Ok(nums.iter().map(|num| !existing_rows.contains_key(num)).collect())
}

/// Changes the settings of SKUs (distinct numbers) in one channel by a function of what there is of each,
/// which gets its index; returns for each, in order, whether there were none.
pub fn edit_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (canal_num, canal): (i32, &CanalId),
    nums: &[i64],
    mut apply: impl FnMut(usize, &mut SkuCanal),
) -> Result<Vec<bool>, StoreError> {
    let existing_rows = existing(tx, loja, canal_num, nums)?;
    let mut lote = Vec::with_capacity(nums.len());
    for (place, num) in nums.iter().enumerate() {
        let before = existing_rows.get(num).map(|row| row.value(canal.clone()));
        let mut settings = before.unwrap_or_else(|| SkuCanal::new(canal.clone()));
        apply(place, &mut settings);
        lote.push((*num, settings));
    }
    replace(tx, loja, canal_num, (&existing_rows, &lote))?;
    Ok(nums.iter().map(|num| !existing_rows.contains_key(num)).collect())
}

/// Rows of a channel, by the numbers of their SKUs.
type Existing = HashMap<i64, SkuCanalRow>;

fn existing(conn: &mut Conn<'_>, loja: LojaId, canal_num: i32, nums: &[i64]) -> Result<Existing, StoreError> {
    let rows: Vec<SkuCanalRow> =
        load_by_key!(conn, sku_canais::sku_num, nums, |of_them| of_store!(sku_canais, loja)
            .filter(sku_canais::canal_num.eq(canal_num))
            .filter(of_them)
            .select(SkuCanalRow::as_select()));
    Ok(rows.into_iter().map(|row| (row.sku_num, row)).collect())
}

/// Writes settings in place of those that there are, where they differ, and emits their events.
fn replace(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_num: i32,
    (existing_rows, lote): (&Existing, &[(i64, SkuCanal)]),
) -> Result<(), StoreError> {
    let now = tx.now().micros();
    let mut rows: Vec<SkuCanalRow> =
        lote.iter().map(|(num, value)| SkuCanalRow::new(loja, canal_num, *num, value, now)).collect();
    rows.sort_unstable_by_key(|l| l.sku_num);
    let mut changes = Vec::with_capacity(rows.len());
    rows.retain(|new| {
        let change = Changed::between(existing_rows.get(&new.sku_num), Some(new));
        let changed = change.is_some();
        changes.extend(change);
        changed
    });
    write(tx, &rows)?;
    record(tx, loja, changes)
}

/// Removes the settings of one SKU in one channel; false when there were none.
pub fn delete(tx: &mut Tx<'_>, loja: LojaId, canal_num: i32, sku_num: i64) -> Result<bool, StoreError> {
    let removed: Vec<SkuCanalRow> = on!(tx, c => diesel::delete(
        sku_canais::table.find((loja.aplicacao.0, loja.loja, canal_num, sku_num))
    ).returning(SkuCanalRow::as_returning()).get_results(c))?;
    record_removed(tx, loja, sku_num, &removed)?;
    Ok(!removed.is_empty())
}

/// Makes `values` (each with its channel's number) the settings of one SKU: what is not among them goes.
pub fn replace_by_sku(
    tx: &mut Tx<'_>,
    loja: LojaId,
    sku_num: i64,
    values: &[(i32, SkuCanal)],
) -> Result<(), StoreError> {
    let stay: Vec<i32> = values.iter().map(|(num, _)| *num).collect();
    let removed: Vec<SkuCanalRow> = on!(tx, c => diesel::delete(of_store!(sku_canais, loja)
        .filter(Rare(sku_canais::sku_num.eq(sku_num)))
        .filter(sku_canais::canal_num.ne_all(stay)))
        .returning(SkuCanalRow::as_returning())
        .get_results(c))?;
    record_removed(tx, loja, sku_num, &removed)?;
    for (canal_num, value) in values {
        upsert(tx, loja, *canal_num, sku_num, value)?;
    }
    Ok(())
}

/// Emits the events of removed rows. Nothing is left to show a removal: the SKU itself is marked as changed.
fn record_removed(
    tx: &mut Tx<'_>,
    loja: LojaId,
    sku_num: i64,
    removed: &[SkuCanalRow],
) -> Result<(), StoreError> {
    if removed.is_empty() {
        return Ok(());
    }
    touch(tx, loja, sku_num, None)?;
    record(tx, loja, removed.iter().filter_map(|row| Changed::between(Some(row), None)).collect())
}
