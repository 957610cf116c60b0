//! Writing SKUs: rows are locked, compared as a whole and written where they differ, with their events. A SKU that
//! stays the same keeps its time of change and has no event.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::estoque::ControleEstoque;
use domain::evento::Change;
use domain::interface_b::produto::Source;
use domain::sku::Sku;
use domain::values::ids::{LojaId, SkuId};

use super::changes;
use super::read::{find, number};
use super::rows::{Destino, NewRow, ReadySku, SkuRow, Texts, merge, source};
use super::sql::{self, Writes};
use crate::accounts::limites;
use crate::base::schema::{pedido_itens, sku_textos, skus};
use crate::base::sequences::{Sequence, next_many};
use crate::base::{CreateOutcome, DeleteOutcome, StoreError, UpsertOutcome, of_store};
use crate::base::{Tx, on};
use crate::catalogue::{atributos, fabricantes, imagens};
use crate::channels;
use crate::events;
use crate::inventory::{self, StockLevel, ledger};

/// The lock of changes of one SKU.
const LOCK: &str = "sku";

/// Creates a SKU, unless its code is taken.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, sku: &Sku) -> Result<CreateOutcome<Sku>, StoreError> {
    exclusive(tx, loja, &sku.sku)?;
    match find(tx, loja, &sku.sku)? {
        Some(current) if current == *sku => Ok(CreateOutcome::Equal(current)),
        Some(_) => Ok(CreateOutcome::Different),
        None => {
            let ready = ReadySku::new(sku.clone())?;
            put(tx, loja, &[(0, &ready)], &[None])?;
            Ok(CreateOutcome::Created(ready.loaded()?))
        }
    }
}

/// Creates a product, unless its code is taken: the number that has it, and whether it is new. `stocked`
/// sets its stock in other centres, before units are allocated to open orders.
pub(crate) fn create_whole(
    tx: &mut Tx<'_>,
    loja: LojaId,
    new: Source,
    stocked: impl FnOnce(&mut Tx<'_>) -> Result<(), StoreError>,
) -> Result<(i64, bool), StoreError> {
    exclusive(tx, loja, &new.sku.sku)?;
    if let Some(taken) = number(tx, loja, &new.sku.sku)? {
        return Ok((taken, false));
    }
    let ready = ReadySku::whole(new)?;
    let numbers = put_stocked(tx, loja, &[(0, &ready)], &[None], stocked)?;
    let num = numbers.first().ok_or_else(|| StoreError::Internal("a SKU got no number".into()))?;
    Ok((*num, true))
}

/// Changes a product by a function of what there is of it; `None` when there is no such SKU. What it leaves
/// as it is changes nothing.
pub fn edit<T, E: From<StoreError>>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    code: &str,
    apply: impl FnOnce(&mut Source) -> Result<T, E>,
) -> Result<Option<T>, E> {
    // interface A's replacements read under this lock, too
    wait(tx, loja, code)?;
    let existing_rows = sql::existing(tx, loja, &[code])?;
    let Some(Some(current)) = existing_rows.first() else { return Ok(None) };
    let mut produto = source(current.clone())?;
    let outcome = apply(&mut produto)?;
    let ready = ReadySku::whole(produto)?;
    put(tx, loja, &[(0, &ready)], &existing_rows)?;
    Ok(Some(outcome))
}

/// [`edit`] for SKUs of distinct codes, in a handful of statements; returns for each, in order, whether it is
/// there. `apply` gets its place among the codes, and returns whether the result is to be stored.
pub fn edit_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    codes: &[&str],
    mut apply: impl FnMut(usize, &mut Source) -> bool,
) -> Result<Vec<bool>, StoreError> {
    // always in one order: two batches cannot deadlock
    let mut in_order: Vec<(usize, &str)> = codes.iter().copied().enumerate().collect();
    in_order.sort_unstable_by_key(|(_, code)| *code);
    let sorted: Vec<&str> = in_order.iter().map(|(_, code)| *code).collect();
    let found = sql::existing(tx, loja, &sorted)?;
    let mut there = vec![false; codes.len()];
    let (mut ready, mut current) = (Vec::new(), Vec::new());
    for ((place, _), rows) in in_order.into_iter().zip(found) {
        let (Some(rows), Some(there)) = (rows, there.get_mut(place)) else { continue };
        *there = true;
        let mut produto = source(rows.clone())?;
        if apply(place, &mut produto) {
            ready.push((place, ReadySku::whole(produto)?));
            current.push(Some(rows));
        }
    }
    let ready: Vec<(usize, &ReadySku)> = ready.iter().map(|(place, sku)| (*place, sku)).collect();
    if !ready.is_empty() {
        put(tx, loja, &ready, &current)?;
    }
    Ok(there)
}

