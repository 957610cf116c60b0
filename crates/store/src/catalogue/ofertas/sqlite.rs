//! SQLite: a statement for each, from the statement cache.

use diesel::prelude::*;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::pedido_itens;
use crate::base::{Backend, Conn, StoreError};
use crate::catalogue::skus::next_numbers;

/// The SKUs of some orders, by their stores.
pub(super) fn items(
    c: &mut SqliteConnection,
    orders: &[(LojaId, i64)],
) -> Result<Vec<(i32, String)>, StoreError> {
    let mut all = Vec::new();
    for (loja, pedido_id) in orders {
        let of_order = pedido_itens::table
            .filter(pedido_itens::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_itens::loja_id.eq(loja.loja))
            .filter(pedido_itens::pedido_id.eq(*pedido_id))
            .select((pedido_itens::loja_id, pedido_itens::sku));
        all.append(&mut of_order.load(c)?);
    }
    Ok(all)
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
