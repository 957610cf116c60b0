//! On PostgreSQL: entries are found by their key, which is an index of the table.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::old::{OldLedger, Reached};
use super::row::{Account, Last, MovimentoRow};
use crate::base::schema::estoque_movimentos::{self, dsl};
use crate::base::{BindValue, List, OverLists, Statement, StoreError, column};

/// The entries of a SKU in a centre.
macro_rules! of_account {
    ($loja:expr, $account:expr) => {
        estoque_movimentos::table
            .filter(dsl::aplicacao_id.eq($loja.aplicacao.0))
            .filter(dsl::loja_id.eq($loja.loja))
            .filter(dsl::sku_num.eq($account.0))
            .filter(dsl::centro_num.eq($account.1))
    };
}

/// The numbers of the first and the last.
pub(super) fn ends(
    c: &mut PgConnection,
    loja: LojaId,
    account: Account,
) -> Result<Option<(i64, i64)>, StoreError> {
    let both = (diesel::dsl::min(dsl::seq), diesel::dsl::max(dsl::seq));
    let (first, last): (Option<i64>, Option<i64>) = of_account!(loja, account).select(both).first(c)?;
    Ok(first.zip(last))
}

/// By their numbers, the latest first.
pub(super) fn entries(
    c: &mut PgConnection,
    loja: LojaId,
    account: Account,
    (from, to): (i64, i64),
) -> Result<Vec<MovimentoRow>, StoreError> {
    Ok(of_account!(loja, account)
        .filter(dsl::seq.between(from, to))
        .order(dsl::seq.desc())
        .select(MovimentoRow::as_select())
        .load(c)?)
}

const LAST: &str = "SELECT n.sku_num, n.centro_num, m.seq, m.estoque \
     FROM unnest(?, ?) AS n (sku_num, centro_num), LATERAL (SELECT e.seq, e.estoque \
     FROM estoque_movimentos e WHERE e.aplicacao_id = ? AND e.loja_id = ? AND e.sku_num = n.sku_num \
     AND e.centro_num = n.centro_num ORDER BY e.seq DESC LIMIT 1) m";

/// The last entries, one look into the index each.
pub(super) fn last(
    c: &mut PgConnection,
    loja: LojaId,
    accounts: &[Account],
) -> Result<Vec<(Account, Last)>, StoreError> {
    let lists = vec![
        column(accounts, |account| account.0),
        column(accounts, |account| account.1),
        List::Tenant(loja.aplicacao.0),
        List::Tenant(loja.loja),
    ];
    let found: Vec<(i64, i32, i64, i32)> =
        OverLists { text: LAST, lists }.answering::<(BigInt, Integer, BigInt, Integer)>().load(c)?;
    Ok(found.into_iter().map(|(sku, centro, seq, estoque)| ((sku, centro), Last { seq, estoque })).collect())
}

pub(super) fn delete_of_sku(c: &mut PgConnection, loja: LojaId, sku_num: i64) -> Result<(), StoreError> {
    diesel::delete(
        estoque_movimentos::table
            .filter(dsl::aplicacao_id.eq(loja.aplicacao.0))
            .filter(dsl::loja_id.eq(loja.loja))
            .filter(dsl::sku_num.eq(sku_num)),
    )
    .execute(c)?;
    Ok(())
}

pub(super) fn delete_of_store(c: &mut PgConnection, loja: LojaId) -> Result<(), StoreError> {
    diesel::delete(
        estoque_movimentos::table
            .filter(dsl::aplicacao_id.eq(loja.aplicacao.0))
            .filter(dsl::loja_id.eq(loja.loja)),
    )
    .execute(c)?;
    Ok(())
}

/// They are found as before.
pub(super) fn leave(_: &mut PgConnection, _: LojaId, _: i32) -> Result<(), StoreError> {
    Ok(())
}

type First = (Integer, Integer, BigInt, Integer, BigInt);

/// Ledger by ledger: of each no more is read than its first entry.
pub(super) fn old_ledgers(
    c: &mut PgConnection,
    after: Reached,
    before: Instante,
    most: usize,
) -> Result<(Vec<OldLedger>, Option<Reached>), StoreError> {
    let (mut after, mut old) = (after, Vec::new());
    let narrow = |value: i64| BindValue::I32(i32::try_from(value).unwrap_or(i32::MIN));
    for _ in 0..most {
        let [aplicacao, loja, sku, centro] = after.0;
        let next: Statement<'_, First, 4> = Statement::new(
            "SELECT aplicacao_id, loja_id, sku_num, centro_num, data FROM estoque_movimentos \
             WHERE (aplicacao_id, loja_id, sku_num, centro_num, seq) > (?, ?, ?, ?, 9223372036854775807) \
             ORDER BY aplicacao_id, loja_id, sku_num, centro_num, seq LIMIT 1",
            [narrow(aplicacao), narrow(loja), BindValue::I64(sku), narrow(centro)],
        );
        let found: Option<(i32, i32, i64, i32, i64)> = next.get_result(c).optional()?;
        let Some((aplicacao, loja, sku, centro, data)) = found else { return Ok((old, None)) };
        after = Reached([aplicacao.into(), loja.into(), sku, centro.into()]);
        if data < before.micros() {
            old.push(OldLedger { aplicacao, loja, account: (sku, centro) });
        }
    }
    Ok((old, Some(after)))
}

/// Deletes those up to a number; answers how many.
pub(super) fn cut(
    c: &mut PgConnection,
    loja: LojaId,
    account: Account,
    until: i64,
) -> Result<usize, StoreError> {
    Ok(diesel::delete(of_account!(loja, account).filter(dsl::seq.le(until))).execute(c)?)
}

const QUESTIONS: &[(&str, &str)] = &[
    (
        "SKU(s) have another stock than their last movement left",
        "SELECT count(*) FROM skus s WHERE s.controle <> 0 AND s.movimentos > 0 AND NOT EXISTS (SELECT 1 \
         FROM estoque_movimentos m WHERE m.aplicacao_id = s.aplicacao_id AND m.loja_id = s.loja_id \
         AND m.sku_num = s.sku_num AND m.centro_num = 1 AND m.seq = s.movimentos AND m.estoque = s.estoque \
         AND m.reservado = s.reservado)",
    ),
    (
        "SKU(s) have another stock in a distribution centre than their last movement left",
        "SELECT count(*) FROM estoque_centros s WHERE s.movimentos > 0 AND EXISTS (SELECT 1 FROM skus k \
         WHERE k.aplicacao_id = s.aplicacao_id AND k.loja_id = s.loja_id AND k.sku_num = s.sku_num \
         AND k.controle <> 0) AND NOT EXISTS (SELECT 1 \
         FROM estoque_movimentos m WHERE m.aplicacao_id = s.aplicacao_id AND m.loja_id = s.loja_id \
         AND m.sku_num = s.sku_num AND m.centro_num = s.centro_num AND m.seq = s.movimentos \
         AND m.estoque = s.estoque AND m.reservado = s.reservado)",
    ),
];

pub(super) fn questions(_: &mut PgConnection) -> Result<&'static [(&'static str, &'static str)], StoreError> {
    Ok(QUESTIONS)
}

/// Their key finds them.
pub(super) fn relink(_: &mut PgConnection) -> Result<(), StoreError> {
    Ok(())
}
