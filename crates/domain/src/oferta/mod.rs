//! What a channel should show of a SKU, and why.

mod calculation;
mod offer;

pub use offer::{CodigoImpedimento, Impedimento, Motivo, Oferta, OfertaInput, Place, RegraOferta, SkuOferta};

#[cfg(test)]
mod tests;
