//! Whether the stored parts of records are what a fresh rendering gives.

use diesel::prelude::*;
use domain::interface_b::registro;
use domain::values::ids::{LojaId, PedidoId};

use super::record_row::{RegistroRow, columns};
use super::tails::render;
use crate::base::StoreError;
use crate::base::schema::{pedido_registros, pedidos};
use crate::base::{Conn, on};

/// An order whose stored part is not what a fresh rendering gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The order.
    pub pedido_id: PedidoId,
    /// As stored.
    pub kept: String,
    /// As it should be.
    pub fresh: String,
}

/// What a comparison of the stored parts with fresh renderings found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checks {
    /// Orders whose stored part was compared.
    pub compared: usize,
    /// Those that differ.
    pub divergences: Vec<Divergence>,
}

/// Orders that are read at once: a store's records together may be larger than memory.
const AT_ONCE: i64 = 500;

/// Compares what is stored of every order of a store with a fresh rendering.
pub fn check_registros(conn: &mut Conn<'_>, loja: LojaId) -> Result<Checks, StoreError> {
    let mut checks = Checks { compared: 0, divergences: Vec::new() };
    let mut after = 0;
    loop {
        let some = next(conn, loja, after)?;
        let Some((last, _)) = some.last() else { return Ok(checks) };
        after = last.pedido_id;
        checks.compared += some.len();
        for (row, kept) in some {
            let fresh = render(conn, loja, &row)?.stable;
            if fresh != kept {
                let pedido_id = PedidoId(row.pedido_id);
                checks.divergences.push(Divergence { pedido_id, kept, fresh });
            }
        }
    }
}

/// What is stored of the next orders behind a number.
fn next(conn: &mut Conn<'_>, loja: LojaId, after: i64) -> Result<Vec<(RegistroRow, String)>, StoreError> {
    Ok(on!(conn, c => pedidos::table
        .inner_join(pedido_registros::table.on(pedido_registros::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(pedido_registros::loja_id.eq(pedidos::loja_id))
            .and(pedido_registros::pedido_id.eq(pedidos::pedido_id))))
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedido_registros::registro_versao.eq(registro::VERSION))
        .filter(pedidos::pedido_id.gt(after))
        .order(pedidos::pedido_id)
        .limit(AT_ONCE)
        .select((columns!(), pedido_registros::registro))
        .load(c))?)
}
