//! Repositories over SQLite and PostgreSQL. Nothing of Diesel is public.
//!
//! A [`Store`] runs closures: [`Store::read`] hands them a [`Conn`], [`Store::write`] a [`Tx`] whose changes
//! are on disk when it returns `Ok`. The repositories are modules of free functions over the two.
#![deny(missing_docs)]

mod compradores;
mod conexao;
mod config;
mod contagens;
mod dialect;
mod erro;
mod grupos;
mod schema;
mod sequencias;

pub mod aplicacoes;
pub mod atacados;
pub mod canais;
pub mod categorias;
pub mod categorias_loja;
pub mod entregas;
pub mod eventos;
pub mod fila;
pub mod idempotencia;
pub mod lojas_config;
pub mod notificacoes;
pub mod ofertas;
pub mod paging;
pub mod pedidos;
pub mod produtos;
pub mod sku_canais;
pub mod skus;
pub mod tokens;
pub mod usuarios;

pub use conexao::{Conn, Store, StoreStats, Tx};
pub use config::{Durability, StoreConfig};
pub use erro::{Criacao, Exclusao, StoreError, Upsert};
