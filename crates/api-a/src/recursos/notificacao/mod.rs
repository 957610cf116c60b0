//! Notifications: where an application wants its events sent (this project's own).

mod cadastro;
mod entrega;
mod vista;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(cadastro::registrar).configure(entrega::registrar);
}
