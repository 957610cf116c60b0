//! Buyers, as a store's own system numbers them: the same person keeps the same number.

mod numbers;
mod postgres;
mod row;
mod sqlite;

pub(crate) use numbers::{find_or_create, number_and_pedido};
