//! Stock that lies in several distribution centres.

mod hands;
mod leaving;
mod orders;
mod registration;
mod shown;
mod steps;
mod stock;
mod store_system;
