//! Orders from the marketplaces: they come in, are read, and move. Never deleted.

mod lote;
mod reading;
mod status;
mod writing;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(reading::mount).configure(writing::mount).configure(status::mount).configure(lote::mount);
}
