//! What the lines of an order are to the stock.

use crate::pedido::StatusPedido;

/// Where an item of an order stands, as far as the stock is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fase {
    /// Sold, and on the shelf.
    Open,
    /// Invoiced: off the shelf.
    Gone,
    /// On its way.
    Sent,
    /// Delivered: nothing can follow.
    Delivered,
    /// Cancelled: nothing can follow.
    Cancelled,
}

impl From<StatusPedido> for Fase {
    fn from(status: StatusPedido) -> Self {
        match status {
            StatusPedido::AguardandoPagamento | StatusPedido::Pago => Self::Open,
            StatusPedido::Faturado => Self::Gone,
            StatusPedido::Enviado => Self::Sent,
            StatusPedido::Entregue => Self::Delivered,
            StatusPedido::Cancelado => Self::Cancelled,
        }
    }
}

impl Fase {
    /// True when nothing can follow.
    pub const fn ended(self) -> bool {
        matches!(self, Self::Delivered | Self::Cancelled)
    }
}

/// One line of an order that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// How many units were sold.
    pub units: i64,
    /// Where it stood.
    pub from: Fase,
    /// Where it stands.
    pub to: Fase,
}
