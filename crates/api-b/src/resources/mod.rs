//! The interface's resources, one file each.

use http_kit::Mount;

mod atributo;
mod categoria;
mod centro_distribuicao;
mod fabricante;
mod forma_pagamento;
mod imagem;
mod inscricao;
mod loja;
mod origem_pedido;
mod pedido;
mod produto;
mod situacao_pedido;
mod tabela_preco;
mod unavailable;
mod usuario;

/// Every route of the interface.
pub fn mount(cfg: &mut Mount<'_>) {
    // actix tries route after route: those that are called most stand first
    cfg.configure(pedido::mount);
    cfg.configure(produto::mount);
    cfg.configure(situacao_pedido::mount);
    cfg.configure(forma_pagamento::mount);
    cfg.configure(categoria::mount);
    cfg.configure(loja::mount);
    cfg.configure(usuario::mount);
    cfg.configure(centro_distribuicao::mount);
    cfg.configure(inscricao::mount);
    cfg.configure(origem_pedido::mount);
    cfg.configure(unavailable::mount);
    cfg.configure(tabela_preco::mount);
    cfg.configure(fabricante::mount);
    cfg.configure(atributo::mount);
    cfg.configure(imagem::mount);
}