/// Creates or replaces a SKU; returns what is stored. What is unchanged keeps its time of change.
pub fn upsert(tx: &mut Tx<'_>, loja: LojaId, sku: &Sku) -> Result<UpsertOutcome<Sku>, StoreError> {
    exclusive(tx, loja, &sku.sku)?;
    let ready = ReadySku::new(sku.clone())?;
    let added = upsert_lote(tx, loja, &[&ready])?;
    let stored = ready.loaded()?;
    Ok(if added.contains(&true) { UpsertOutcome::Created(stored) } else { UpsertOutcome::Replaced(stored) })
}

/// Creates or replaces SKUs of distinct codes; returns for each, in order, whether it is new. What is
/// unchanged keeps its time of change.
pub fn upsert_lote(tx: &mut Tx<'_>, loja: LojaId, lote: &[&ReadySku]) -> Result<Vec<bool>, StoreError> {
    // always in one order: two batches cannot deadlock; it is the order of the index, too
    let mut in_order: Vec<(usize, &ReadySku)> = lote.iter().copied().enumerate().collect();
    in_order.sort_unstable_by(|(_, a), (_, b)| a.code().cmp(b.code()));
    let codes: Vec<&str> = in_order.iter().map(|(_, sku)| sku.code()).collect();
    let existing_rows = sql::existing(tx, loja, &codes)?;
    put(tx, loja, &in_order, &existing_rows)?;
    let mut are_new = vec![false; lote.len()];
    for ((position, _), current) in in_order.iter().zip(&existing_rows) {
        if let Some(new) = are_new.get_mut(*position) {
            *new = current.is_none();
        }
    }
    Ok(are_new)
}

/// Writes SKUs over their existing rows, in a handful of statements, with the events of what changes.
///
/// A code that another transaction has taken in the meantime fails the insert, and with it the transaction,
/// which is then run again and finds the SKU there.
fn put(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(usize, &ReadySku)],
    existing_rows: &[Option<(SkuRow, Texts)>],
) -> Result<Vec<i64>, StoreError> {
    put_stocked(tx, loja, lote, existing_rows, |_| Ok(()))
}

/// [`put`]; `stocked` sets stock in other centres, before units are allocated to open orders.
fn put_stocked(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(usize, &ReadySku)],
    existing_rows: &[Option<(SkuRow, Texts)>],
    stocked: impl FnOnce(&mut Tx<'_>) -> Result<(), StoreError>,
) -> Result<Vec<i64>, StoreError> {
    let new_count = existing_rows.iter().filter(|current| current.is_none()).count();
    let mut free = next_many(tx, Sequence::Skus, new_count)?.into_iter();
    // before what a new one takes over from its store is read
    let controle = match new_count {
        0 => ControleEstoque::Nenhum,
        _ => inventory::control_of_new(tx, loja)?,
    };
    let now = tx.now();
    let grupos = crate::catalogue::grupos::find_or_create(tx, loja, asked_grupos(lote, existing_rows))?;
    let mut writes = Writes::default();
    let mut occurred = Vec::with_capacity(2 * lote.len());
    let mut numbers = Vec::with_capacity(lote.len());
    let (mut new_codes, mut stocks) = (Vec::with_capacity(new_count), Vec::new());
    for ((_, sku), current) in lote.iter().zip(existing_rows) {
        let before = current.as_ref().map(|(row, _)| row);
        let num = match before {
            Some(row) => row.sku_num,
            None => free.next().ok_or_else(|| StoreError::Internal("a batch ran out of numbers".into()))?,
        };
        let grupo = match before {
            Some(row) if row.parent_id == sku.parent_id() => Some(row.produto_num),
            _ => grupos.get(sku.parent_id()).copied(),
        };
        let destino = Destino { loja, num, grupo, before, controle: controle.code(), agora: now.micros() };
        let (row, texts) = (sku.row(destino), sku.texts(loja, num, current.as_ref().map(|(_, texts)| texts)));
        let key = (num, sku.code());
        numbers.push(num);
        let Some((before, texts_before)) = current else {
            occurred.push(changes::new(key, changes::created(&row)));
            writes.new.push((row, texts));
            new_codes.push(sku.code());
            continue;
        };
        let estoque = sku.estoque(before);
        if before.controlled() && before.estoque != estoque {
            stocks.push((stock_level(before), estoque));
        }
        let other_texts = texts_before.diferem(&texts);
        writes.replace(before, row, other_texts);
        writes.texts.extend(other_texts.then_some(texts));
        let with_stock = NewRow { estoque, ..row };
        let of_sku = changes::of_sku((before, texts_before), (&with_stock, &texts))?;
        occurred.extend(of_sku.into_iter().map(|change| changes::new(key, change)));
    }
    sql::write(tx, &writes)?;
    name_parts(tx, loja, lote, existing_rows)?;
    let lists = lote.iter().zip(existing_rows).zip(&numbers).map(|(((_, sku), current), num)| {
        (*num, current.as_ref().map_or("", |(_, texts)| &texts.imagens), sku.imagens())
    });
    imagens::follow(tx, loja, lists)?;
    events::record(tx, loja, now, occurred)?;
    inventory::set_with_skus(tx, loja, stocks)?;
    stocked(tx)?;
    inventory::reserve_for_open_orders(tx, loja, controle, &new_codes)?;
    // last: from here on others of a limited application wait
    if new_count > 0 {
        limites::count(tx, loja.aplicacao, 0, new_count as i64)?;
    }
    Ok(numbers)
}

