//! Groups of SKUs, as a store's own system numbers them.

mod numbers;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "sqlite")]
mod sqlite;

pub(crate) use numbers::numeros;
