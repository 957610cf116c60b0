//! Orders of a channel, and the events of an order that the hub reports to it.

use domain::pedido::{NotaFiscal, Rastreio};
use domain::values::dates::Instante;
use serde_json::Value;

/// Where an order stands at the channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OrderStep {
    /// Not paid yet.
    Waiting,
    /// Paid: to be sent.
    Paid,
    /// On its way.
    Shipped,
    /// With the buyer.
    Delivered,
    /// Cancelled as a whole.
    Cancelled,
}

/// An order in the channel's list: enough to see whether it must be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderMark {
    /// The channel's identifier, at most 100 characters.
    pub id: String,
    /// The channel's word for its state.
    pub state: String,
    /// When the channel says that it last changed.
    pub changed: Instante,
}

/// An order as read. It has no `Debug`, since it holds a buyer's data.
#[derive(Clone, PartialEq)]
pub struct OrderIn {
    /// The channel's identifier, as in [`OrderMark`].
    pub id: String,
    /// The channel's word for its state.
    pub state: String,
    /// Where it stands.
    pub step: OrderStep,
    /// When the channel says that it last changed.
    pub changed: Instante,
    /// Its units are still part of the channel's stock on hand: neither sent nor given back. Only asked for where
    /// the manifest says [`crate::StockKind::OnHand`].
    pub holds_stock: bool,
    /// The body of interface A's `POST /Pedido`, without `canalId` and `status`.
    pub pedido: Value,
}

/// An event of an order that the hub reports to the channel.
#[derive(Debug, Clone, Copy)]
pub enum News<'a> {
    /// It was invoiced.
    Invoiced(&'a NotaFiscal),
    /// It was sent.
    Shipped(Option<&'a Rastreio>),
    /// It has arrived.
    Delivered,
    /// The store cancelled it; the reason may be empty.
    Cancelled(&'a str),
}

/// The outcome of reporting an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// The channel recorded it.
    Done,
    /// The channel had it already.
    Already,
    /// The channel cannot record it.
    Unsupported,
}
