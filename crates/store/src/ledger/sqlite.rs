//! On SQLite: entries stand in the order in which they came, each names the one before of its SKU and centre,
//! and the row of the stock names the last. So an entry is found from the next one with a mark, or from the
//! last one, down.

use std::collections::BTreeSet;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable, SmallInt};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::old::{OldLedger, Reached};
use super::row::{Account, Last, MovimentoRow};
use super::values::{joined, named};
use crate::base::{BindValue, Statement, StoreError};

/// A condition on a SKU in a centre: four values.
macro_rules! account {
    () => {
        "aplicacao_id = ? AND loja_id = ? AND sku_num = ? AND centro_num = ?"
    };
}

/// The place of the last entry of an account: twelve values. Where no row of the stock names it (the SKU's
/// centre was removed, or nothing has changed since the ledger came with others), it is the last one with a
/// mark.
macro_rules! place_of_last {
    () => {
        concat!(
            "(SELECT ultimo_movimento FROM skus WHERE ",
            "aplicacao_id = ? AND loja_id = ? AND sku_num = ? AND 1 = ?), ",
            "(SELECT ultimo_movimento FROM estoque_centros WHERE ",
            account!(),
            "), (SELECT posicao FROM estoque_movimentos WHERE ",
            account!(),
            " AND marco = 1 ORDER BY seq DESC LIMIT 1)"
        )
    };
}

/// The entries of an account from one that stands above `?` (the last where none with a mark does) down to
/// that of another number: eighteen values.
macro_rules! chain {
    () => {
        concat!(
            "WITH RECURSIVE chain AS (SELECT * FROM estoque_movimentos WHERE posicao = coalesce(",
            "(SELECT posicao FROM estoque_movimentos WHERE ",
            account!(),
            " AND marco = 1 AND seq >= ? ORDER BY seq LIMIT 1), ",
            place_of_last!(),
            ") UNION ALL SELECT m.* FROM chain \
             CROSS JOIN estoque_movimentos m ON m.posicao = chain.anterior WHERE chain.seq > ?) "
        )
    };
}

/// The values of a chain from above `to` down to `from`.
fn chained(loja: LojaId, account: Account, (from, to): (i64, i64)) -> [BindValue<'static>; 18] {
    let of = named(loja, account);
    joined(&[&of, &[BindValue::I64(to)], &of, &of, &of, &[BindValue::I64(from)]])
}

/// The numbers of the first and the last.
pub(super) fn ends(
    c: &mut SqliteConnection,
    loja: LojaId,
    account: Account,
) -> Result<Option<(i64, i64)>, StoreError> {
    let of = named(loja, account);
    let both: Statement<'_, (Nullable<BigInt>, Nullable<BigInt>), 28> = Statement::new(
        concat!(
            "WITH RECURSIVE below AS (SELECT seq, anterior FROM estoque_movimentos WHERE posicao = coalesce(",
            "(SELECT posicao FROM estoque_movimentos WHERE ",
            account!(),
            " AND marco = 1 ORDER BY seq LIMIT 1), ",
            place_of_last!(),
            ") UNION ALL SELECT m.seq, m.anterior FROM below \
             CROSS JOIN estoque_movimentos m ON m.posicao = below.anterior) \
             SELECT (SELECT min(seq) FROM below), \
             (SELECT seq FROM estoque_movimentos WHERE posicao = coalesce(",
            place_of_last!(),
            "))"
        ),
        joined(&[of.as_slice(); 7]),
    );
    let (first, last): (Option<i64>, Option<i64>) = both.get_result(c)?;
    Ok(first.zip(last))
}

/// The last entries, ledger by ledger.
pub(super) fn last(
    c: &mut SqliteConnection,
    loja: LojaId,
    accounts: &[Account],
) -> Result<Vec<(Account, Last)>, StoreError> {
    let mut found = Vec::with_capacity(accounts.len());
    for account in accounts {
        let Some((_, last)) = ends(c, loja, *account)? else { continue };
        let entry = entries(c, loja, *account, (last, last))?;
        let last = |row: &MovimentoRow| (*account, Last { seq: row.seq, estoque: row.estoque });
        found.extend(entry.first().map(last));
    }
    Ok(found)
}

type Columns = (
    Integer,
    Integer,
    BigInt,
    Integer,
    BigInt,
    BigInt,
    SmallInt,
    Nullable<BigInt>,
    Integer,
    BigInt,
    BigInt,
    BigInt,
);

