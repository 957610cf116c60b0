//! The pages, one file or folder each.

mod atos;
mod busca;
mod canais;
mod chaves;
mod fila;
mod inicio;
mod lojas;
mod notificacoes;
mod ofertas;
mod pedidos;
mod sistema;
mod skus;

use actix_web::web::{self, ServiceConfig};

pub use lojas::lead;

/// The routes of all pages: first those of the hub, then those of a store.
pub fn mount(cfg: &mut ServiceConfig) {
    cfg.configure(lojas::mount).configure(chaves::mount).configure(sistema::mount).configure(atos::of_hub);
    cfg.service(
        web::scope("/{loja:[0-9]+-[0-9]+}")
            .configure(inicio::mount)
            .configure(busca::mount)
            .configure(pedidos::mount)
            .configure(ofertas::mount)
            .configure(skus::mount)
            .configure(notificacoes::mount)
            .configure(fila::mount)
            .configure(canais::mount)
            .configure(atos::of_shop),
    );
}
