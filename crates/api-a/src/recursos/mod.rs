//! The interface's resources, one file each.

mod canal;
mod categoria;
mod evento;
mod fila;
mod notificacao;
mod oferta;
mod pedido;
mod sku;
mod sku_canal;
mod tipo_canal;
mod usuario;

use utoipa_actix_web::service_config::ServiceConfig;

/// Every route of the interface.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    // actix tries route after route: those that are called most stand first
    cfg.configure(sku::registrar)
        // before the orders: it stands where an order's number would
        .configure(fila::registrar)
        .configure(pedido::registrar)
        .configure(sku_canal::registrar)
        .configure(oferta::registrar)
        .configure(usuario::registrar)
        // before the channels: it stands where a channel's identifier would
        .configure(tipo_canal::registrar)
        .configure(canal::registrar)
        .configure(categoria::registrar)
        .configure(evento::registrar)
        .configure(notificacao::registrar);
}
