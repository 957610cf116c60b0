//! Repositories over SQLite and PostgreSQL. Nothing of Diesel is public.
//!
//! A [`Store`] runs closures: [`Store::read`] hands them a [`Conn`], [`Store::write`] a [`Tx`] whose changes
//! are on disk when it returns `Ok`. The repositories are modules of free functions over the two.
#![deny(missing_docs)]

mod base;
mod commit;
mod compradores;
mod contagens;
mod grupos;
mod store;

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
pub mod pedidos;
pub mod produtos;
pub mod sku_canais;
pub mod skus;
pub mod tokens;
pub mod usuarios;

pub use base::{Conn, Criacao, Exclusao, StoreError, Tx, Upsert, paging};
pub use db::{Config as StoreConfig, Durability, Engine, Stats as StoreStats};
pub use store::Store;
