//! Contract between the hub and a marketplace or shop: what a connector is, without any I/O.
//!
//! A [`Connector`] describes itself in a [`Manifest`] and has one function for each thing that the hub asks of a
//! channel. It makes its calls through the [`Shop`] that it is given: the engine of `channels` signs them, keeps to
//! the limits and refuses those that the connection's mode does not allow; tests answer them from a table.
//!
//! Rules for implementations:
//!
//! - The same arguments and answers lead to the same calls. No network, clock, environment or chance.
//! - A function may be interrupted between any two calls, and is then run again from its beginning. So a call that creates
//!   something ([`Effect::Once`]) comes after a read that would find what an earlier attempt created.
//! - Stock and price are set to a value, never changed by a difference.
//! - What is absent or null in an answer is not known (`None`), never zero.
//! - An unknown error code is [`Cause::Unmapped`] with the code, never a success and never lost access.
//! - Times of orders are those of the channel.
//! - A buyer's data goes into [`OrderIn::pedido`] and nowhere else: not into texts of errors.
//! - Offers arrive computed: percentages, minimums and price rules are not applied again.
//!
//! What connectors have in common is here too: [`reading`] of answers, [`offset`] for pages, [`group`] for products with
//! variations, [`pedido`] and [`money`] for orders, [`text`]. Access by OAuth is data: [`oauth`].
#![deny(missing_docs)]

mod call;
mod cause;
mod connector;
pub mod group;
mod listing;
mod manifest;
pub mod money;
pub mod oauth;
pub mod offset;
mod order;
pub mod pedido;
pub mod reading;
mod secret;
pub mod text;

pub use call::{Answer, Call, Effect, Method};
pub use cause::{Cause, Retry, TEXT_MAX, Trouble};
pub use connector::{Access, Account, Connection, Connector, Items, Page, Shop, Stop};
pub use listing::{Listing, Price, Product, Stock};
pub use manifest::{
    Batches, Capabilities, Manifest, Orders, Proof, Setting, SettingKind, Signature, StockKind,
};
pub use order::{News, OrderIn, OrderMark, OrderStep, Told};
pub use secret::Secret;

/// JSON, as calls and answers carry it.
pub use serde_json::{Value, json};
