//! Simulated shops, injected faults and the cases that every connector must pass.
//!
//! - [`vendure::Simulator`] and [`medusa::Simulator`] are shops in memory, written from the vendors' schemas and recorded
//!   calls; a shopper buys there without any connector ([`Simulated`]).
//! - [`Fault`] and [`Plan`] spoil answers, by a seed.
//! - [`InProcess`] makes a connector's calls to a simulator, as the engine would make them to a shop.
//! - [`suite`] runs the cases over a [`Fixture`]; [`mutations`] tries the cases with connectors that are wrong.
//! - [`Server`] and [`Shopper`] are a shop that can be called by HTTP, and somebody who buys there.
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
mod server;
mod shop;
mod shopper;
pub mod vendure;

pub use cases::{CASES, Case, Fixture, Meaning, mutations, suite};
pub use faults::{Fault, Outcome, Plan, Random};
pub use in_process::InProcess;
pub use server::Server;
pub use shop::{Lines, Response, Shop, Simulated};
pub use shopper::Shopper;
