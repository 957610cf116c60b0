//! Stock that lies in several distribution centres.

mod hands;
mod leaving;
mod lines;
mod orders;
mod registration;
mod shown;
pub mod steps;
mod stock;
mod store_system;
