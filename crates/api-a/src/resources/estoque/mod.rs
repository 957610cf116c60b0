//! How stock is kept, shared and moved: beside the source's entities, whose shapes it leaves as they are.

mod canal;
mod falta;
mod sku;
mod usuario;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(sku::mount).configure(canal::mount).configure(usuario::mount).configure(falta::mount);
}