/// The level of a SKU in the main centre.
fn stock_level(row: &SkuRow) -> StockLevel {
    StockLevel {
        sku_num: row.sku_num,
        sku: row.sku.clone(),
        estoque: row.estoque,
        reservado: row.reservado,
        movimentos: row.movimentos,
        controle: row.controle,
        centros: row.centros,
    }
}

/// Notes brands and attributes that are named for the first time by one of these SKUs.
fn name_parts(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(usize, &ReadySku)],
    existing_rows: &[Option<(SkuRow, Texts)>],
) -> Result<(), StoreError> {
    let (mut brands, mut attributes) = (BTreeSet::new(), BTreeSet::new());
    for ((_, sku), current) in lote.iter().zip(existing_rows) {
        if current.as_ref().is_none_or(|(row, _)| row.marca != sku.marca()) {
            brands.insert(sku.marca());
        }
        if current.as_ref().is_none_or(|(_, texts)| !sku.same_attributes(texts)) {
            attributes.extend(sku.atributos().iter().map(String::as_str));
        }
    }
    fabricantes::note(tx, loja, &brands)?;
    atributos::note(tx, loja, &attributes)
}

/// The groups whose numbers are needed: those of SKUs that come into one.
fn asked_grupos<'a>(
    lote: &'a [(usize, &ReadySku)],
    existing_rows: &'a [Option<(SkuRow, Texts)>],
) -> impl Iterator<Item = &'a str> {
    lote.iter().zip(existing_rows).filter_map(|((_, sku), current)| {
        let stays = current.as_ref().is_some_and(|(row, _)| row.parent_id == sku.parent_id());
        (!stays).then_some(sku.parent_id())
    })
}

/// Deletes a SKU, unless orders refer to it.
pub fn delete(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId) -> Result<DeleteOutcome, StoreError> {
    let Some(num) = number_locked(tx, loja, sku)? else {
        return Ok(DeleteOutcome::Missing);
    };
    let key = (loja.aplicacao.0, loja.loja, num);
    let pedido: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
        of_store!(pedido_itens, loja)
            .filter(pedido_itens::sku.eq(sku.as_str()))
    )).get_result(c))?;
    if pedido {
        return Ok(DeleteOutcome::InUse);
    }
    channels::left_at_channels(tx, loja, (num, sku.as_str()))?;
    ledger::delete_of_sku(tx, loja, num)?;
    imagens::forget(tx, loja, num)?;
    on!(tx, c => {
        diesel::delete(sku_textos::table.find(key)).execute(c)?;
        diesel::delete(skus::table.find(key)).execute(c)?;
    });
    changes::record(tx, loja, (num, sku.as_str()), [Change::SkuExcluido])?;
    limites::count(tx, loja.aplicacao, 0, -1)?;
    Ok(DeleteOutcome::Deleted)
}

/// Locks and reads one SKU: its row, too, which is all that changes of stock and prices lock.
pub fn find_locked(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<Sku>, StoreError> {
    exclusive(tx, loja, sku)?;
    let found = sql::existing(tx, loja, &[sku.as_str()])?;
    found.into_iter().flatten().next().map(merge).transpose()
}

/// Locks SKUs, with their settings in channels; returns their numbers with their codes.
pub fn numbers_locked(
    tx: &mut Tx<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    sql::lock(tx, loja, codes)
}

/// [`numbers_locked`] of one SKU.
pub fn number_locked(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<i64>, StoreError> {
    exclusive(tx, loja, sku)?;
    Ok(numbers_locked(tx, loja, &[sku.as_str()])?.first().map(|(_, number)| *number))
}

/// Locks creations, replacements and deletions of a SKU; see [`Tx::exclusive`].
fn exclusive(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId) -> Result<(), StoreError> {
    wait(tx, loja, sku.as_str())
}

/// The same, by a code that is known to be one.
pub(crate) fn wait(tx: &mut Tx<'_>, loja: LojaId, code: &str) -> Result<(), StoreError> {
    tx.exclusive(LOCK, loja, code)
}
