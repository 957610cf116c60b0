//! The interface's resources, one file each.

mod categoria;
mod forma_pagamento;
mod pedido;
mod situacao_pedido;

use utoipa_actix_web::service_config::ServiceConfig;

/// Every route of the interface.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.configure(pedido::registrar);
    cfg.configure(situacao_pedido::registrar);
    cfg.configure(forma_pagamento::registrar);
    cfg.configure(categoria::registrar);
}
