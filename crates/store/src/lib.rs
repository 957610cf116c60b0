//! Repositories over SQLite and PostgreSQL. Nothing of Diesel is public.
//!
//! A [`Store`] runs closures: [`Store::read`] hands them a [`Conn`], [`Store::write`] a [`Tx`] whose changes
//! are on disk when it returns `Ok`. The repositories are modules of free functions over the two.
#![deny(missing_docs)]

mod avisos;
mod base;
mod commit;
mod grupos;
mod store;
mod vendas;

pub mod aplicacoes;
pub mod atacados;
pub mod canais;
pub mod categorias;
pub mod categorias_loja;
pub mod eventos;
pub mod idempotencia;
pub mod lojas_config;
pub mod ofertas;
pub mod produtos;
pub mod sku_canais;
pub mod skus;
pub mod tokens;
pub mod usuarios;

pub use avisos::{entregas, fila, notificacoes, poda};
pub use base::{Conn, Criacao, Exclusao, StoreError, Tx, Upsert, paging};
pub use db::{Config as StoreConfig, Durability, Engine, Stats as StoreStats};
pub use store::Store;
pub use vendas::pedidos;
