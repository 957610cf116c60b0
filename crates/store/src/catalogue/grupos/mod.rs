//! Groups of SKUs, as a store's own system numbers them.

mod numbers;
mod postgres;
mod sqlite;

pub(crate) use numbers::find_or_create;
