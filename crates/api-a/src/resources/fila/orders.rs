//! The orders that events tell of, so that reading a queue takes no second call for each.

use std::collections::{BTreeMap, HashMap};

use domain::values::ids::{PedidoId, UsuarioId};
use http_kit::Fault;
use serde_json::value::RawValue;
use store::paging::PAGE_BYTES;
use store::{StoreError, orders, usuarios};

use crate::context::Ctx;
use crate::error::ErrorA;

/// An order that events tell of.
pub struct Wanted {
    /// Its user.
    pub usuario: String,
    /// How many of the events.
    pub times: usize,
}

/// Some orders as they stand now. What would make the answer too long is left out.
pub async fn orders(
    ctx: &Ctx,
    wanted: BTreeMap<PedidoId, Wanted>,
) -> Result<HashMap<PedidoId, Box<RawValue>>, ErrorA> {
    let aplicacao = ctx.aplicacao();
    ctx.read(move |conn| {
        let (mut lojas, mut orders, mut room) = (HashMap::new(), HashMap::new(), PAGE_BYTES);
        for (id, Wanted { usuario, times }) in wanted {
            let loja = match lojas.get(&usuario) {
                Some(known) => *known,
                None => {
                    let found = match UsuarioId::parse(&usuario) {
                        Ok(usuario) => usuarios::resolve(conn, aplicacao, &usuario)?,
                        Err(_) => None,
                    };
                    *lojas.entry(usuario).or_insert(found.map(|found| found.id))
                }
            };
            let Some(loja) = loja else { continue };
            let pedido = match orders::find(conn, loja, id) {
                Ok(Some(pedido)) => pedido,
                Ok(None) => continue,
                // its event is handed out already, and so are those of the others
                Err(StoreError::Corrupt(reason)) => {
                    tracing::error!(
                        pedido = id.0,
                        reason,
                        "an order cannot be read: its event comes without it"
                    );
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let Some(left) = room.checked_sub(pedido.documento.len() * times) else { break };
            room = left;
            let order = RawValue::from_string(pedido.documento).map_err(|e| Fault::json("an order", e))?;
            orders.insert(id, order);
        }
        Ok(orders)
    })
    .await
}
