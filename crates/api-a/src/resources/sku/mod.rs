//! SKUs: what the store sells.

use http_kit::Mount;

mod lote;
mod registration;
mod saldo;

pub use saldo::Ajuste;

/// The routes of this folder.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.configure(registration::mount).configure(saldo::mount).configure(lote::mount);
}
