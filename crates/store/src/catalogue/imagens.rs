//! Files of images: kept for SKUs whose lists of images name their addresses, and read by anybody who knows one.
//!
//! A file goes with the last SKU that names it, in the transaction in which that ends.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::interface_b::produto::{ImageFile, kept_name};
use domain::values::ids::LojaId;

use super::skus;
use crate::base::schema::{imagens, sku_imagens, usuarios};
use crate::base::{Conn, StoreError, Tx, of_store, on};

/// Most bytes of all files of a store.
pub const IMAGES_MAX: i64 = 200 << 20;

/// The bytes of a file, whosever; one of a deleted user is gone at once.
pub fn find(conn: &mut Conn<'_>, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let its_user = usuarios::table
        .filter(usuarios::aplicacao_id.eq(imagens::aplicacao_id))
        .filter(usuarios::loja_id.eq(imagens::loja_id));
    Ok(on!(conn, c => imagens::table
        .filter(imagens::nome.eq(name))
        .filter(diesel::dsl::exists(its_user))
        .select(imagens::conteudo)
        .first(c)
        .optional())?)
}

/// Keeps files for a SKU, whose list names them by the end of the transaction. False when all files of the store
/// together are more than they may be: nothing of the transaction can stay then.
pub fn keep<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    code: &str,
    files: impl Iterator<Item = &'a ImageFile>,
) -> Result<bool, StoreError> {
    // locks in this order everywhere: the SKU, its row, the files
    skus::wait(tx, loja, code)?;
    let numbers = skus::numbers_locked(tx, loja, &[code])?;
    exclusive(tx, loja)?;
    for file in files {
        let (name, bytes) = (file.name(loja), file.bytes());
        let row = (
            imagens::aplicacao_id.eq(loja.aplicacao.0),
            imagens::loja_id.eq(loja.loja),
            imagens::nome.eq(&name),
            imagens::tamanho.eq(i32::try_from(bytes.len()).unwrap_or(i32::MAX)),
            imagens::conteudo.eq(bytes),
        );
        on!(tx, c => diesel::insert_into(imagens::table).values(row).on_conflict_do_nothing().execute(c))?;
        for (_, sku_num) in &numbers {
            note(tx, loja, *sku_num, &name)?;
        }
    }
    let sizes = diesel::dsl::sum(imagens::tamanho);
    let total: Option<i64> = on!(tx, c => of_store!(imagens, loja).select(sizes).get_result(c))?;
    Ok(total.unwrap_or_default() <= IMAGES_MAX)
}

/// Follows changes of SKUs' lists of images, each with the list before and after, in JSON: notes the files that
/// are named now, and deletes those that no SKU names any more.
pub(crate) fn follow<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    changes: impl Iterator<Item = (i64, &'a str, &'a str)>,
) -> Result<(), StoreError> {
    let changes: Vec<_> = changes
        .filter(|(_, before, after)| before != after)
        .map(|(sku_num, before, after)| (sku_num, names(before), names(after)))
        .filter(|(_, before, after)| before != after)
        .collect();
    if changes.is_empty() {
        return Ok(());
    }
    exclusive(tx, loja)?;
    for (sku_num, before, after) in &changes {
        for name in before.difference(after) {
            let key = (loja.aplicacao.0, loja.loja, *sku_num, *name);
            on!(tx, c => diesel::delete(sku_imagens::table.find(key)).execute(c))?;
        }
        for name in after.difference(before) {
            let file = imagens::table.find((loja.aplicacao.0, *name));
            if on!(tx, c => diesel::select(diesel::dsl::exists(file)).get_result(c))? {
                note(tx, loja, *sku_num, name)?;
            }
        }
    }
    let gone = changes.iter().flat_map(|(_, before, after)| before.difference(after).copied());
    delete_unused(tx, loja, gone)
}

/// Ends all naming of files by a SKU that is about to be deleted.
pub(crate) fn forget(tx: &mut Tx<'_>, loja: LojaId, sku_num: i64) -> Result<(), StoreError> {
    let its = of_store!(sku_imagens, loja).filter(sku_imagens::sku_num.eq(sku_num));
    let names: Vec<String> = on!(tx, c => its.select(sku_imagens::nome).load(c))?;
    if names.is_empty() {
        return Ok(());
    }
    // before it is looked who else names them
    exclusive(tx, loja)?;
    on!(tx, c => diesel::delete(its).execute(c))?;
    delete_unused(tx, loja, names.iter().map(String::as_str))
}

/// Deletes some files of a deleted user, and some of what its SKUs name; false when there are none.
pub(crate) fn clear(tx: &mut Tx<'_>, loja: LojaId, most: i64) -> Result<bool, StoreError> {
    let own: Vec<String> = on!(tx, c => of_store!(imagens, loja).select(imagens::nome).limit(most).load(c))?;
    let named: Vec<i64> =
        on!(tx, c => of_store!(sku_imagens, loja).select(sku_imagens::sku_num).limit(most).load(c))?;
    if own.is_empty() && named.is_empty() {
        return Ok(false);
    }
    exclusive(tx, loja)?;
    for name in &own {
        on!(tx, c => diesel::delete(imagens::table.find((loja.aplicacao.0, name))).execute(c))?;
    }
    for sku_num in named {
        forget(tx, loja, sku_num)?;
    }
    Ok(true)
}

/// Deletes those of some files that no SKU names. The caller keeps other changes waiting.
fn delete_unused<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), StoreError> {
    for name in names {
        let uses = sku_imagens::table
            .filter(sku_imagens::aplicacao_id.eq(loja.aplicacao.0))
            .filter(sku_imagens::nome.eq(name));
        let file = imagens::table.find((loja.aplicacao.0, name));
        let used: bool = on!(tx, c => diesel::select(diesel::dsl::exists(uses)).get_result(c))?;
        if !used {
            on!(tx, c => diesel::delete(file).execute(c))?;
        }
    }
    Ok(())
}

/// Notes that a SKU names a file that is there.
fn note(tx: &mut Tx<'_>, loja: LojaId, sku_num: i64, name: &str) -> Result<(), StoreError> {
    let row = (
        sku_imagens::aplicacao_id.eq(loja.aplicacao.0),
        sku_imagens::loja_id.eq(loja.loja),
        sku_imagens::sku_num.eq(sku_num),
        sku_imagens::nome.eq(name),
    );
    on!(tx, c => diesel::insert_into(sku_imagens::table).values(row).on_conflict_do_nothing().execute(c))?;
    Ok(())
}

/// The names of files in a list of addresses, which is JSON as it is stored.
fn names(list: &str) -> BTreeSet<&str> {
    list.split('"').filter_map(kept_name).collect()
}

/// Keeps other changes of the application's files waiting: any of its stores may name any of them.
fn exclusive(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    tx.exclusive("imagens", LojaId { loja: 0, ..loja }, "")
}
