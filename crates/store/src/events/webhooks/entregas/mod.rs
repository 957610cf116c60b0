//! Deliveries: events on their way to addresses. What the delivery engine stands on.
//!
//! Several servers work on one database. A stretch of the log becomes deliveries exactly once, under the lock
//! of its cursor ([`distribute`]). A delivery is taken by one server at a time ([`reserve`]) until that
//! server has said what came of it ([`conclude`]) or a minute has passed. `devida_em` alone says when
//! something is to be done with a delivery; it is null while an earlier delivery of the same order, SKU,
//! channel or user is unfinished, so that taking what is due never looks at what is not
//! (`docs/decisions/0025-webhook-delivery.md`).

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
