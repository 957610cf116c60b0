//! Entities, value types and rules of the hub: no I/O, no database, no HTTP.

#![deny(missing_docs)]

pub mod canal;
pub mod categoria;
pub mod categoria_loja;
pub mod chave;
pub mod datas;
pub mod dinheiro;
pub mod documentos;
pub mod enderecos_web;
pub mod entrega;
pub mod enumeracao;
pub mod evento;
pub mod fila;
pub mod forma_pagamento;
pub mod ids;
pub mod inscricao;
pub mod leitura;
pub mod loja_config;
pub mod mesclar;
pub mod notificacao;
pub mod oferta;
pub mod pedido;
pub mod problemas;
pub mod produto;
pub mod registro;
pub mod situacao_pedido;
pub mod sku;
pub mod sku_canal;
pub mod texto_busca;
pub mod tipo_canal;
pub mod usuario;

#[cfg(all(test, feature = "openapi"))]
mod esquemas;
