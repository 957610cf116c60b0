//! SKUs: what the store sells.

mod lote;
mod registration;
mod saldo;

pub use saldo::Ajuste;
use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(registration::mount).configure(saldo::mount).configure(lote::mount);
}
