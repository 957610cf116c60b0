//! The routes of this folder.

use utoipa_actix_web::service_config::ServiceConfig;

use super::{canal, falta, sku, usuario};

/// All of them.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(sku::mount).configure(canal::mount).configure(usuario::mount).configure(falta::mount);
}
