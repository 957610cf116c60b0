//! Orders from the marketplaces: they come in, are read, and move. Never deleted.

mod escrita;
mod leitura;
mod lote;
mod status;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(leitura::registrar)
        .configure(escrita::registrar)
        .configure(status::registrar)
        .configure(lote::registrar);
}
