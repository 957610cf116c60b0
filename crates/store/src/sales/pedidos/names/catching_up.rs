//! The names of buyers of orders from before they were kept.

use diesel::prelude::*;
use domain::pedido::Comprador;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};
use serde::Deserialize;

use super::super::statements;
use super::row::NameRow;
use crate::base::schema::{nomes_pendentes, pedido_documentos, pedidos};
use crate::base::{DOCUMENTO, Packed, StoreError, Tx, load_by_key, on};

/// Orders that are looked at in one transaction.
const ORDERS: i64 = 500;

/// What of an order's document says who bought.
#[derive(Deserialize)]
struct WithBuyer {
    usuario: Comprador,
}

/// Has some more orders found by their buyers' names, of those that came before names were kept; answers how
/// many it has looked at, `None` when none are left. Nothing else of them changes.
///
/// From the oldest on, so that orders are met that a server from before the table takes in meanwhile.
pub fn write_missing_names(tx: &mut Tx<'_>) -> Result<Option<usize>, StoreError> {
    tx.exclusive("nomes", LojaId { aplicacao: AplicacaoId(0), loja: 0 }, "")?;
    let row: Option<(i32, i32, i64)> = on!(tx, c => nomes_pendentes::table
        .order((nomes_pendentes::aplicacao_id, nomes_pendentes::loja_id))
        .select((nomes_pendentes::aplicacao_id, nomes_pendentes::loja_id, nomes_pendentes::apos))
        .first(c)
        .optional())?;
    let Some((aplicacao, number, after)) = row else { return Ok(None) };
    let loja = LojaId { aplicacao: AplicacaoId(aplicacao), loja: number };
    let ids: Vec<i64> = on!(tx, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(aplicacao))
        .filter(pedidos::loja_id.eq(number))
        .filter(pedidos::pedido_id.gt(after))
        .order(pedidos::pedido_id)
        .select(pedidos::pedido_id)
        .limit(ORDERS)
        .load(c))?;
    write(tx, loja, &ids)?;
    let place = nomes_pendentes::table.find((aplicacao, number));
    on!(tx, c => match ids.last() {
        Some(last) => diesel::update(place).set(nomes_pendentes::apos.eq(last)).execute(c),
        None => diesel::delete(place).execute(c),
    })?;
    Ok(Some(ids.len()))
}

fn write(tx: &mut Tx<'_>, loja: LojaId, ids: &[i64]) -> Result<(), StoreError> {
    // what a buyer is anonymised by waits, or has been before
    statements::lock(tx, loja, ids)?;
    let documents: Vec<(i64, Packed)> =
        load_by_key!(tx, pedido_documentos::pedido_id, ids, |of_them| pedido_documentos::table
            .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_documentos::loja_id.eq(loja.loja))
            .filter(of_them)
            .select((pedido_documentos::pedido_id, DOCUMENTO)));
    let mut rows = Vec::with_capacity(2 * documents.len());
    for (id, document) in documents {
        let WithBuyer { usuario } = document.read_document(PedidoId(id))?;
        rows.extend(NameRow::of(loja, PedidoId(id), usuario.name_words()));
    }
    statements::add_names(tx, &rows)
}
