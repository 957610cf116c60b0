//! Stock that orders move: what one transaction changes of some SKUs' stock, reservations and ledger.
//!
//! A [`Shelf`] holds the locked SKUs, works out by the domain's rules what becomes of them, and is put back
//! in a few statements. Whoever changes a stock or a reservation goes through it, but for the two changes of
//! one number that come thousands of times a second (`super::stock`), which write the same rows.

mod balance;
mod change;
mod gathered;
mod postgres;
mod put_back;
mod reading;
mod reserva;
mod rows;
mod sqlite;

pub(crate) use balance::Balance;
pub(crate) use change::{Shelf, Sold};
pub(crate) use gathered::statements;
pub(crate) use reading::{
    centros, count_taken_over, lock, lock_codes, of_locked, of_pedidos, of_skus, others, taken_over,
};
pub(crate) use reserva::Why;
pub(crate) use rows::Rows;
