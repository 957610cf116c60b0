//! Deliveries: when an event is sent, when it is retried, when sending pauses (this project's own).

mod falha;
mod lida;
mod saude;
mod schedule;

pub use falha::Falha;
pub use lida::{Entrega, EstadoEntrega, Tentativa};
pub use saude::{Freio, Saude, pausa};
pub use schedule::{Agenda, FALHAS_ATE_PAUSA, VARIACAO};