/// By their numbers, the latest first.
pub(super) fn entries(
    c: &mut SqliteConnection,
    loja: LojaId,
    account: Account,
    (from, to): (i64, i64),
) -> Result<Vec<MovimentoRow>, StoreError> {
    let some: Statement<'_, Columns, 20> = Statement::new(
        concat!(
            chain!(),
            "SELECT aplicacao_id, loja_id, sku_num, centro_num, seq, data, causa, pedido_id, estoque, \
             estoque_variacao, reservado, reservado_variacao FROM chain WHERE seq BETWEEN ? AND ?"
        ),
        joined(&[&chained(loja, account, (from, to)), &[BindValue::I64(from), BindValue::I64(to)]]),
    );
    let mut some: Vec<MovimentoRow> = some.load(c)?;
    // they come so, which nobody promises
    some.sort_by_key(|entry| std::cmp::Reverse(entry.seq));
    Ok(some)
}

/// Deletes all entries of what a condition names: from the last ones of what lies somewhere now, and from
/// those with a mark in centres that were removed.
macro_rules! delete {
    ($of:literal) => {
        concat!(
            "WITH RECURSIVE chain (posicao, anterior) AS (SELECT posicao, anterior FROM estoque_movimentos \
             WHERE posicao IN (SELECT ultimo_movimento FROM skus WHERE ",
            $of,
            " UNION ALL SELECT ultimo_movimento FROM estoque_centros WHERE ",
            $of,
            " UNION ALL SELECT posicao FROM estoque_movimentos WHERE ",
            $of,
            " AND marco = 1) UNION SELECT m.posicao, m.anterior FROM chain \
             CROSS JOIN estoque_movimentos m ON m.posicao = chain.anterior) \
             DELETE FROM estoque_movimentos WHERE posicao IN (SELECT posicao FROM chain)"
        )
    };
}

pub(super) fn delete_of_sku(c: &mut SqliteConnection, loja: LojaId, sku_num: i64) -> Result<(), StoreError> {
    let [a, l, s, _] = named(loja, (sku_num, 0));
    let delete = delete!("aplicacao_id = ? AND loja_id = ? AND sku_num = ?");
    Statement::<(), 9>::new(delete, [a, l, s, a, l, s, a, l, s]).execute(c)?;
    Ok(())
}

pub(super) fn delete_of_store(c: &mut SqliteConnection, loja: LojaId) -> Result<(), StoreError> {
    let [a, l, ..] = named(loja, (0, 0));
    let delete = delete!("aplicacao_id = ? AND loja_id = ?");
    Statement::<(), 6>::new(delete, [a, l, a, l, a, l]).execute(c)?;
    Ok(())
}

/// No row of the stock will name their last entries any more: a mark does.
pub(super) fn leave(c: &mut SqliteConnection, loja: LojaId, centro: i32) -> Result<(), StoreError> {
    let [a, l, _, of] = named(loja, (0, centro));
    Statement::<(), 3>::new(
        "UPDATE estoque_movimentos SET marco = 1 WHERE posicao IN (SELECT ultimo_movimento \
         FROM estoque_centros WHERE aplicacao_id = ? AND loja_id = ? AND centro_num = ?)",
        [a, l, of],
    )
    .execute(c)?;
    Ok(())
}

type Seen = (BigInt, Integer, Integer, BigInt, Integer, Bool, Bool);

