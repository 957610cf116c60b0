//! The store's orders: downloaded, moved, acknowledged, noted upon.

mod consulta;
mod desfecho;
mod integracao;
mod lista;
mod observacao;
mod rastreamento;
mod situacao;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of orders. Those with a word where others have a number come first.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    integracao::registrar(cfg);
    lista::registrar(cfg);
    situacao::registrar(cfg);
    rastreamento::registrar(cfg);
    observacao::registrar(cfg);
}
