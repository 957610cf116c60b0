//! SKUs on PostgreSQL: many writers, and each statement is a round trip. Rows are locked before what they
//! hold decides anything; a batch is one statement per step, a change of stock and its event one statement in
//! all.

mod stock_event;

use std::collections::HashMap;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Integer};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, SkuId};

use super::columns::{names, sku_columns};
use super::parts::{Changed, Found, FoundOfLoja, Writes, for_orders, found, rows_of, with_texts};
use super::rows::{NewRow, NewTexts, SkuRow, Texts};
use super::shelf::Balance;
use crate::base::StoreError;
use crate::base::schema::{sku_textos, skus};
use crate::base::{BindValue, List, OverLists, Statement, among};
use stock_event::Evento;

/// The numbers of some SKUs, with their codes.
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

/// What orders take of some SKUs, which stay as they are until this transaction changes them. In the order of
/// their codes, so that two transactions cannot hold each other up.
pub(super) fn for_orders(
    c: &mut PgConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<Found>, StoreError> {
    Ok(LockSkus(for_orders!(loja, skus::sku.eq_any(codes))).load(c)?)
}

/// [`for_orders`] of any stores.
pub(super) fn for_orders_of_many(
    c: &mut PgConnection,
    things: &[(LojaId, &str)],
) -> Result<Vec<FoundOfLoja>, StoreError> {
    let of_them = among!(skus, sku, things);
    let found = with_texts!().filter(of_them).order((skus::aplicacao_id, skus::loja_id, skus::sku)).select((
        skus::aplicacao_id,
        skus::loja_id,
        found!(),
    ));
    Ok(LockSkus(found).load(c)?)
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

/// [`numbers`], and keeps the rows as they are until this transaction changes them: in the order of their
/// codes, so that two batches cannot hold each other up.
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

/// What there is of each of some SKUs, in their order; it stays as it is until this transaction changes it.
///
/// Read only once it is locked: what one statement joins to a row that it waits for, it has from before the
/// waiting.
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
    // one that has come since others may change: it is not there for this transaction. To insert it anew
    // fails on its code, which has the transaction run again
    let mut by_code: HashMap<String, (SkuRow, Texts)> = found
        .into_iter()
        .filter(|(row, _)| locked.binary_search(&row.sku_num).is_ok())
        .map(|rows| (rows.0.sku.clone(), rows))
        .collect();
    Ok(codes.iter().map(|code| by_code.remove(*code)).collect())
}

/// One row, which stays as it is until this transaction changes it.
pub(super) fn locked(c: &mut PgConnection, loja: LojaId, num: i64) -> Result<Option<SkuRow>, StoreError> {
    Ok(rows_of!(loja, skus::sku_num.eq(num)).for_no_key_update().get_result(c).optional()?)
}

/// [`locked`] by the codes: in their order, so that two batches cannot hold each other up.
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

/// A place for each list: `?, ?`.
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

/// All of rows that are there, but what never changes.
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

/// The event of what `changed` (SKU, stock before, stock now) has changed. Its number is drawn once the SKU's
/// row is locked: events of one SKU stand in the order of their changes.
macro_rules! counted {
    () => {
        "contado AS (INSERT INTO eventos_novos (aplicacao_id, loja_id, tipo, assunto, sorteio, data, corpo) \
         SELECT ?, ?, ?, sku_num, ?, ?, \
         decode('00', 'hex') || convert_to(? || anterior || ? || estoque || ?, 'UTF8') FROM mudado \
         WHERE anterior <> estoque)"
    };
}

/// The entry of the ledger of what `mudado` has changed, where somebody keeps the stock.
macro_rules! ledger {
    ($causa:literal) => {
        concat!(
            ", lancado AS (INSERT INTO estoque_movimentos \
             (aplicacao_id, loja_id, sku_num, centro_num, seq, data, causa, \
             estoque, estoque_variacao, reservado, reservado_variacao) \
             SELECT ?, ?, sku_num, 1, movimentos, ?, ",
            $causa,
            ", estoque, estoque - anterior, reservado, 0 FROM mudado WHERE controle <> 0)"
        )
    };
}

/// Sets the stock unless it is that already, or a number as of `as_of` contains what orders hold of it, and
/// tells of it; `None` when there is no such SKU. What `current`
/// waits for is what `changed` then finds.
pub(super) fn set_stock(
    c: &mut PgConnection,
    loja: LojaId,
    sku: &SkuId,
    (n, as_of): (i32, Instante),
    now: Instante,
) -> Result<Option<Changed>, StoreError> {
    let (aplicacao, of_loja) = (BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja));
    let (n, micros) = (BindValue::I32(n), BindValue::I64(now.micros()));
    let evento = Evento::new(sku)?;
    let [kind, draw, start, half, end] = evento.values();
    let change: Statement<'_, (BigInt, Integer, Bool), 21> = Statement::new(
        concat!(
            "WITH atual AS (SELECT sku_num, estoque, controle = 1 AND reservado > 0 \
             AND EXISTS (SELECT 1 FROM estoque_reservas r WHERE r.aplicacao_id = skus.aplicacao_id \
             AND r.loja_id = skus.loja_id AND r.sku_num = skus.sku_num AND r.assumida_em < ? \
             AND r.reservada > 0) AS retido FROM skus \
             WHERE aplicacao_id = ? AND loja_id = ? AND sku = ? FOR NO KEY UPDATE), \
             mudado AS (UPDATE skus s SET estoque = ?, alterado_em = ?, \
             movimentos = s.movimentos + CASE WHEN s.controle = 0 THEN 0 ELSE 1 END FROM atual \
             WHERE s.aplicacao_id = ? AND s.loja_id = ? AND s.sku_num = atual.sku_num AND atual.estoque <> ? \
             AND NOT atual.retido \
             RETURNING s.sku_num, atual.estoque AS anterior, s.estoque, s.reservado, s.movimentos, \
             s.controle), ",
            counted!(),
            ledger!("3"),
            " SELECT sku_num, CAST(? AS INTEGER), retido FROM atual"
        ),
        [
            BindValue::I64(as_of.micros()),
            aplicacao,
            of_loja,
            BindValue::Str(sku.as_str()),
            n,
            micros,
            aplicacao,
            of_loja,
            n,
            aplicacao,
            of_loja,
            kind,
            draw,
            micros,
            start,
            half,
            end,
            aplicacao,
            of_loja,
            micros,
            n,
        ],
    );
    let changed: Option<(i64, i32, bool)> = change.get_result(c).optional()?;
    Ok(changed.map(|(num, stock, holding)| Changed { num, stock, holding, untold: None }))
}

