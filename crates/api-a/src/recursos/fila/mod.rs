//! The order queue: events of orders, leased to named readers until they confirm them (this project's own).

mod confirmacao;
mod consumidor;
mod entrega;
mod leitor;
mod mortos;

use utoipa_actix_web::service_config::ServiceConfig;

/// The routes of this folder. They stand where an order's number would: register them before the orders'.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(entrega::registrar)
        .configure(confirmacao::registrar)
        .configure(mortos::registrar)
        .configure(consumidor::registrar);
}
