//! The order queue: events of orders, leased to named readers until they confirm them (this project's own).

use http_kit::Mount;

mod confirmation;
mod consumidor;
mod entrega;
mod mortos;
mod orders;
mod reader;

/// The routes of this folder. They stand where an order's number would: register them before the orders'.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.configure(entrega::mount)
        .configure(confirmation::mount)
        .configure(mortos::mount)
        .configure(consumidor::mount);
}
