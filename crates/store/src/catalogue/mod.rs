//! What is sold, where and for how much: SKUs, channels, offers, products as stores see them, categories.

pub mod atacados;
pub mod atributos;
pub mod canais;
pub mod categorias;
pub mod categorias_loja;
pub mod fabricantes;
mod grupos;
mod naming;
#[cfg(test)]
mod plans;
pub mod produtos;
pub mod sku_canais;
pub mod skus;
pub mod tabelas_preco;
