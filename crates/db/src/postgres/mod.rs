//! PostgreSQL: a pool with short time-outs, transactions that are tried again when the server asks for it.

mod advice;
mod commit;
mod engine;
mod fresh;
mod in_time;
mod partitions;
mod pool;
mod position;
mod rules;
mod session;
mod standby;
mod standing;
mod watch;

pub(crate) use engine::{ATTEMPTS, GROUP_ATTEMPTS, Postgres, size};
pub(crate) use fresh::fill;
pub(crate) use partitions::divide;
pub(crate) use pool::STANDBY_WAIT;
pub(crate) use position::Proof;
pub(crate) use standby::{Answer, Standby};
