//! Who asks, for which store, and how the work for it is run.

mod addresses;
mod aplicacao;
mod chunks;
mod loja;
mod request;
mod stock;

pub use addresses::{address, loja_address};
pub use aplicacao::ForAplicacao;
pub use chunks::Written;
pub use loja::ForLoja;
pub use request::{Ctx, check};
