//! Notifications: where an application wants its events sent (this project's own).

mod entrega;
mod registration;
mod view;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(registration::mount).configure(entrega::mount);
}
