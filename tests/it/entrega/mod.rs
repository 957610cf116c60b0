//! The delivery of events: the engine over both databases, with a clock and a receiver of the tests' own.

mod agenda;
mod clocks;
mod fairness;
pub mod helpers;
mod ordering;
mod paths;
mod servers;
