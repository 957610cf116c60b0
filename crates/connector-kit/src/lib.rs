//! Simulated shops, injected faults and the cases that every connector must pass.
//!
//! - [`vendure::Simulator`] and [`medusa::Simulator`] are shops in memory, written from the vendors' schemas and recorded
//!   calls; [`Simulated`] acts there as shoppers and the shop's people do.
//! - [`Fault`] and [`Plan`] disturb calls, as a seed decides.
//! - [`InProcess`] makes a connector's calls to a simulator, as the engine would make them to a shop.
//! - [`suite`] runs the cases over a [`Fixture`]; [`mutations`] runs them over connectors that are wrong on purpose.
//! - [`Server`] and [`Shopper`] are a simulated shop behind HTTP, and somebody who buys there.
//! - [`oauth::OAuthShop`] is a shop behind OAuth, with the smallest connector to it, for what the others cannot show.
//! - [`RealShop`] makes a connector's calls to the vendor's program itself.
#![deny(missing_docs)]
#![recursion_limit = "256"]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod cases;
mod faults;
pub mod graphql;
mod in_process;
pub mod medusa;
pub mod oauth;
mod real_shop;
mod server;
mod shop;
mod shopper;
pub mod vendure;

pub use cases::{CASES, Case, Fixture, Meaning, mutations, pedido, suite};
pub use faults::{Fault, Outcome, Plan, Random};
pub use in_process::InProcess;
pub use real_shop::{RealShop, send};
pub use server::Server;
pub use shop::{Lines, Response, Shop, Simulated};
pub use shopper::Shopper;
