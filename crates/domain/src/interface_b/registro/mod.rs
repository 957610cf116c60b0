//! Interface B's order record, rendered from an order in two parts.
//!
//! A page of records is the hottest answer of the product, so a record is stored ready to send. What never
//! changes after an order came in (buyer, addresses, items, payment …) is rendered once and kept as text;
//! what moves (status, dates, the channel's name) is a short head, written on reading. [`head`] writes
//! the head, [`tail`] the notes and the text after it, without looking into them but for its gaps: what
//! stores have in different styles is left open in it (`gaps`).

mod adjustments;
mod ajuste;
mod assembly;
mod gaps;
mod parts;
mod render;
mod source;

pub use ajuste::TipoAjuste;
pub use gaps::{Carrier, Country, Day, Filling, InvalidRecord, ItemStanding, Moment};
pub use parts::*;
pub use render::{VERSION, buyer, filled, head, links, stable, tail};
pub use source::{CatalogueItem, Observacao, OrderState, Placed, Source, bounded, lying};

#[cfg(test)]
mod tests;
