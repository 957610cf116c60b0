//! Engine of connected channels: offers out, orders in, their progress back, and every refusal as data
//! (`docs/decisions/0040-connections-of-channels.md`).
//!
//! An [`Engine`] looks for connections with something due ([`store::channels`]), takes one for a while so that no other
//! server works it, and does what is due in a fixed order: stock that falls, orders, stock that rises and prices, new
//! listings, comparison. A turn is sequential code on one blocking thread; what it knows it reads from the database,
//! and what it learns it writes there before the next call, so that it may be ended between any two calls. [`Inbound`]
//! takes what comes from channels: consents and notices.
#![deny(missing_docs)]

mod access;
mod caller;
mod compare;
mod connectors;
mod counters;
mod engine;
mod inbound;
mod listings;
mod orders;
mod retry;
mod session;
mod shared;
mod turn;

pub use caller::{Caller, HttpCaller, Request, Unreachable};
pub use connectors::Connectors;
pub use counters::Counters;
pub use engine::{Config, Engine};
pub use inbound::{Consented, Inbound, Rung};
