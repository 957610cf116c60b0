//! The interface's resources, one file each.

use http_kit::Mount;

mod canal;
mod categoria;
mod conexao;
mod estoque;
mod evento;
mod fila;
mod importacao;
mod notificacao;
mod oferta;
mod pedido;
mod sku;
mod sku_canal;
mod tipo_canal;
mod usuario;

/// Every route of the interface.
pub fn mount(cfg: &mut Mount<'_>) {
    // actix tries route after route: those that are called most stand first
    cfg.configure(sku::mount)
        // before the orders: it stands where an order's number would
        .configure(fila::mount)
        .configure(pedido::mount)
        .configure(estoque::mount)
        .configure(sku_canal::mount)
        .configure(oferta::mount)
        .configure(conexao::mount)
        .configure(usuario::mount)
        // before the channels: it stands where a channel's identifier would
        .configure(tipo_canal::mount)
        .configure(canal::mount)
        .configure(categoria::mount)
        .configure(importacao::mount)
        .configure(evento::mount)
        .configure(notificacao::mount);
}
