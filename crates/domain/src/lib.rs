//! Entities, value types and rules of the hub: no I/O, no database, no HTTP.

#![deny(missing_docs)]

pub mod interface_b;
pub mod reading;
pub mod values;

pub mod canal;
pub mod categoria;
pub mod categoria_loja;
pub mod entrega;
pub mod evento;
pub mod fila;
pub mod forma_pagamento;
pub mod inscricao;
pub mod loja_config;
pub mod notificacao;
pub mod oferta;
pub mod pedido;
pub mod sku;
pub mod sku_canal;
pub mod tipo_canal;
pub mod usuario;

// the paths of before; other crates still use them
#[doc(hidden)]
pub use interface_b::{produto, registro, situacao_pedido};
#[doc(hidden)]
pub use reading::{
    json as leitura, keyed as chave, merge_patch as mesclar, problems as problemas, words as enumeracao,
};
#[doc(hidden)]
pub use values::{
    dates as datas, documents as documentos, ids, money as dinheiro, search_text as texto_busca,
    web as enderecos_web,
};

#[cfg(all(test, feature = "openapi"))]
mod esquemas;
