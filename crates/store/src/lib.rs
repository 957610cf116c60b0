//! Repositories over SQLite and PostgreSQL. Nothing of Diesel is public.
//!
//! A [`Store`] runs closures: [`Store::read`] hands them a [`Conn`], [`Store::write`] a [`Tx`] whose changes
//! are on disk when it returns `Ok`. The repositories are modules of free functions over the two.
//!
//! # The bundled SQLite
//!
//! How SQLite is compiled is the program's choice: the flags that this project builds it with stand in its
//! `.cargo/config.toml` and reach no other workspace. A build without them answers the same, but slower,
//! above all because statements with a bound `LIMIT` are then prepared anew for each run. To have them too:
//!
//! ```toml
//! # .cargo/config.toml
//! [env]
//! LIBSQLITE3_FLAGS = """-DSQLITE_ENABLE_QPSG -USQLITE_ENABLE_MEMORY_MANAGEMENT -USQLITE_ENABLE_STAT4 \
//!     -USQLITE_ENABLE_API_ARMOR -DSQLITE_DEFAULT_MEMSTATUS=0 -USQLITE_THREADSAFE -DSQLITE_THREADSAFE=2"""
//! ```
#![deny(missing_docs)]

mod accounts;
pub mod archive;
mod base;
mod catalogue;
pub mod channels;
pub mod check;
mod commit;
pub mod events;
pub mod inventory;
pub mod offers;
pub mod orders;
pub mod secrets;
mod store;

pub use accounts::{
    accesses, acts, aplicacoes, clearing, idempotencia, importacoes, limites, lojas, lojas_config,
    perfis_arquivo, pessoas, tentativas, tokens, usuarios,
};
pub use base::{Conn, CreateOutcome, DeleteOutcome, Secrets, StoreError, Tx, UpsertOutcome, paging};
pub use catalogue::{
    atacados, atributos, canais, categorias, categorias_loja, fabricantes, imagens, produtos, sku_canais,
    skus, tabelas_preco,
};
pub use db::{
    Address, Claim, CommitState, Config as StoreConfig, Durability, Engine, Failing, Limit, Permit,
    SchemaState, Sizes, Stats as StoreStats, Tenant, hold,
};
pub use events::webhooks::{entregas, notificacoes};
pub use events::{pruning, queue};
pub use inventory::centros;
pub use store::{LOST, Store};
