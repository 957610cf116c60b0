//! PostgreSQL: a pool with short time-outs, transactions that are tried again when the server asks for it.

mod advice;
mod commit;
mod engine;
mod fresh;
mod in_time;
mod pool;
mod session;

pub(crate) use engine::{ATTEMPTS, GROUP_ATTEMPTS, Postgres, size};
pub(crate) use fresh::fill;
