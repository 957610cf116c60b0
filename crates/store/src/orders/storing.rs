//! Storing what hangs on new orders: on PostgreSQL in one round trip.

use diesel::prelude::*;

use crate::base::schema::{pedido_documentos, pedido_itens, pedido_nomes, pedido_registros};
use crate::base::{StoreError, Tx, insert};
use crate::events;
use crate::inventory;
use crate::orders::arrival::Arrival;
use crate::orders::counts;
use crate::orders::statements;

/// Writes what hangs on new orders, and tells of them.
pub(super) fn store(tx: &mut Tx<'_>, arrival: Arrival<'_>) -> Result<(), StoreError> {
    if arrival.orders.is_empty() {
        return Ok(());
    }
    let now = tx.now();
    if statements::store_at_once(tx, now, &arrival)? {
        return Ok(());
    }
    let Arrival { orders, stock, events } = arrival;
    inventory::write(tx, stock)?;
    insert!(tx, pedido_documentos::table, orders.iter().map(|(_, parts, _)| &parts.documento));
    insert!(tx, pedido_registros::table, orders.iter().map(|(_, parts, _)| &parts.registro));
    insert!(tx, pedido_itens::table, orders.iter().flat_map(|(_, parts, _)| &parts.itens));
    insert!(tx, pedido_nomes::table, orders.iter().flat_map(|(_, parts, _)| &parts.names));
    for (loja, parts, state) in orders {
        counts::changed(tx, loja, parts.pedido_id(), None, Some(state));
    }
    events::append(tx, now, events)
}
