//! The words of an order's buyer, as rows.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::pedido_nomes;
use crate::base::{Conn, StoreError, Tx, on};

/// One word of the buyer's name.
#[derive(Debug, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = pedido_nomes)]
pub(in crate::orders) struct NameRow {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub palavra: String,
    pub pedido_id: i64,
}

impl NameRow {
    /// The rows of an order.
    pub fn of(loja: LojaId, id: PedidoId, words: BTreeSet<String>) -> impl Iterator<Item = Self> {
        words.into_iter().map(move |palavra| Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            palavra,
            pedido_id: id.0,
        })
    }
}

macro_rules! of_order {
    ($loja:expr, $id:expr, $words:expr) => {
        pedido_nomes::table
            .filter(pedido_nomes::aplicacao_id.eq($loja.aplicacao.0))
            .filter(pedido_nomes::loja_id.eq($loja.loja))
            .filter(pedido_nomes::palavra.eq_any($words))
            .filter(pedido_nomes::pedido_id.eq($id.0))
    };
}

/// Of some words, those that an order is found by.
pub(in crate::orders) fn kept(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
    words: &BTreeSet<String>,
) -> Result<Vec<String>, StoreError> {
    Ok(on!(conn, c => of_order!(loja, id, words)
        .order(pedido_nomes::palavra)
        .select(pedido_nomes::palavra)
        .load(c))?)
}

/// Has an order no longer found by some words.
pub(in crate::orders) fn forget(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    words: &BTreeSet<String>,
) -> Result<(), StoreError> {
    on!(tx, c => diesel::delete(of_order!(loja, id, words)).execute(c))?;
    Ok(())
}
