//! On PostgreSQL: each statement is a round trip, whatever it holds.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::balance::Balance;
use super::gathered::statements;
use super::rows::Rows;
use crate::base::schema::skus;
use crate::base::{StoreError, Together, listed};

/// Locks SKUs, in the order of their codes, so that two transactions cannot hold each other up.
macro_rules! locked {
    ($c:ident, $loja:ident, $condition:expr) => {
        skus::table
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
            .filter($condition)
            .order(skus::sku)
            .select(Balance::as_select())
            .for_no_key_update()
            .load($c)
    };
}

/// Locks SKUs by their numbers.
pub(super) fn locked(c: &mut PgConnection, loja: LojaId, nums: &[i64]) -> Result<Vec<Balance>, StoreError> {
    Ok(listed!(skus::sku_num, nums, |of_them| locked!(c, loja, of_them)?))
}

/// [`locked`] by the codes.
pub(super) fn locked_by_code(
    c: &mut PgConnection,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<Balance>, StoreError> {
    Ok(listed!(skus::sku, codes, |of_them| locked!(c, loja, of_them)?))
}

/// Writes rows, in one statement.
pub(super) fn write(c: &mut PgConnection, now: Instante, rows: &Rows) -> Result<(), StoreError> {
    let all = statements(now, rows);
    Together(all.iter().map(|one| one as _).collect()).execute(c)?;
    Ok(())
}
