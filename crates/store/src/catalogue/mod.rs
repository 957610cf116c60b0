//! What is sold, where and for how much: SKUs, channels, offers, products as stores see them, categories.

pub mod atacados;
pub mod canais;
pub mod categorias;
pub mod categorias_loja;
mod grupos;
pub mod ofertas;
pub mod produtos;
pub mod sku_canais;
pub mod skus;
