//! The pages, one file or folder each.

pub mod acts;
pub mod ajuda;
pub mod busca;
pub mod canais;
pub mod centros;
pub mod conta;
pub mod eventos;
pub mod expedicao;
pub mod export_links;
pub mod exportar;
pub mod fila;
pub mod importar;
pub mod keys;
pub mod loja;
pub mod lojas;
pub mod new_key;
pub mod notificacoes;
pub mod ofertas;
pub mod pedidos;
pub mod pessoas;
pub mod skus;
pub mod start;
pub mod system;
