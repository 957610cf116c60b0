//! Renewal of records whose form is of another version than this program writes.
//!
//! Every read of such a record renders it from the order's document. Reads note which, and the background task
//! stores them in the present form.

use diesel::prelude::*;
use domain::interface_b::registro;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::StoreError;
use crate::base::schema::{pedido_registros, pedidos};
use crate::base::{Packed, Tx, on};
use crate::orders::records::reading::render;
use crate::orders::records::record_row::{RegistroRow, columns};

/// Stores the records of some orders in the present form; returns how many. Nothing changes for clients.
pub fn renew_registros(tx: &mut Tx<'_>, outdated: &[(LojaId, PedidoId)]) -> Result<usize, StoreError> {
    let mut renewed = 0;
    for (loja, pedido_id) in outdated {
        let row: Option<RegistroRow> = on!(tx, c => pedidos::table
            .find((loja.aplicacao.0, loja.loja, pedido_id.0))
            .select(columns!())
            .first(c)
            .optional())?;
        let Some(row) = row else { continue };
        let fresh = Packed::new(&render(tx, *loja, &row)?);
        // a record that was written in the meantime is newer than what was read here
        renewed += on!(tx, c => diesel::update(
            pedido_registros::table.find((loja.aplicacao.0, loja.loja, pedido_id.0)))
            .filter(pedido_registros::registro_versao.ne(registro::VERSION))
            .set((
                pedido_registros::registro.eq(&fresh),
                pedido_registros::registro_versao.eq(registro::VERSION),
            ))
            .execute(c))?;
    }
    Ok(renewed)
}
