//! Interface B's product record: how a product is named, what its record holds, and what may be changed.
//!
//! A product is a SKU. Clients call the SKU a variant and the group that it belongs to the product.

mod avulsas;
mod consulta;
mod escrita;
mod montagem;
mod partes;
mod source;

pub use avulsas::*;
pub use consulta::*;
pub use escrita::*;
pub use partes::*;
pub use source::{Extras, Fonte};

#[cfg(test)]
mod tests;
