//! SQLite: a statement for each, from the statement cache.

use diesel::prelude::*;
use domain::values::ids::{AplicacaoId, LojaId};

use super::rows::{Compared, ToldRow, compared};
use super::showcase::{CanalPart, LimitsPart, SkuRow, with_settings};
use crate::base::schema::{canais, estoque_limites, ofertas_ditas, sku_canais, skus};
use crate::base::{Backend, Conn, StoreError};
use crate::catalogue::skus::next_numbers;

/// Some offers: store, channel, SKU.
pub(super) fn offers(
    c: &mut SqliteConnection,
    offers: &[(LojaId, i32, i64)],
) -> Result<Vec<Compared>, StoreError> {
    let mut rows = Vec::new();
    for (loja, canal, sku) in offers {
        let of_them = skus::aplicacao_id
            .eq(loja.aplicacao.0)
            .and(skus::loja_id.eq(loja.loja))
            .and(skus::sku_num.eq(*sku))
            .and(canais::canal_num.eq(*canal));
        rows.append(&mut compared!(of_them).load(c)?);
    }
    Ok(rows)
}

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
