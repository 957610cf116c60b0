//! The store's products: its SKUs, with stock and prices.

mod alteracao;
mod atacarejo;
mod content;
mod edit;
mod found;
mod lote;
mod part;
mod query;
mod registration;
mod registro;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder. Words come before identifiers of the same place.
pub fn mount(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(alteracao::mount);
    cfg.configure(lote::mount);
    cfg.configure(registro::mount);
    cfg.configure(part::mount);
    cfg.configure(atacarejo::mount);
    cfg.configure(registration::mount);
    cfg.configure(content::mount);
}
