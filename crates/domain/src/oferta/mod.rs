//! What a channel should show of a SKU, and why.

mod calculo;
mod offer;

pub use offer::{CodigoImpedimento, DadosOferta, Impedimento, Motivo, Oferta, RegraOferta, SkuOferta};

#[cfg(test)]
mod tests;
