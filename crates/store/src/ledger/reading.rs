//! Reading the ledger of a SKU in a centre.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use domain::values::ids::LojaId;

use super::row::{Account, Last, MovimentoRow};
use crate::base::{Backend, Conn, StoreError, dialect};

/// Whatever the numbers.
pub(crate) const ALL: RangeInclusive<i64> = i64::MIN..=i64::MAX;

/// The numbers of the first and of the last entry that there are; between them none is missing.
pub(crate) fn ends(
    conn: &mut Conn<'_>,
    loja: LojaId,
    account: Account,
) -> Result<Option<(i64, i64)>, StoreError> {
    dialect!(conn => ends(loja, account))
}

/// Entries by their numbers, the latest first.
pub(crate) fn entries(
    conn: &mut Conn<'_>,
    loja: LojaId,
    account: Account,
    numbers: RangeInclusive<i64>,
) -> Result<Vec<MovimentoRow>, StoreError> {
    let (from, to) = numbers.into_inner();
    dialect!(conn => entries(loja, account, (from, to)))
}

/// The last entries of some ledgers, also of SKUs that lay in a centre which was removed; of one that has
/// none, nothing.
pub(crate) fn last(
    conn: &mut Conn<'_>,
    loja: LojaId,
    accounts: &[Account],
) -> Result<HashMap<Account, Last>, StoreError> {
    if accounts.is_empty() {
        return Ok(HashMap::new());
    }
    let found = dialect!(conn => last(loja, accounts))?;
    Ok(found.into_iter().collect())
}

/// What would be wrong with all ledgers, with a question each that counts it.
pub(crate) fn questions(conn: &mut Conn<'_>) -> Result<&'static [(&'static str, &'static str)], StoreError> {
    dialect!(conn => questions())
}

/// Links entries that came without their places, and stand in any order.
pub(crate) fn relink(mut backend: Backend<'_>) -> Result<(), StoreError> {
    dialect!(backend => relink())
}
