//! Statements on SKUs, those of both databases under one another.
//!
//! SQLite has one writer, so that nothing has to be locked; rows are written one by one, by statements that stay
//! in the statement cache (one for many rows has another text for each number of them). On PostgreSQL each
//! statement is a round trip: rows are locked before they are read, and a batch is one statement a step.

use std::collections::HashMap;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Integer, SmallInt, Text};
use domain::interface_b::registro::CatalogueItem;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::schema::{sku_textos, skus};
use crate::base::{Backend, BindValue, Conn, List, OverLists, Statement, StoreError, Tx, from_json, to_json};
use crate::catalogue::skus::columns::{Value, names, sku_columns};
use crate::catalogue::skus::rows::{NewRow, NewTexts, SkuRow, Texts};
use crate::inventory::{self, LockedStock, StockLevel};

/// The rows of a SKU, joined.
macro_rules! with_texts {
    () => {
        skus::table.inner_join(
            sku_textos::table.on(sku_textos::aplicacao_id
                .eq(skus::aplicacao_id)
                .and(sku_textos::loja_id.eq(skus::loja_id))
                .and(sku_textos::sku_num.eq(skus::sku_num))),
        )
    };
}
pub(crate) use with_texts;

/// The number of the SKU before a page, unless it is the first: of skipped SKUs only the numbers are read.
/// `before_page!(the number's column, all rows, page, connection)`.
macro_rules! before_page {
    ($number:path, $rows:expr, $page:expr, $c:expr) => {
        match ($page.after(), $page.offset()) {
            (Some([num, _]), _) => Some(num),
            (None, 0) => None,
            (None, skipped) => {
                let numbers = $rows.order($number).select($number);
                Some(numbers.offset(skipped - 1).first($c).optional()?.unwrap_or(i64::MAX))
            }
        }
    };
}
pub(crate) use before_page;

/// Reads a part of a page of SKUs, for `gather`: after the last row, or from the start of the page.
macro_rules! part_of_page {
    ($filtered:expr, $before:expr, $last:expr, $wanted:expr, $c:expr) => {{
        let mut q = $filtered;
        let last: Option<&(SkuRow, Texts)> = $last;
        if let Some(after) = last.map(|(row, _)| row.sku_num).or($before) {
            q = q.filter(skus::sku_num.gt(after)).filter(crate::base::Implied(sku_textos::sku_num.gt(after)));
        }
        q.order(skus::sku_num).select((SkuRow::as_select(), Texts::as_select())).limit($wanted).load($c)
    }};
}
pub(crate) use part_of_page;

/// A SKU as an order needs it: level, name, GTIN and cost; weight, height, width and length; attributes.
type OrderedSku = (StockLevel, String, String, i64, (i32, i32, i32, i32), String);

/// The columns of [`OrderedSku`].
macro_rules! ordered_columns {
    () => {
        (
            $crate::inventory::StockLevel::as_select(),
            skus::nome,
            skus::gtin,
            skus::preco_custo,
            (skus::peso, skus::altura, skus::largura, skus::comprimento),
            sku_textos::atributos,
        )
    };
}

/// SKUs of a store as orders need them, by a condition.
macro_rules! for_orders {
    ($loja:expr, $condition:expr) => {
        with_texts!()
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
            .filter($condition)
            .order(skus::sku)
            .select(ordered_columns!())
    };
}

/// Rows by a condition.
macro_rules! rows_of {
    ($loja:expr, $condition:expr) => {
        $crate::base::of_store!(skus, $loja).filter($condition).select(SkuRow::as_select())
    };
}

/// Rows to be written.
#[derive(Debug, Default)]
pub(super) struct Writes<'a> {
    pub new: Vec<(NewRow<'a>, NewTexts<'a>)>,
    /// Of these more than stock and prices has changed.
    pub changed: Vec<NewRow<'a>>,
    /// Of these stock, prices or the time of change alone.
    pub balances: Vec<NewRow<'a>>,
    /// Texts that have changed.
    pub texts: Vec<NewTexts<'a>>,
}

