//! The store's products: its SKUs, with stock and prices.

mod achado;
mod alteracao;
mod atacarejo;
mod consulta;
mod lote;
mod parte;
mod registro;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder. Words come before identifiers of the same place.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(alteracao::registrar);
    cfg.configure(lote::registrar);
    cfg.configure(registro::registrar);
    cfg.configure(parte::registrar);
    cfg.configure(atacarejo::registrar);
}
