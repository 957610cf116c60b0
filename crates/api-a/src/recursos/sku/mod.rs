//! SKUs: what the store sells.

mod cadastro;
mod lote;
mod saldo;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(cadastro::registrar).configure(saldo::registrar).configure(lote::registrar);
}