/// Varies the stock where it is between the two bounds, and tells of it; `None` where it is not, or there is
/// none.
pub(super) fn vary_stock(
    c: &mut PgConnection,
    loja: LojaId,
    sku: &SkuId,
    (v, (least, most)): (i32, (i32, i32)),
    now: Instante,
) -> Result<Option<Changed>, StoreError> {
    let (aplicacao, of_loja) = (BindValue::I32(loja.aplicacao.0), BindValue::I32(loja.loja));
    let (v, micros) = (BindValue::I32(v), BindValue::I64(now.micros()));
    let evento = Evento::new(sku)?;
    let [kind, draw, start, half, end] = evento.values();
    let change: Statement<'_, (BigInt, Integer), 19> = Statement::new(
        concat!(
            "WITH mudado AS (UPDATE skus SET estoque = estoque + ?, alterado_em = ?, \
             movimentos = movimentos + CASE WHEN controle = 0 THEN 0 ELSE 1 END \
             WHERE aplicacao_id = ? AND loja_id = ? AND sku = ? AND estoque BETWEEN ? AND ? \
             RETURNING sku_num, estoque - ? AS anterior, estoque, reservado, movimentos, controle), ",
            counted!(),
            ledger!("4"),
            " SELECT sku_num, estoque FROM mudado"
        ),
        [
            v,
            micros,
            aplicacao,
            of_loja,
            BindValue::Str(sku.as_str()),
            BindValue::I32(least),
            BindValue::I32(most),
            v,
            aplicacao,
            of_loja,
            kind,
            draw,
            micros,
            start,
            half,
            end,
            aplicacao,
            of_loja,
            micros,
        ],
    );
    let changed: Option<(i64, i32)> = change.get_result(c).optional()?;
    Ok(changed.map(|(num, stock)| Changed { num, stock, holding: false, untold: None }))
}
