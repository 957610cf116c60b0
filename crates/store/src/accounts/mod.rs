//! Accounts: applications, users and stores, keys, persons of the console, limits, idempotency keys.

pub mod accesses;
pub mod acts;
pub mod aplicacoes;
pub mod clearing;
pub mod idempotencia;
pub mod importacoes;
pub mod limites;
pub mod lojas;
pub mod lojas_config;
pub mod perfis_arquivo;
pub mod pessoas;
mod scope;
pub mod tentativas;
pub mod tokens;
pub mod usuarios;
