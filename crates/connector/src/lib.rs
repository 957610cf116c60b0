//! Contract between the hub and a marketplace or shop: what a connector is, without any I/O.
//!
//! A [`Connector`] describes itself in a [`Manifest`] and has one function for each thing that the hub asks of a
//! channel. It makes its calls through the [`Shop`] that it is given: the engine of `channels` signs them, keeps to
//! the limits and refuses those that the connection's mode does not allow; tests answer them from a table.
//!
//! Rules for whoever writes one:
//!
//! - The same arguments and answers lead to the same calls. No network, clock, environment or chance.
//! - A function may be ended between any two calls and is then called anew from its beginning. So what makes
//!   something ([`Effect::Once`]) comes after a read that would find what an earlier try has made.
//! - Stock and price are set to a value, never changed by a difference.
//! - What is absent or null in an answer is not known (`None`), never zero.
//! - An unknown error code is [`Cause::Unmapped`] with the code, never a success and never lost access.
//! - Times of orders are those of the channel.
//! - What buyers wrote goes into [`OrderIn::pedido`] and nowhere else: not into texts of errors.
//! - The hub has worked the offer out: percentages, minimums and price rules are not applied again.
#![deny(missing_docs)]

mod call;
mod cause;
mod connector;
mod listing;
mod manifest;
pub mod money;
mod order;
mod secret;

pub use call::{Answer, Call, Effect, Method};
pub use cause::{Cause, Retry, TEXT_MAX, Trouble};
pub use connector::{Access, Account, Connection, Connector, Items, Page, Shop, Stop};
pub use listing::{Listing, Price, Product, Stock};
pub use manifest::{Batches, Capabilities, Manifest, Orders, Proof, Setting, SettingKind, StockKind};
pub use order::{News, OrderIn, OrderMark, OrderStep, Told};
pub use secret::Secret;

/// JSON, as calls and answers carry it.
pub use serde_json::{Value, json};
