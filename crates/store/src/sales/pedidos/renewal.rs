//! Records that an older version of this program has written, written anew.
//!
//! Every read of one renders it from the order's document. So that this costs once and not each time, reads
//! note what they meet, and what was noted is written anew in the background.

use diesel::prelude::*;
use domain::interface_b::registro;
use domain::values::ids::{LojaId, PedidoId};

use super::record_row::{RegistroRow, columns};
use super::records::render;
use crate::base::StoreError;
use crate::base::schema::{pedido_registros, pedidos};
use crate::base::{Form, Packed, Tx, on};

/// Writes the records of some orders anew; answers how many. Nothing that a client can see changes.
pub fn renew_registros(tx: &mut Tx<'_>, outdated: &[(LojaId, PedidoId)]) -> Result<usize, StoreError> {
    let mut renewed = 0;
    for (loja, pedido_id) in outdated {
        let row: Option<RegistroRow> = on!(tx, c => pedidos::table
            .find((loja.aplicacao.0, loja.loja, pedido_id.0))
            .select(columns!())
            .first(c)
            .optional())?;
        let Some(row) = row else { continue };
        let fresh = render(tx, *loja, &row)?;
        let packed = Packed::new(Form::Registro, fresh.stable);
        // what has been written meanwhile is newer than what was read here
        on!(tx, c => {
            diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, pedido_id.0)))
                .filter(pedidos::total.is_null())
                .set(pedidos::total.eq(fresh.total.ten_thousandths()))
                .execute(c)?;
            diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, pedido_id.0)))
                .filter(pedidos::transportadora.is_null())
                .set(pedidos::transportadora.eq(&fresh.transportadora))
                .execute(c)?;
        });
        renewed += on!(tx, c => diesel::update(
            pedido_registros::table.find((loja.aplicacao.0, loja.loja, pedido_id.0)))
            .filter(pedido_registros::registro_versao.ne(registro::VERSION)
                .or(pedido_registros::registro_zstd.is_null()))
            .set((
                pedido_registros::registro.eq(&packed.plain),
                pedido_registros::registro_zstd.eq(&packed.bytes),
                pedido_registros::registro_versao.eq(registro::VERSION),
            ))
            .execute(c))?;
    }
    Ok(renewed)
}
