//! The interface's resources, one file each.

mod categoria;

use utoipa_actix_web::service_config::ServiceConfig;

/// Every route of the interface.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(categoria::registrar);
}
