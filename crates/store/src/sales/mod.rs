//! What was sold: orders, their buyers, and how many there are.

pub(crate) mod compradores;
pub(crate) mod counts;
pub mod pedidos;
