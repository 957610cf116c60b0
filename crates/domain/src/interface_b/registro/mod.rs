//! Interface B's order record, rendered from an order in two parts.
//!
//! A page of records is the hottest answer of the product, so a record is stored ready to send. What never
//! changes after an order came in (buyer, addresses, items, payment …) is rendered once and kept as text;
//! what moves (status, dates, the channel's name) is a short head, written on reading. [`cabeca`] writes
//! the head, [`cauda`] the notes and the text after it, without looking into them.

mod montagem;
mod partes;
mod render;
mod source;

pub use montagem::CENTRO_DISTRIBUICAO;
pub use partes::*;
pub use render::{VERSAO, cabeca, cauda, estavel};
pub use source::{Estado, Fonte, ItemCatalogo, Observacao};

#[cfg(test)]
mod tests;
