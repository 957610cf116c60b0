//! The interface's resources, one file each.

mod usuario;

use utoipa_actix_web::service_config::ServiceConfig;

/// Every route of the interface.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(usuario::registrar);
}
