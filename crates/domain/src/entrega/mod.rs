//! Deliveries: when an event is sent, when it is retried, when sending pauses (this project's own).

mod failure;
mod saude;
mod schedule;
mod target;
mod view;

pub use failure::Failure;
pub use saude::{Brake, LastError, PAUSE_MAX, Saude, pause_length};
pub use schedule::{Agenda, FAILURES_UNTIL_PAUSE, VARIACAO};
pub use target::{Allowed, Forbidden, InvalidPermission, host};
pub use view::{Entrega, EstadoEntrega, Tentativa};
