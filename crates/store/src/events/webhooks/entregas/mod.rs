//! Deliveries of events to addresses, for the delivery engine.
//!
//! Several servers work on one database. A range of the log becomes deliveries exactly once, under the lock
//! of its cursor ([`distribute`]). One server at a time reserves a delivery ([`reserve`]) until it stores the
//! outcome ([`conclude`]) or a minute has passed. `devida_em` is when a delivery is due; it is null while an
//! earlier delivery of the same order, SKU, channel or user is unfinished, so that a query for due deliveries
//! reads no others (`docs/decisions/0025-webhook-delivery.md`).

mod cleanup;
mod conclusion;
mod distribution;
#[cfg(test)]
mod plans;
mod preparation;
mod reservation;

pub use crate::events::webhooks::destinos::Destino;
pub use cleanup::{After, Backlog, DAYS, KeptReply, backlog, forget_replies, purge, replies};
pub use conclusion::{AttemptResult, Concluded, HealthChange, Outcome, conclude};
pub use distribution::{Cursor, Progress, distribute, late_cursors, set_back, stray_cursors};
pub use preparation::{ReadyList, prepare};
pub use reservation::{
    Due, DueDestino, RESERVATION_SECONDS, Reserved, due_destinos, due_tests, has_stuck, release_stuck,
    reserve, reserve_tests,
};
