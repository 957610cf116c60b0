//! The counts of orders: always equal to the orders themselves, and every page by number the right one.

mod movements;
mod pages;
pub mod world;
mod writers;
