//! Deleting the oldest entries of the ledger.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer};
use domain::values::dates::Instante;

use crate::base::schema::estoque_movimentos;
use crate::base::{BindValue, Conn, Statement, StoreError, Tx, on};

/// A ledger that begins with entries that are old: a SKU's in one centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldLedger {
    aplicacao: i32,
    loja: i32,
    sku_num: i64,
    centro_num: i32,
}

/// The last ledger that was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place(i32, i32, i64, i32);

impl Place {
    /// Before all of them.
    pub const fn start() -> Self {
        Self(i32::MIN, i32::MIN, i64::MIN, i32::MIN)
    }
}

type First = (Integer, Integer, BigInt, Integer, BigInt);

/// Of the next `most` ledgers those whose first entry was written before an instant; with where to go on,
/// where there may be more. Of each no more is read than that entry.
pub fn old_ledgers(
    conn: &mut Conn<'_>,
    mut after: Place,
    before: Instante,
    most: usize,
) -> Result<(Vec<OldLedger>, Option<Place>), StoreError> {
    let mut old = Vec::new();
    for _ in 0..most {
        let Place(aplicacao, loja, sku_num, centro_num) = after;
        let next: Statement<'_, First, 4> = Statement::new(
            "SELECT aplicacao_id, loja_id, sku_num, centro_num, data FROM estoque_movimentos \
             WHERE (aplicacao_id, loja_id, sku_num, centro_num, seq) > (?, ?, ?, ?, 9223372036854775807) \
             ORDER BY aplicacao_id, loja_id, sku_num, centro_num, seq LIMIT 1",
            [
                BindValue::I32(aplicacao),
                BindValue::I32(loja),
                BindValue::I64(sku_num),
                BindValue::I32(centro_num),
            ],
        );
        let found: Option<(i32, i32, i64, i32, i64)> = on!(conn, c => next.get_result(c).optional())?;
        let Some((aplicacao, loja, sku_num, centro_num, data)) = found else { return Ok((old, None)) };
        after = Place(aplicacao, loja, sku_num, centro_num);
        if data < before.micros() {
            old.push(OldLedger { aplicacao, loja, sku_num, centro_num });
        }
    }
    Ok((old, Some(after)))
}

/// Deletes the first entries of ledgers, at most `most` of them, that were written before an instant; answers
/// how many.
pub fn prune_ledgers(
    tx: &mut Tx<'_>,
    ledgers: &[OldLedger],
    before: Instante,
    most: usize,
) -> Result<usize, StoreError> {
    let mut gone = 0;
    for ledger in ledgers {
        gone += prune(tx, ledger, before, most - gone)?;
    }
    Ok(gone)
}

/// What follows an entry that is kept is kept, and so is the last: what there is now follows from it.
fn prune(tx: &mut Tx<'_>, ledger: &OldLedger, before: Instante, most: usize) -> Result<usize, StoreError> {
    macro_rules! entries {
        () => {
            estoque_movimentos::table
                .filter(estoque_movimentos::aplicacao_id.eq(ledger.aplicacao))
                .filter(estoque_movimentos::loja_id.eq(ledger.loja))
                .filter(estoque_movimentos::sku_num.eq(ledger.sku_num))
                .filter(estoque_movimentos::centro_num.eq(ledger.centro_num))
        };
    }
    let last: Option<i64> = on!(tx, c => entries!()
        .order(estoque_movimentos::seq.desc())
        .select(estoque_movimentos::seq)
        .first(c)
        .optional())?;
    // in their order, so that no more is read than what goes
    let first: Vec<(i64, i64)> = on!(tx, c => entries!()
        .order(estoque_movimentos::seq)
        .select((estoque_movimentos::seq, estoque_movimentos::data))
        .limit(i64::try_from(most).unwrap_or(i64::MAX))
        .load(c))?;
    let old = first.iter().take_while(|(seq, data)| *data < before.micros() && Some(*seq) != last);
    let Some((until, _)) = old.last() else { return Ok(0) };
    Ok(on!(tx, c => diesel::delete(entries!().filter(estoque_movimentos::seq.le(*until))).execute(c))?)
}
