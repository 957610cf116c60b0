//! PostgreSQL: a pool with short time-outs, transactions that are tried again when the server asks for it.

mod engine;
mod locks;
mod pool;

pub(crate) use engine::Postgres;
pub(crate) use locks::{lock, try_lock};
