//! Who there is: applications, their users and stores, keys, and what was answered to a repeated request.

pub mod accesses;
pub mod acts;
pub mod aplicacoes;
pub mod idempotencia;
pub mod limites;
pub mod lojas;
pub mod lojas_config;
pub mod tokens;
pub mod usuarios;
