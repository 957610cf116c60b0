//! Channels: a store's connections to marketplaces.

mod channel;
mod configuracoes;

pub use channel::{Canal, ValorConfiguracao};
pub use configuracoes::MASCARA;

#[cfg(test)]
mod tests;
