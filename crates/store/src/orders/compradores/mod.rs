//! Buyers, as a store's own system numbers them: the same person keeps the same number.

mod numbers;
mod postgres;
mod reading;
mod row;
mod sqlite;
mod titular;

pub(crate) use numbers::{find_or_create, number_and_pedido};
pub(crate) use reading::{known, number_of, numbers};
pub(crate) use row::{CompradorKey, bought_for, company};
pub(crate) use titular::{forget, forget_titular, numbers_of};
