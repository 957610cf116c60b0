//! The routes of this folder.

use utoipa_actix_web::service_config::ServiceConfig;

use super::{canal, centro, falta, sku, usuario};

/// All of them.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(centro::mount)
        .configure(sku::mount)
        .configure(canal::mount)
        .configure(usuario::mount)
        .configure(falta::mount);
}