/// In the order in which they came, until some stand together none of which is old. An entry that is the
/// last of its ledger stays, however old it is.
pub(super) fn old_ledgers(
    c: &mut SqliteConnection,
    after: Reached,
    before: Instante,
    most: usize,
) -> Result<(Vec<OldLedger>, Option<Reached>), StoreError> {
    let [after, ..] = after.0;
    let next: Statement<'_, Seen, 3> = Statement::new(
        "SELECT posicao, aplicacao_id, loja_id, sku_num, centro_num, old, old AND posicao <> coalesce(\
         (SELECT ultimo_movimento FROM skus k WHERE centro_num = 1 AND k.aplicacao_id = m.aplicacao_id \
         AND k.loja_id = m.loja_id AND k.sku_num = m.sku_num), \
         (SELECT ultimo_movimento FROM estoque_centros k WHERE k.aplicacao_id = m.aplicacao_id \
         AND k.loja_id = m.loja_id AND k.sku_num = m.sku_num AND k.centro_num = m.centro_num), \
         (SELECT posicao FROM estoque_movimentos k WHERE k.aplicacao_id = m.aplicacao_id \
         AND k.loja_id = m.loja_id AND k.sku_num = m.sku_num AND k.centro_num = m.centro_num \
         AND k.marco = 1 ORDER BY seq DESC LIMIT 1), 0) \
         FROM (SELECT *, data < ? AS old FROM estoque_movimentos WHERE posicao > ? ORDER BY posicao \
         LIMIT ?) m",
        [
            BindValue::I64(before.micros()),
            BindValue::I64(after),
            BindValue::I64(i64::try_from(most).unwrap_or(i64::MAX)),
        ],
    );
    let seen: Vec<(i64, i32, i32, i64, i32, bool, bool)> = next.load(c)?;
    let going = seen.iter().filter(|(.., going)| *going);
    let ledger = |(_, aplicacao, loja, sku, centro, ..): &(i64, i32, i32, i64, i32, bool, bool)| OldLedger {
        aplicacao: *aplicacao,
        loja: *loja,
        account: (*sku, *centro),
    };
    let ledgers: BTreeSet<OldLedger> = going.map(ledger).collect();
    let goes_on = seen.len() == most && seen.iter().any(|(.., old, _)| *old);
    let reached = seen.iter().map(|(place, ..)| *place).max().filter(|_| goes_on);
    Ok((ledgers.into_iter().collect(), reached.map(|place| Reached([place, 0, 0, 0]))))
}

/// Deletes those up to a number; answers how many.
pub(super) fn cut(
    c: &mut SqliteConnection,
    loja: LojaId,
    account: Account,
    until: i64,
) -> Result<usize, StoreError> {
    let chain = chained(loja, account, (i64::MIN, until + 1));
    let gone = Statement::<(), 19>::new(
        concat!(
            chain!(),
            "DELETE FROM estoque_movimentos WHERE posicao IN (SELECT posicao FROM chain WHERE seq <= ?)"
        ),
        joined(&[&chain, &[BindValue::I64(until)]]),
    )
    .execute(c)?;
    // a place that is free may be taken by another entry
    Statement::<(), 19>::new(
        concat!(
            chain!(),
            "UPDATE estoque_movimentos SET anterior = NULL \
             WHERE posicao IN (SELECT posicao FROM chain WHERE seq = ?)"
        ),
        joined(&[&chain, &[BindValue::I64(until + 1)]]),
    )
    .execute(c)?;
    Ok(gone)
}

