//! Ledger of stock: every change of a SKU's stock and reservations in a distribution centre, numbered without
//! gaps. Entries are found by the table's key: store, SKU, centre, number.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Nullable};
use domain::estoque::CausaMovimento;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use crate::base::schema::estoque_movimentos::{self, dsl};
use crate::base::{Backend, BindValue, Conn, List, OverLists, Statement, StoreError, Tx, column, on};
use crate::inventory::level::StockLevel;

/// A SKU's stock in one centre: the SKU's number and the centre's.
pub(crate) type Account = (i64, i32);

/// An entry of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = estoque_movimentos)]
#[diesel(treat_none_as_default_value = false)]
pub(crate) struct LedgerEntry {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub sku_num: i64,
    pub centro_num: i32,
    pub seq: i64,
    pub data: i64,
    pub causa: i16,
    pub pedido_id: Option<i64>,
    pub estoque: i32,
    pub estoque_variacao: i64,
    pub reservado: i64,
    pub reservado_variacao: i64,
}

/// Why something changes, as the ledger shows it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reason {
    pub causa: CausaMovimento,
    pub pedido: Option<PedidoId>,
}

impl LedgerEntry {
    /// The entry for a change of stock and reservations that `level` already contains, its number included.
    pub fn new(
        loja: LojaId,
        now: Instante,
        (level, centro_num): (&StockLevel, i32),
        (estoque_variacao, reservado_variacao): (i64, i64),
        reason: Reason,
    ) -> Self {
        Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            sku_num: level.sku_num,
            centro_num,
            seq: level.movimentos,
            data: now.micros(),
            causa: reason.causa.code(),
            pedido_id: reason.pedido.map(|pedido| pedido.0),
            estoque: level.estoque,
            estoque_variacao,
            reservado: level.reservado,
            reservado_variacao,
        }
    }
}

/// All numbers.
pub(crate) const ALL: RangeInclusive<i64> = i64::MIN..=i64::MAX;

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

/// The numbers of the first and of the last entry.
pub(crate) fn ends(
    conn: &mut Conn<'_>,
    loja: LojaId,
    (sku_num, centro): Account,
) -> Result<Option<(i64, i64)>, StoreError> {
    let [aplicacao, of_loja, sku, centro] = [
        BindValue::I32(loja.aplicacao.0),
        BindValue::I32(loja.loja),
        BindValue::I64(sku_num),
        BindValue::I32(centro),
    ];
    // two questions: SQLite takes only one of min and max from an index
    let both: Statement<'_, (Nullable<BigInt>, Nullable<BigInt>), 8> = Statement::new(
        "SELECT (SELECT min(seq) FROM estoque_movimentos \
         WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ? AND centro_num = ?), \
         (SELECT max(seq) FROM estoque_movimentos \
         WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ? AND centro_num = ?)",
        [aplicacao, of_loja, sku, centro, aplicacao, of_loja, sku, centro],
    );
    let (first, last): (Option<i64>, Option<i64>) = on!(conn, c => both.get_result(c))?;
    Ok(first.zip(last))
}

/// Entries by their numbers, the latest first, each with the reason that somebody gave.
pub(crate) fn entries(
    conn: &mut Conn<'_>,
    loja: LojaId,
    account: Account,
    numbers: RangeInclusive<i64>,
) -> Result<Vec<(LedgerEntry, Option<String>)>, StoreError> {
    let (from, to) = numbers.into_inner();
    Ok(on!(conn, c => of_account!(loja, account)
        .filter(dsl::seq.between(from, to))
        .order(dsl::seq.desc())
        .select((LedgerEntry::as_select(), dsl::motivo))
        .load(c))?)
}

/// Notes why entries were made that are written already. Few have a reason: the statement that writes them all
/// does without the column.
pub(crate) fn explain(
    tx: &mut Tx<'_>,
    loja: LojaId,
    entered: &[(Account, i64)],
    motivo: &str,
) -> Result<(), StoreError> {
    for (account, seq) in entered {
        on!(tx, c => diesel::update(of_account!(loja, account).filter(dsl::seq.eq(seq)))
            .set(dsl::motivo.eq(motivo))
            .execute(c))?;
    }
    Ok(())
}

/// Number and stock of the last entries of some ledgers, those of removed centres included; ledgers without
/// entries are left out.
pub(crate) fn last(
    conn: &mut Conn<'_>,
    loja: LojaId,
    accounts: &[Account],
) -> Result<HashMap<Account, (i64, i32)>, StoreError> {
    if accounts.is_empty() {
        return Ok(HashMap::new());
    }
    let mut found = HashMap::with_capacity(accounts.len());
    match conn.either() {
        Backend::Sqlite(c) => {
            for account in accounts {
                let last = of_account!(loja, account).order(dsl::seq.desc()).select((dsl::seq, dsl::estoque));
                found.extend(last.first(*c).optional()?.map(|last| (*account, last)));
            }
        }
        Backend::Postgres(c) => {
            let lists = vec![
                column(accounts, |account| account.0),
                column(accounts, |account| account.1),
                List::Tenant(loja.aplicacao.0),
                List::Tenant(loja.loja),
            ];
            let rows: Vec<(i64, i32, i64, i32)> =
                OverLists { text: LAST, lists }.answering::<(BigInt, Integer, BigInt, Integer)>().load(*c)?;
            found.extend(rows.into_iter().map(|(sku, centro, seq, estoque)| ((sku, centro), (seq, estoque))));
        }
    }
    Ok(found)
}

