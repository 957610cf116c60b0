//! Deliveries: events on their way to addresses. What the delivery engine stands on.
//!
//! Several servers work on one database. A stretch of the log becomes deliveries exactly once, under the lock
//! of its cursor ([`distribute`]). A delivery is taken by one server at a time ([`reserve`]) until that
//! server has said what came of it ([`conclude`]) or a minute has passed. `devida_em` alone says when
//! something is to be done with a delivery; it is null while an earlier delivery of the same order, SKU,
//! channel or user is unfinished, so that taking what is due never looks at what is not
//! (`docs/decisions/0025-delivery.md`).

mod backlog;
mod cleanup;
mod conclusion;
mod distribution;
mod preparation;
mod reservation;
mod taken;

pub use super::destinos::Destino;
pub use backlog::{Backlog, backlog};
pub use cleanup::{DAYS, purge};
pub use conclusion::{AttemptResult, Outcome, conclude};
pub use distribution::{Cursor, Progress, distribute, late_cursors};
pub use preparation::{ReadyList, prepare};
pub use reservation::{RESERVATION_SECONDS, due_destinos, has_tests, reserve, reserve_tests};
pub use taken::Reserved;