const QUESTIONS: &[(&str, &str)] = &[
    (
        "SKU(s) have another stock than their last movement left",
        "SELECT count(*) FROM skus s WHERE s.controle <> 0 AND s.movimentos > 0 AND NOT EXISTS (SELECT 1 \
         FROM estoque_movimentos m WHERE m.posicao = coalesce(s.ultimo_movimento, \
         (SELECT posicao FROM estoque_movimentos k WHERE k.aplicacao_id = s.aplicacao_id \
         AND k.loja_id = s.loja_id AND k.sku_num = s.sku_num AND k.centro_num = 1 \
         AND k.marco = 1 ORDER BY seq DESC LIMIT 1)) \
         AND m.aplicacao_id = s.aplicacao_id AND m.loja_id = s.loja_id AND m.sku_num = s.sku_num \
         AND m.centro_num = 1 AND m.seq = s.movimentos AND m.estoque = s.estoque \
         AND m.reservado = s.reservado)",
    ),
    (
        "SKU(s) have another stock in a distribution centre than their last movement left",
        "SELECT count(*) FROM estoque_centros s WHERE s.movimentos > 0 AND EXISTS (SELECT 1 FROM skus k \
         WHERE k.aplicacao_id = s.aplicacao_id AND k.loja_id = s.loja_id AND k.sku_num = s.sku_num \
         AND k.controle <> 0) AND NOT EXISTS (SELECT 1 \
         FROM estoque_movimentos m WHERE m.posicao = coalesce(s.ultimo_movimento, \
         (SELECT posicao FROM estoque_movimentos k WHERE k.aplicacao_id = s.aplicacao_id \
         AND k.loja_id = s.loja_id AND k.sku_num = s.sku_num AND k.centro_num = s.centro_num \
         AND k.marco = 1 ORDER BY seq DESC LIMIT 1)) \
         AND m.aplicacao_id = s.aplicacao_id AND m.loja_id = s.loja_id AND m.sku_num = s.sku_num \
         AND m.centro_num = s.centro_num AND m.seq = s.movimentos AND m.estoque = s.estoque \
         AND m.reservado = s.reservado)",
    ),
    (
        "movement(s) of stock name another one than the one before",
        "SELECT count(*) FROM estoque_movimentos m LEFT JOIN estoque_movimentos b ON b.posicao = m.anterior \
         WHERE m.anterior IS NOT NULL AND (b.aplicacao_id, b.loja_id, b.sku_num, b.centro_num, b.seq) \
         IS NOT (m.aplicacao_id, m.loja_id, m.sku_num, m.centro_num, m.seq - 1)",
    ),
    (
        "movement(s) of stock begin a ledger that has begun before",
        "SELECT (SELECT count(*) FROM estoque_movimentos WHERE anterior IS NULL) - (SELECT count(*) \
         FROM (SELECT 1 FROM estoque_movimentos GROUP BY aplicacao_id, loja_id, sku_num, centro_num))",
    ),
    (
        "ledger(s) of stock end elsewhere than is named",
        "SELECT count(*) FROM (SELECT posicao, aplicacao_id, loja_id, sku_num, centro_num, max(seq) \
         FROM estoque_movimentos GROUP BY aplicacao_id, loja_id, sku_num, centro_num) s \
         WHERE s.posicao IS NOT coalesce((SELECT ultimo_movimento FROM skus k \
         WHERE s.centro_num = 1 AND k.aplicacao_id = s.aplicacao_id AND k.loja_id = s.loja_id \
         AND k.sku_num = s.sku_num), (SELECT ultimo_movimento FROM estoque_centros k \
         WHERE k.aplicacao_id = s.aplicacao_id AND k.loja_id = s.loja_id AND k.sku_num = s.sku_num \
         AND k.centro_num = s.centro_num), \
         (SELECT posicao FROM estoque_movimentos k WHERE k.aplicacao_id = s.aplicacao_id \
         AND k.loja_id = s.loja_id AND k.sku_num = s.sku_num AND k.centro_num = s.centro_num \
         AND k.marco = 1 ORDER BY seq DESC LIMIT 1))",
    ),
    (
        "movement(s) of stock have no mark",
        "SELECT count(*) FROM estoque_movimentos WHERE seq % 64 = 0 AND marco <> 1",
    ),
];

pub(super) fn questions(
    _: &mut SqliteConnection,
) -> Result<&'static [(&'static str, &'static str)], StoreError> {
    Ok(QUESTIONS)
}

/// In the order of their instants, and of their numbers: an entry that an archive of PostgreSQL had stands in
/// the order of its key.
pub(super) fn relink(c: &mut SqliteConnection) -> Result<(), StoreError> {
    Ok(c.batch_execute(RELINK)?)
}

const RELINK: &str = "\
CREATE TEMP TABLE vindos AS SELECT aplicacao_id, loja_id, sku_num, centro_num, seq, data, causa, pedido_id, \
    estoque, estoque_variacao, reservado, reservado_variacao FROM estoque_movimentos ORDER BY data, seq; \
CREATE UNIQUE INDEX temp.vindos_chave ON vindos (aplicacao_id, loja_id, sku_num, centro_num, seq); \
DELETE FROM estoque_movimentos; \
INSERT INTO estoque_movimentos \
    SELECT m.rowid, m.aplicacao_id, m.loja_id, m.sku_num, m.centro_num, m.seq, m.data, m.causa, m.pedido_id, \
        m.estoque, m.estoque_variacao, m.reservado, m.reservado_variacao, \
        (SELECT b.rowid FROM temp.vindos b WHERE b.aplicacao_id = m.aplicacao_id \
            AND b.loja_id = m.loja_id AND b.sku_num = m.sku_num AND b.centro_num = m.centro_num \
            AND b.seq = m.seq - 1), \
        m.seq % 64 = 0 OR NOT EXISTS (SELECT 1 FROM temp.vindos n WHERE n.aplicacao_id = m.aplicacao_id \
            AND n.loja_id = m.loja_id AND n.sku_num = m.sku_num AND n.centro_num = m.centro_num \
            AND n.seq = m.seq + 1) \
    FROM temp.vindos m NOT INDEXED ORDER BY m.rowid; \
DROP TABLE temp.vindos;";
