//! What became of a new order.

use domain::pedido::aviso::Aviso;
use domain::values::ids::PedidoId;

use crate::orders::order::PedidoRow;

/// What became of a new order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreatePedidoOutcome {
    /// It is new.
    Created {
        /// As stored.
        pedido: PedidoRow,
        /// What was odd about it.
        avisos: Vec<Aviso>,
    },
    /// The same content came before.
    Equal(PedidoRow),
    /// Another order came before under the same channel and `sourceId`.
    Different(PedidoId),
    /// There is no such channel.
    ChannelMissing,
}
