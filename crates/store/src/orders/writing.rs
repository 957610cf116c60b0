//! Orders come in, once each. They move in [`super::movement`]; nothing else changes them.

use diesel::prelude::*;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::pedidos;
use crate::base::{StoreError, Tx, on};
use crate::catalogue::skus::for_sale;
use crate::events;
use crate::orders::arrival::Arrival;
use crate::orders::estoque;
use crate::orders::input::PedidoInput;
use crate::orders::order::find;
use crate::orders::outcome::CreatePedidoOutcome;
use crate::orders::parts::{Parts, codes, creation_evento};
use crate::orders::rows::{Numbers, PedidoColumns};
use crate::orders::storing::store;

/// Stores an order under (store, channel, `sourceId`): a repeat changes nothing.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, input: &PedidoInput) -> Result<CreatePedidoOutcome, StoreError> {
    let pedido = &input.pedido;
    let Some(canal_num) = crate::catalogue::canais::number(tx, loja, &pedido.canal_id)? else {
        return Ok(CreatePedidoOutcome::ChannelMissing);
    };
    if let Some(repeated) = repeated(tx, loja, canal_num, input)? {
        return Ok(repeated);
    }
    let (comprador, id) = crate::orders::compradores::number_and_pedido(tx, loja, &pedido.usuario)?;
    let numbers = Numbers { pedido: PedidoId(id), canal: canal_num, comprador };
    let now = tx.now();
    let row = PedidoColumns::new(loja, &numbers, input, now.micros());
    let inserted = on!(tx, c => diesel::insert_into(pedidos::table)
        .values(&row)
        .on_conflict((pedidos::aplicacao_id, pedidos::loja_id, pedidos::source_id, pedidos::canal_num))
        .do_nothing()
        .execute(c))?;
    if inserted == 0 {
        // another transaction was faster; it has committed by now, so its order is there to be seen
        return repeated(tx, loja, canal_num, input)?
            .ok_or_else(|| StoreError::Concurrency("an order vanished".to_owned()));
    }
    let (catalogue, mut stock) = for_sale(tx, loja, &codes(pedido))?;
    let missing = estoque::allocate(tx, &mut stock, &numbers, pedido)?;
    let catalogue = estoque::with_centros(catalogue, &stock, numbers.pedido);
    let parts = Parts::for_new_order(loja, &numbers, input, catalogue, &missing, now)?;
    let mut stock = stock.take_rows()?;
    let mut events = vec![(loja, events::stored(creation_evento(numbers.pedido, pedido))?)];
    events.append(&mut stock.events);
    if let Some(shortfall) = estoque::shortfall(numbers.pedido, pedido, &missing) {
        events.push((loja, events::stored(shortfall)?));
    }
    let orders = vec![(loja, &parts, row.state())];
    store(tx, Arrival { orders, stock, events })?;
    Ok(parts.created(pedido.status, now))
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