const LAST: &str = "SELECT n.sku_num, n.centro_num, m.seq, m.estoque \
     FROM unnest(?, ?) AS n (sku_num, centro_num), LATERAL (SELECT e.seq, e.estoque \
     FROM estoque_movimentos e WHERE e.aplicacao_id = ? AND e.loja_id = ? AND e.sku_num = n.sku_num \
     AND e.centro_num = n.centro_num ORDER BY e.seq DESC LIMIT 1) m";

/// The statement that inserts entries on PostgreSQL, for one round trip with others.
pub(super) fn insert(rows: &[LedgerEntry]) -> OverLists<'_> {
    let lists = vec![
        column(rows, |row| row.aplicacao_id),
        column(rows, |row| row.loja_id),
        column(rows, |row| row.sku_num),
        column(rows, |row| row.centro_num),
        column(rows, |row| row.seq),
        column(rows, |row| row.data),
        column(rows, |row| row.causa),
        column(rows, |row| row.pedido_id),
        column(rows, |row| row.estoque),
        column(rows, |row| row.estoque_variacao),
        column(rows, |row| row.reservado),
        column(rows, |row| row.reservado_variacao),
    ];
    OverLists { text: INSERT, lists }
}

const INSERT: &str = "INSERT INTO estoque_movimentos (aplicacao_id, loja_id, sku_num, centro_num, seq, \
     data, causa, pedido_id, estoque, estoque_variacao, reservado, reservado_variacao) \
     SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// Deletes the ledgers of a SKU, in all centres. Before the SKU.
pub(crate) fn delete_of_sku(tx: &mut Tx<'_>, loja: LojaId, sku_num: i64) -> Result<(), StoreError> {
    on!(tx, c => diesel::delete(estoque_movimentos::table
        .filter(dsl::aplicacao_id.eq(loja.aplicacao.0))
        .filter(dsl::loja_id.eq(loja.loja))
        .filter(dsl::sku_num.eq(sku_num)))
        .execute(c))?;
    Ok(())
}

/// A ledger: a SKU's in one centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ledger {
    aplicacao: i32,
    loja: i32,
    account: Account,
}

type First = (Integer, Integer, BigInt, Integer, BigInt);

/// Of the next `most` ledgers after `after`, those whose first entry was written before an instant; with the
/// last ledger that was looked at, where there may be more.
pub fn old_ledgers(
    conn: &mut Conn<'_>,
    after: Option<Ledger>,
    before: Instante,
    most: usize,
) -> Result<(Vec<Ledger>, Option<Ledger>), StoreError> {
    let (mut after, mut old) = (after, Vec::new());
    for _ in 0..most {
        let least = Ledger { aplicacao: i32::MIN, loja: i32::MIN, account: (i64::MIN, i32::MIN) };
        let Ledger { aplicacao, loja, account: (sku, centro) } = after.unwrap_or(least);
        let next: Statement<'_, First, 4> = Statement::new(
            "SELECT aplicacao_id, loja_id, sku_num, centro_num, data FROM estoque_movimentos \
             WHERE (aplicacao_id, loja_id, sku_num, centro_num, seq) > (?, ?, ?, ?, 9223372036854775807) \
             ORDER BY aplicacao_id, loja_id, sku_num, centro_num, seq LIMIT 1",
            [BindValue::I32(aplicacao), BindValue::I32(loja), BindValue::I64(sku), BindValue::I32(centro)],
        );
        let found: Option<(i32, i32, i64, i32, i64)> = on!(conn, c => next.get_result(c).optional())?;
        let Some((aplicacao, loja, sku, centro, data)) = found else { return Ok((old, None)) };
        let ledger = Ledger { aplicacao, loja, account: (sku, centro) };
        after = Some(ledger);
        if data < before.micros() {
            old.push(ledger);
        }
    }
    Ok((old, after))
}

/// Deletes the first entries of ledgers, at most `most` of them, that were written before an instant; returns
/// how many.
pub fn prune_ledgers(
    tx: &mut Tx<'_>,
    ledgers: &[Ledger],
    before: Instante,
    most: usize,
) -> Result<usize, StoreError> {
    let mut gone = 0;
    for ledger in ledgers {
        gone += prune(tx, *ledger, before, most - gone)?;
    }
    Ok(gone)
}

/// Keeps every entry behind one that is kept, and the last: the current stock follows from it.
fn prune(tx: &mut Tx<'_>, ledger: Ledger, before: Instante, most: usize) -> Result<usize, StoreError> {
    let (loja, account) =
        (LojaId { aplicacao: AplicacaoId(ledger.aplicacao), loja: ledger.loja }, ledger.account);
    let Some((first, last)) = ends(tx, loja, account)? else { return Ok(0) };
    // in their order, so that no more is read than what goes
    let most = first.saturating_add(i64::try_from(most).unwrap_or(i64::MAX)).saturating_sub(1);
    let mut some = entries(tx, loja, account, first..=most.min(last - 1))?;
    some.reverse();
    let old = some.iter().take_while(|(entry, _)| entry.data < before.micros());
    let Some(until) = old.last().map(|(entry, _)| entry.seq) else { return Ok(0) };
    Ok(on!(tx, c => diesel::delete(of_account!(loja, account).filter(dsl::seq.le(until))).execute(c))?)
}

/// Problems of all ledgers, each with the query that counts it.
pub(crate) const CHECKS: &[(&str, &str)] = &[
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::base::plans::Plans;

    const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

    #[test]
    fn a_ledger_is_read_without_the_others() {
        let plans = Plans::of("", |conn| {
            ends(conn, LOJA, (1, 1)).unwrap();
            entries(conn, LOJA, (1, 1), 1..=10).unwrap();
            last(conn, LOJA, &[(1, 1)]).unwrap();
        });
        plans.narrow().unsorted();
    }
}
