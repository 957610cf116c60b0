//! Statements on SKUs on PostgreSQL: many writers, and each statement is a round trip. Rows are locked before they
//! are read; a batch is one statement per step.

use std::collections::HashMap;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use domain::values::ids::LojaId;

use super::columns::{names, sku_columns};
use super::parts::{Found, Writes, for_orders, found, rows_of, with_texts};
use super::rows::{NewRow, NewTexts, SkuRow, Texts};
use crate::base::StoreError;
use crate::base::schema::{sku_textos, skus};
use crate::base::{List, OverLists};

/// Numbers of SKUs, with their codes.
pub(super) fn numbers(
    c: &mut PgConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(skus::table
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq_any(codes))
        .select((skus::sku, skus::sku_num))
        .load(c)?)
}

/// Locks SKUs and reads them as orders need them. In the order of their codes: two transactions cannot deadlock.
pub(super) fn for_orders(
    c: &mut PgConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<Found>, StoreError> {
    Ok(LockSkus(for_orders!(loja, skus::sku.eq_any(codes))).load(c)?)
}

/// Locks the rows of `skus` that a query finds, and not those that it joins to them.
#[derive(Debug, QueryId)]
struct LockSkus<Q>(Q);

impl<Q: QueryFragment<Pg>> QueryFragment<Pg> for LockSkus<Q> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out.reborrow())?;
        out.push_sql(" FOR NO KEY UPDATE OF skus");
        Ok(())
    }
}

impl<Q: Query> Query for LockSkus<Q> {
    type SqlType = Q::SqlType;
}

impl<Q> RunQueryDsl<PgConnection> for LockSkus<Q> {}

/// [`numbers`] of SKUs that are locked, in the order of their codes: two batches cannot deadlock.
pub(super) fn lock(
    c: &mut PgConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(skus::table
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq_any(codes))
        .order(skus::sku)
        .select((skus::sku, skus::sku_num))
        .for_no_key_update()
        .load(c)?)
}

/// Locks SKUs by their codes, and reads them in this order.
///
/// Two statements: one that waits for a row joins others to it as they were before it waited.
pub(super) fn existing(
    c: &mut PgConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<Option<(SkuRow, Texts)>>, StoreError> {
    let mut locked: Vec<i64> = lock(c, loja, codes)?.into_iter().map(|(_, number)| number).collect();
    locked.sort_unstable();
    let found: Vec<(SkuRow, Texts)> = with_texts!()
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq_any(codes))
        .select((SkuRow::as_select(), Texts::as_select()))
        .load(c)?;
    // one that was inserted since is not locked: left out, its insertion fails on the code, and the transaction
    // runs again
    let mut by_code: HashMap<String, (SkuRow, Texts)> = found
        .into_iter()
        .filter(|(row, _)| locked.binary_search(&row.sku_num).is_ok())
        .map(|rows| (rows.0.sku.clone(), rows))
        .collect();
    Ok(codes.iter().map(|code| by_code.remove(*code)).collect())
}

/// Locks one row.
pub(super) fn locked(c: &mut PgConnection, loja: LojaId, num: i64) -> Result<Option<SkuRow>, StoreError> {
    Ok(rows_of!(loja, skus::sku_num.eq(num)).for_no_key_update().get_result(c).optional()?)
}

