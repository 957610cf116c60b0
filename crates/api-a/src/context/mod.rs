//! Who asks, for which store, and how the work for it is run.

mod addresses;
mod aplicacao;
mod loja;
mod portions;
mod request;
mod stock;

pub use addresses::{address, loja_address};
pub use aplicacao::ForAplicacao;
pub use loja::ForLoja;
pub use portions::Written;
pub use request::{Ctx, check};
