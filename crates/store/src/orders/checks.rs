//! Whether the stored parts of records are what a fresh rendering gives.

use diesel::prelude::*;
use domain::interface_b::registro;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::StoreError;
use crate::base::schema::{pedido_registros, pedidos};
use crate::base::{Conn, Packed, on};
use crate::orders::progress;
use crate::orders::records::reading::render;
use crate::orders::records::record_row::{RegistroRow, columns, with_record};

/// An order whose stored texts are not what they should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The order.
    pub pedido_id: PedidoId,
    /// What is wrong with them.
    pub wrong: Wrong,
}

/// What is wrong with the texts of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// The stored part is not what a fresh rendering gives.
    Different {
        /// As stored.
        kept: String,
        /// As it should be.
        fresh: String,
    },
    /// One of them cannot be read, and why: nothing personal.
    Unreadable(String),
}

/// What a comparison of the stored parts with fresh renderings found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checks {
    /// Orders whose texts were read.
    pub read: usize,
    /// Those of them whose stored part is of this version and was compared.
    pub compared: usize,
    /// Those that differ.
    pub divergences: Vec<Divergence>,
}

/// Orders that are read at once: a store's records together may be larger than memory.
const AT_ONCE: i64 = 500;

/// Reads the texts of every order of a store, and compares what is stored of its record with a fresh
/// rendering.
pub fn check_registros(conn: &mut Conn<'_>, loja: LojaId) -> Result<Checks, StoreError> {
    let mut checks = Checks { read: 0, compared: 0, divergences: Vec::new() };
    let mut after = 0;
    loop {
        let some = next(conn, loja, after)?;
        let Some((last, ..)) = some.last() else { return Ok(checks) };
        after = last.pedido_id;
        checks.read += some.len();
        for (row, versao, kept) in some {
            let comparable = versao == registro::VERSION;
            checks.compared += usize::from(comparable);
            let wrong = match texts(conn, loja, &row, kept) {
                Ok((kept, fresh)) if comparable && kept != fresh => Wrong::Different { kept, fresh },
                Ok(_) => continue,
                // a value that is quoted may be personal
                Err(StoreError::Corrupt(why)) => {
                    Wrong::Unreadable(why.split(['"', '`']).next().unwrap_or_default().to_owned())
                }
                Err(error) => return Err(error),
            };
            checks.divergences.push(Divergence { pedido_id: PedidoId(row.pedido_id), wrong });
        }
    }
}

/// The unchanging part of an order's record as it is stored, and as it would be written now. Reads the history, too,
/// to find damage.
fn texts(
    conn: &mut Conn<'_>,
    loja: LojaId,
    row: &RegistroRow,
    kept: Packed,
) -> Result<(String, String), StoreError> {
    progress::find(conn, loja, PedidoId(row.pedido_id))?;
    Ok((kept.text("pedido_registros.registro")?, render(conn, loja, row)?))
}

/// A row, and the unchanging part of its record with its version.
type Stored = (RegistroRow, i16, Packed);

/// What is stored of the next orders behind a number.
fn next(conn: &mut Conn<'_>, loja: LojaId, after: i64) -> Result<Vec<Stored>, StoreError> {
    Ok(on!(conn, c => with_record!(pedidos::table)
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.gt(after))
        .order(pedidos::pedido_id)
        .limit(AT_ONCE)
        .select((columns!(), pedido_registros::registro_versao, pedido_registros::registro))
        .load(c))?)
}
