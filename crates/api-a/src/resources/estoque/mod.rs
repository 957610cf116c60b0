//! How stock is kept, shared and moved: beside the source's entities, whose shapes it leaves as they are.

mod canal;
mod centro;
mod falta;
mod routes;
mod sku;
mod usuario;

pub use routes::mount;
