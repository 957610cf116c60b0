//! Orders come in, once each. They move in [`super::movement`]; nothing else changes them.

use diesel::prelude::*;
use domain::values::ids::{LojaId, PedidoId};

use super::estoque;
use super::input::PedidoInput;
use super::order::find;
use super::outcome::CreatePedidoOutcome;
use super::parts::{Parts, codes, creation_evento};
use super::rows::{Numbers, PedidoColumns};
use super::statements;
use crate::base::StoreError;
use crate::base::schema::{pedido_documentos, pedido_itens, pedido_nomes, pedido_registros, pedidos};
use crate::base::{Tx, insert, on};
use crate::catalogue::skus::for_sale;
use crate::catalogue::skus::shelf::Shelf;
use crate::eventos;
use crate::eventos::NewEvento;
use crate::sales::contagens;

/// Stores an order under (store, channel, `sourceId`): a repeat changes nothing.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, input: &PedidoInput) -> Result<CreatePedidoOutcome, StoreError> {
    let pedido = &input.pedido;
    let Some(canal_num) = crate::catalogue::canais::number(tx, loja, &pedido.canal_id)? else {
        return Ok(CreatePedidoOutcome::CanalMissing);
    };
    if let Some(repeated) = repeated(tx, loja, canal_num, input)? {
        return Ok(repeated);
    }
    let (comprador, id) = crate::sales::compradores::number_and_pedido(tx, loja, &pedido.usuario)?;
    let numbers = Numbers { pedido: PedidoId(id), canal: canal_num, comprador };
    let now = tx.now();
    let row = PedidoColumns::new(loja, &numbers, input, now.micros());
    let inserted_ones = on!(tx, c => diesel::insert_into(pedidos::table)
        .values(&row)
        .on_conflict((pedidos::aplicacao_id, pedidos::loja_id, pedidos::source_id, pedidos::canal_num))
        .do_nothing()
        .execute(c))?;
    if inserted_ones == 0 {
        // another transaction was faster; it has committed by now, so its order is there to be seen
        return repeated(tx, loja, canal_num, input)?
            .ok_or_else(|| StoreError::Concurrency("an order vanished".to_owned()));
    }
    let (catalogue, mut shelf) = for_sale(tx, loja, &codes(pedido))?;
    let missing = estoque::take_in(tx, &mut shelf, &numbers, pedido)?;
    let catalogue = estoque::with_centros(catalogue, &shelf, numbers.pedido);
    let parts = Parts::new_ones(loja, &numbers, input, catalogue, &missing, now)?;
    write(tx, loja, &row, &parts, creation_evento(numbers.pedido, pedido), &shelf)?;
    shelf.tell_changes(tx)?;
    eventos::record(tx, loja, now, estoque::shortfall(numbers.pedido, pedido, &missing))?;
    Ok(parts.created(pedido.status, now))
}

/// Stores what hangs on a new order's row, and tells of it.
fn write(
    tx: &mut Tx<'_>,
    loja: LojaId,
    row: &PedidoColumns,
    parts: &Parts,
    evento: NewEvento<'_>,
    shelf: &Shelf,
) -> Result<(), StoreError> {
    let now = tx.now();
    let event = eventos::stored(evento, now)?;
    let stock = shelf.rows();
    if statements::store_at_once(tx, loja, parts, row.state(), (&event, now), &stock)? {
        return Ok(());
    }
    stock.write(tx)?;
    insert!(tx, pedido_documentos::table, std::iter::once(&parts.documento));
    insert!(tx, pedido_registros::table, std::iter::once(&parts.registro));
    insert!(tx, pedido_itens::table, parts.itens.iter());
    insert!(tx, pedido_nomes::table, parts.names.iter());
    contagens::changed(tx, loja, parts.pedido_id(), None, Some(row.state()));
    eventos::append(tx, now, vec![(loja, event)])
}

/// The order that came before under the same natural key, if any.
pub(super) fn repeated(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_num: i32,
    PedidoInput { pedido, impressao, .. }: &PedidoInput,
) -> Result<Option<CreatePedidoOutcome>, StoreError> {
    let previous: Option<(i64, i64)> = on!(tx, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::source_id.eq(&pedido.source_id))
        .filter(pedidos::canal_num.eq(canal_num))
        .select((pedidos::pedido_id, pedidos::impressao))
        .first(c)
        .optional())?;
    let Some((id, previous)) = previous else { return Ok(None) };
    let id = PedidoId(id);
    if previous != *impressao {
        return Ok(Some(CreatePedidoOutcome::Different(id)));
    }
    Ok(find(tx, loja, id)?.map(CreatePedidoOutcome::Equal))
}