impl<'a> Writes<'a> {
    /// Replaces a row by the cheapest statement; skips it when nothing differs. `or_time`: the time of change
    /// at least.
    pub fn replace(&mut self, before: &SkuRow, after: NewRow<'a>, or_time: bool) {
        if before.differs_beyond_balance(&after) {
            self.changed.push(after);
        } else if or_time || before.difere(&after) {
            self.balances.push(after);
        }
    }
}

/// Numbers and codes by a list of codes, on PostgreSQL.
macro_rules! by_codes {
    ($loja:ident, $codes:ident) => {
        $crate::base::of_store!(skus, $loja)
            .filter(skus::sku.eq_any($codes))
            .select((skus::sku, skus::sku_num))
    };
}

/// Numbers of SKUs, with their codes.
pub(super) fn numbers(
    conn: &mut Conn<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(match conn.either() {
        Backend::Sqlite(c) => Statement::<(Text, BigInt), 3>::new(
            "SELECT s.sku, s.sku_num FROM json_each(?) j \
             CROSS JOIN skus s ON s.aplicacao_id = ? AND s.loja_id = ? AND s.sku = j.value",
            [BindValue::Str(&to_json(codes)?), BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja)],
        )
        .load(*c)?,
        Backend::Postgres(c) => by_codes!(loja, codes).load(*c)?,
    })
}

/// [`numbers`] of SKUs that are locked, in the order of their codes: two batches cannot deadlock.
pub(super) fn lock(tx: &mut Tx<'_>, loja: LojaId, codes: &[&str]) -> Result<Vec<(String, i64)>, StoreError> {
    if let Backend::Postgres(c) = tx.either() {
        return Ok(by_codes!(loja, codes).order(skus::sku).for_no_key_update().load(*c)?);
    }
    numbers(tx, loja, codes)
}

