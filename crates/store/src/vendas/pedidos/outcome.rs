//! What became of a new order.

use domain::pedido::aviso::Aviso;
use domain::values::ids::PedidoId;

use super::order::PedidoRow;

/// What became of a new order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CriacaoPedido {
    /// It is new.
    Criado {
        /// As stored.
        pedido: PedidoRow,
        /// What was odd about it.
        avisos: Vec<Aviso>,
    },
    /// The same content came before.
    Igual(PedidoRow),
    /// Another order came before under the same channel and `sourceId`.
    Diferente(PedidoId),
    /// There is no such channel.
    CanalAusente,
}