/// [`locked`] by the codes, in their order: two batches cannot deadlock.
pub(super) fn locked_by_code(
    c: &mut PgConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<SkuRow>, StoreError> {
    Ok(rows_of!(loja, skus::sku.eq_any(codes)).order(skus::sku).for_no_key_update().load(c)?)
}

macro_rules! place {
    ($name:ident) => {
        ", ?"
    };
}

/// A placeholder for each list: `?, ?`.
macro_rules! places {
    (; $first:ident: $_t:ty => $_s:ty $(, $_w:literal)?;
        $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        concat!("?" $(, place!($name))*)
    };
}

/// Each column from the lists: `a = n.a, b = n.b`.
macro_rules! set_from_lists {
    (; $first:ident: $_t:ty => $_s:ty $(, $_w:literal)?;
        $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        concat!(stringify!($first), " = n.", stringify!($first)
            $(, ", ", stringify!($name), " = n.", stringify!($name))*)
    };
}

/// A list of each column of some rows.
macro_rules! lists_of {
    ($rows:ident; $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        [$(List::from($rows.iter().map(|row| row.$name).collect::<Vec<_>>())),*]
    };
}

/// Runs a statement with a list for each column of some rows and then the tenant; nothing without rows.
macro_rules! over_lists {
    ($c:expr, $rows:expr, $columns:tt, $text:expr) => {
        if let Some(first) = $rows.first() {
            let rows = $rows;
            let mut lists = Vec::from(sku_columns!($columns => lists_of, rows));
            lists.extend([List::Tenant(first.aplicacao_id), List::Tenant(first.loja_id)]);
            OverLists { text: $text, lists }.execute($c)?;
        }
    };
}

const INSERT: &str = concat!(
    "INSERT INTO skus (",
    sku_columns!(insert => names, ""),
    ", aplicacao_id, loja_id) SELECT n.*, t.* FROM unnest(",
    sku_columns!(insert => places),
    ") AS n, (SELECT CAST(? AS INTEGER), CAST(? AS INTEGER)) AS t"
);

const INSERT_TEXTS: &str = concat!(
    "INSERT INTO sku_textos (",
    sku_columns!([number texts kept] => names, ""),
    ", aplicacao_id, loja_id) SELECT n.*, t.* FROM unnest(",
    sku_columns!([number texts kept] => places),
    ") AS n, (SELECT CAST(? AS INTEGER), CAST(? AS INTEGER)) AS t"
);

/// All columns but those that never change.
const UPDATE: &str = concat!(
    "UPDATE skus s SET ",
    sku_columns!([members balance of_b group search changed] => set_from_lists),
    " FROM unnest(",
    sku_columns!([number members balance of_b group search changed] => places),
    ") AS n (",
    sku_columns!([number members balance of_b group search changed] => names, ""),
    ") WHERE s.aplicacao_id = ? AND s.loja_id = ? AND s.sku_num = n.sku_num"
);

/// Stock and prices alone.
const UPDATE_BALANCE: &str = concat!(
    "UPDATE skus s SET ",
    sku_columns!([balance changed] => set_from_lists),
    " FROM unnest(",
    sku_columns!([number balance changed] => places),
    ") AS n (",
    sku_columns!([number balance changed] => names, ""),
    ") WHERE s.aplicacao_id = ? AND s.loja_id = ? AND s.sku_num = n.sku_num"
);

const UPDATE_TEXTS: &str = concat!(
    "UPDATE sku_textos s SET ",
    sku_columns!([texts kept] => set_from_lists),
    " FROM unnest(",
    sku_columns!([number texts kept] => places),
    ") AS n (",
    sku_columns!([number texts kept] => names, ""),
    ") WHERE s.aplicacao_id = ? AND s.loja_id = ? AND s.sku_num = n.sku_num"
);

/// Writes rows, in at most five statements.
pub(super) fn write(c: &mut PgConnection, writes: &Writes<'_>) -> Result<(), StoreError> {
    let Writes { new, changed, balances, texts } = writes;
    let (rows, new_texts): (Vec<NewRow<'_>>, Vec<NewTexts<'_>>) = new.iter().copied().unzip();
    over_lists!(c, &rows, insert, INSERT);
    over_lists!(c, &new_texts, [number texts kept], INSERT_TEXTS);
    over_lists!(c, changed, [number members balance of_b group search changed], UPDATE);
    over_lists!(c, balances, [number balance changed], UPDATE_BALANCE);
    over_lists!(c, texts, [number texts kept], UPDATE_TEXTS);
    Ok(())
}
