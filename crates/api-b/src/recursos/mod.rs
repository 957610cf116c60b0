//! The interface's resources, one file each.

mod categoria;
mod centro_distribuicao;
mod forma_pagamento;
mod inscricao;
mod loja;
mod pedido;
mod produto;
mod situacao_pedido;

use utoipa_actix_web::service_config::ServiceConfig;

/// Every route of the interface.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    // actix tries route after route: those that are called most stand first
    cfg.configure(pedido::registrar);
    cfg.configure(produto::registrar);
    cfg.configure(situacao_pedido::registrar);
    cfg.configure(forma_pagamento::registrar);
    cfg.configure(categoria::registrar);
    cfg.configure(loja::registrar);
    cfg.configure(centro_distribuicao::registrar);
    cfg.configure(inscricao::registrar);
}
