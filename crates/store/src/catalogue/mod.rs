//! Catalogue: SKUs, products of interface B, channels, prices, categories, brands.

pub mod atacados;
pub mod atributos;
pub mod canais;
pub mod categorias;
pub mod categorias_loja;
pub mod fabricantes;
mod grupos;
pub mod imagens;
mod naming;
#[cfg(test)]
mod plans;
pub mod produtos;
pub mod sku_canais;
pub mod skus;
pub mod tabelas_preco;
