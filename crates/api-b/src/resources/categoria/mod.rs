//! The store's own categories.

pub mod forma;
mod list;
mod single;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(list::mount).configure(single::mount);
}
