//! The store's own categories.

pub mod forma;
mod lista;
mod registro;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(lista::registrar).configure(registro::registrar);
}
