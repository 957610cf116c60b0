//! Deliveries: events on their way to addresses. What the delivery engine stands on.
//!
//! Several servers work on one database. A stretch of the log becomes deliveries exactly once, under the lock
//! of its cursor ([`distribute`]). A delivery is taken by one server at a time ([`reserve`]) until that
//! server has said what came of it ([`conclude`]) or a minute has passed. `devida_em` alone says when
//! something is to be done with a delivery; it is null while an earlier delivery of the same order, SKU,
//! channel or user is unfinished, so that taking what is due never looks at what is not
//! (`docs/decisions/0025-webhook-delivery.md`).

mod backlog;
mod cleanup;
mod conclusion;
mod cursors;
mod distribution;
mod due;
#[cfg(test)]
mod plans;
mod preparation;
mod reservation;
mod taken;
mod titular;

pub use crate::events::webhooks::destinos::Destino;
pub use backlog::{Backlog, backlog};
pub use cleanup::{DAYS, purge};
pub use conclusion::{AttemptResult, Concluded, HealthChange, Outcome, conclude};
pub use cursors::{Cursor, late_cursors, set_back, stray_cursors};
pub use distribution::{Progress, distribute};
pub use due::{Due, RESERVATION_SECONDS};
pub use preparation::{ReadyList, prepare};
pub use reservation::{
    DueDestino, due_destinos, due_tests, has_stuck, release_stuck, reserve, reserve_tests,
};
pub use taken::Reserved;
pub use titular::{After, KeptReply, forget_replies, replies};
