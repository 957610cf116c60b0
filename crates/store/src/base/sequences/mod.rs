//! Numbers that the service gives out: never reused, not without gaps.

mod next;
mod postgres;
mod sequence;
mod sqlite;

pub(crate) use next::{proximo, proximo_i32, proximos, write};
pub(crate) use sequence::Sequencia;
