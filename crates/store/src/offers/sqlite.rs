//! SQLite: a statement for each, from the statement cache.

use diesel::SqliteConnection;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::{Backend, Conn, StoreError};
use crate::catalogue::skus::next_numbers;

/// The next SKUs of some stores of an application, each behind one; answers places in the list with SKUs.
pub(super) fn next_skus(
    c: &mut SqliteConnection,
    aplicacao: AplicacaoId,
    behind: &[(i32, i64)],
    each: i64,
) -> Result<Vec<(i64, i64)>, StoreError> {
    let mut all = Vec::new();
    for (place, (loja, done)) in (0_i64..).zip(behind) {
        let loja = LojaId { aplicacao, loja: *loja };
        let found = next_numbers(&mut Conn::new(Backend::Sqlite(c)), loja, *done, each)?;
        all.extend(found.into_iter().map(|sku| (place, sku)));
    }
    Ok(all)
}