/// Locks SKUs and reads them as orders need them, in the order of their codes: two transactions cannot deadlock.
fn for_orders(tx: &mut Tx<'_>, loja: LojaId, codes: &[&str]) -> Result<Vec<OrderedSku>, StoreError> {
    match tx.either() {
        Backend::Sqlite(c) => {
            let mut found = Vec::with_capacity(codes.len());
            for code in codes {
                found.extend(for_orders!(loja, skus::sku.eq(code)).load::<OrderedSku>(*c)?);
            }
            Ok(found)
        }
        Backend::Postgres(c) => Ok(LockSkus(for_orders!(loja, skus::sku.eq_any(codes))).load(*c)?),
    }
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

macro_rules! sql_types {
    (; $($name:ident: $_type:ty => $sql:ty $(, $_wire:literal)?;)*) => { ($($sql,)*) };
}

/// One statement for lists of any length, which looks up each code in the order of the join: for a list of values
/// SQLite would scan all SKUs of the store.
const SEARCH: &str = concat!(
    "SELECT j.key, ",
    sku_columns!(row => names, "s."),
    ", ",
    sku_columns!([texts kept] => names, "t."),
    " FROM json_each(?) j \
     CROSS JOIN skus s ON s.aplicacao_id = ? AND s.loja_id = ? AND s.sku = j.value \
     CROSS JOIN sku_textos t ON t.sku_num = s.sku_num"
);

/// Locks SKUs by their codes and returns them in this order.
pub(super) fn existing(
    tx: &mut Tx<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<Option<(SkuRow, Texts)>>, StoreError> {
    match tx.either() {
        Backend::Sqlite(c) => search(c, loja, codes),
        Backend::Postgres(_) => lock_and_read(tx, loja, codes),
    }
}

/// [`existing`] on SQLite.
fn search(
    c: &mut SqliteConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<Option<(SkuRow, Texts)>>, StoreError> {
    type Columns = (Integer, sku_columns!(row => sql_types), sku_columns!([texts kept] => sql_types));
    let list = to_json(codes)?;
    let search = Statement::<Columns, 3>::new(
        SEARCH,
        [BindValue::Str(&list), BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja)],
    );
    let mut found: Vec<Option<(SkuRow, Texts)>> = codes.iter().map(|_| None).collect();
    for (index, row, texts) in search.load::<(i32, SkuRow, Texts)>(c)? {
        if let Some(slot) = usize::try_from(index).ok().and_then(|index| found.get_mut(index)) {
            *slot = Some((row, texts));
        }
    }
    Ok(found)
}

/// [`existing`] on PostgreSQL, by two statements: one that waits for a row joins others to it as they were
/// before it waited.
fn lock_and_read(
    tx: &mut Tx<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<Option<(SkuRow, Texts)>>, StoreError> {
    let mut locked: Vec<i64> = lock(tx, loja, codes)?.into_iter().map(|(_, number)| number).collect();
    locked.sort_unstable();
    let Backend::Postgres(c) = tx.either() else { return Ok(Vec::new()) };
    let found: Vec<(SkuRow, Texts)> = with_texts!()
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq_any(codes))
        .select((SkuRow::as_select(), Texts::as_select()))
        .load(*c)?;
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
pub(super) fn locked(tx: &mut Tx<'_>, loja: LojaId, num: i64) -> Result<Option<SkuRow>, StoreError> {
    Ok(match tx.either() {
        Backend::Sqlite(c) => rows_of!(loja, skus::sku_num.eq(num)).get_result(*c).optional()?,
        Backend::Postgres(c) => {
            rows_of!(loja, skus::sku_num.eq(num)).for_no_key_update().get_result(*c).optional()?
        }
    })
}

/// [`locked`] by the codes, in their order: two batches cannot deadlock.
pub(super) fn locked_by_code(
    tx: &mut Tx<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<SkuRow>, StoreError> {
    match tx.either() {
        Backend::Sqlite(c) => {
            let mut found = Vec::with_capacity(codes.len());
            for code in codes {
                found.extend(rows_of!(loja, skus::sku.eq(code)).get_result(*c).optional()?);
            }
            Ok(found)
        }
        Backend::Postgres(c) => {
            Ok(rows_of!(loja, skus::sku.eq_any(codes)).order(skus::sku).for_no_key_update().load(*c)?)
        }
    }
}

/// `a = ?, b = ?`.
macro_rules! set {
    (; $first:ident: $_t:ty => $_s:ty $(, $_w:literal)?;
        $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        concat!(stringify!($first), " = ?" $(, ", ", stringify!($name), " = ?")*)
    };
}

/// Runs an UPDATE with the values of some columns of a row, and what finds the row.
macro_rules! update {
    ($c:ident $text:ident $row:ident; $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        Statement::<(), _>::new(
            $text,
            [
                $($row.$name.value(),)*
                BindValue::I32($row.aplicacao_id),
                BindValue::I32($row.loja_id),
                BindValue::I64($row.sku_num),
            ],
        )
        .execute(*$c)?
    };
}

/// All columns except those that never change.
const UPDATE: &str = concat!(
    "UPDATE skus SET ",
    sku_columns!([members balance of_b group search changed] => set),
    " WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?"
);

/// Stock and prices alone, as nearly every change. SQLite rewrites the entries of each index of which a column is
/// set, to another value or not: this statement touches one index.
const UPDATE_BALANCE: &str = concat!(
    "UPDATE skus SET ",
    sku_columns!([balance changed] => set),
    " WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?"
);

const UPDATE_TEXTS: &str = concat!(
    "UPDATE sku_textos SET ",
    sku_columns!([texts kept] => set),
    " WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?"
);
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

const UPDATE_ALL: &str = concat!(
    "UPDATE skus s SET ",
    sku_columns!([members balance of_b group search changed] => set_from_lists),
    " FROM unnest(",
    sku_columns!([number members balance of_b group search changed] => places),
    ") AS n (",
    sku_columns!([number members balance of_b group search changed] => names, ""),
    ") WHERE s.aplicacao_id = ? AND s.loja_id = ? AND s.sku_num = n.sku_num"
);

const UPDATE_BALANCES: &str = concat!(
    "UPDATE skus s SET ",
    sku_columns!([balance changed] => set_from_lists),
    " FROM unnest(",
    sku_columns!([number balance changed] => places),
    ") AS n (",
    sku_columns!([number balance changed] => names, ""),
    ") WHERE s.aplicacao_id = ? AND s.loja_id = ? AND s.sku_num = n.sku_num"
);

const UPDATE_ALL_TEXTS: &str = concat!(
    "UPDATE sku_textos s SET ",
    sku_columns!([texts kept] => set_from_lists),
    " FROM unnest(",
    sku_columns!([number texts kept] => places),
    ") AS n (",
    sku_columns!([number texts kept] => names, ""),
    ") WHERE s.aplicacao_id = ? AND s.loja_id = ? AND s.sku_num = n.sku_num"
);
/// Writes rows: on SQLite one by one, on PostgreSQL in at most five statements.
pub(super) fn write(tx: &mut Tx<'_>, writes: &Writes<'_>) -> Result<(), StoreError> {
    let Writes { new, changed, balances, texts } = writes;
    match tx.either() {
        Backend::Sqlite(c) => {
            for (row, _) in new {
                diesel::insert_into(skus::table).values(row).execute(*c)?;
            }
            for (_, texts) in new {
                diesel::insert_into(sku_textos::table).values(texts).execute(*c)?;
            }
            for row in changed {
                sku_columns!([members balance of_b group search changed] => update, c, UPDATE, row);
            }
            for row in balances {
                sku_columns!([balance changed] => update, c, UPDATE_BALANCE, row);
            }
            for row in texts {
                sku_columns!([texts kept] => update, c, UPDATE_TEXTS, row);
            }
        }
        Backend::Postgres(c) => {
            let (rows, new_texts): (Vec<NewRow<'_>>, Vec<NewTexts<'_>>) = new.iter().copied().unzip();
            over_lists!(*c, &rows, insert, INSERT);
            over_lists!(*c, &new_texts, [number texts kept], INSERT_TEXTS);
            over_lists!(*c, changed, [number members balance of_b group search changed], UPDATE_ALL);
            over_lists!(*c, balances, [number balance changed], UPDATE_BALANCES);
            over_lists!(*c, texts, [number texts kept], UPDATE_ALL_TEXTS);
        }
    }
    Ok(())
}

/// Locks SKUs for orders of them. Unregistered SKUs are left out, and cannot be registered before this
/// transaction ends.
pub(crate) fn for_sale(
    tx: &mut Tx<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<(Vec<CatalogueItem>, LockedStock), StoreError> {
    let mut found: Vec<OrderedSku> = for_orders(tx, loja, codes)?;
    if found.len() < codes.len() && !tx.is_alone() {
        let unknown = |code: &&&str| !found.iter().any(|(level, ..)| level.sku == **code);
        let unknown: Vec<&str> = codes.iter().filter(unknown).copied().collect();
        if inventory::somebody_controls(tx, loja)? {
            inventory::exclusive_registration(tx, loja)?;
            found.append(&mut for_orders(tx, loja, &unknown)?);
            found.sort_unstable_by(|(one, ..), (other, ..)| one.sku.cmp(&other.sku));
        }
    }
    let (mut catalogue, mut locked): (_, Vec<StockLevel>) =
        (Vec::with_capacity(found.len()), Vec::with_capacity(found.len()));
    for (level, nome, gtin, cost, (peso, altura, largura, comprimento), atributos) in found {
        catalogue.push(CatalogueItem {
            sku: level.sku.clone(),
            variante: level.sku_num,
            nome,
            gtin,
            preco_custo: Dinheiro::from_ten_thousandths(cost),
            peso,
            altura,
            largura,
            comprimento,
            atributos: from_json("sku_textos.atributos", &atributos)?,
            centros: Vec::new(),
        });
        locked.push(level);
    }
    Ok((catalogue, inventory::of_locked(tx, loja, locked)?))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use diesel_migrations::MigrationHarness;

    use super::*;

    #[derive(QueryableByName)]
    struct Step {
        #[diesel(sql_type = Text)]
        detail: String,
    }

    #[test]
    fn each_code_is_looked_up() {
        let mut c = SqliteConnection::establish(":memory:").unwrap();
        c.run_pending_migrations(migrations::SQLITE).unwrap();
        let steps: Vec<Step> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {SEARCH}"))
            .bind::<Text, _>("[]")
            .bind::<Integer, _>(1)
            .bind::<Integer, _>(1)
            .load(&mut c)
            .unwrap();
        let steps: Vec<&str> = steps.iter().map(|step| step.detail.as_str()).collect();
        assert_eq!(
            steps,
            [
                "SCAN j VIRTUAL TABLE INDEX 1:",
                "SEARCH s USING INDEX skus_sku (aplicacao_id=? AND loja_id=? AND sku=?)",
                "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)",
            ]
        );
    }
}
