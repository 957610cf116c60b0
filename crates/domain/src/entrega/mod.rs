//! Deliveries: when an event is sent, when it is retried, when sending pauses (this project's own).

mod failure;
mod saude;
mod schedule;
mod view;

pub use failure::Failure;
pub use saude::{Brake, Saude, pause_length};
pub use schedule::{Agenda, FAILURES_UNTIL_PAUSE, VARIACAO};
pub use view::{Entrega, EstadoEntrega, Tentativa};
