//! The counters of orders: at every moment what counting gives, and every page that they lead to the right
//! one.

mod movements;
mod pages;
pub mod world;
mod writers;
