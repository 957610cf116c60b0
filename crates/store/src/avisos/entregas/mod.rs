//! Deliveries: events on their way to addresses. What the delivery engine stands on.
//!
//! Several servers work on one database. A stretch of the log becomes deliveries exactly once, under the lock of its
//! cursor ([`avancar`]). A delivery is taken by one server at a time ([`reservar`]) until that server has said what
//! came of it ([`concluir`]) or a minute has passed. `devida_em` alone says when something is to be done with a
//! delivery; it is null while an earlier delivery of the same order, SKU, channel or user is unfinished, so that
//! taking what is due never looks at what is not (`docs/decisions/0025-delivery.md`).

mod conclusao;
mod distribuicao;
mod limpeza;
mod preparo;
mod reserva;
mod taken;

pub use super::destinos::Destino;
pub use conclusao::{Desfecho, Resultado, concluir};
pub use distribuicao::{Avanco, Cursor, avancar, cursores_atrasados};
pub use limpeza::{DIAS, purge};
pub use preparo::{Pronta, preparar};
pub use reserva::{RESERVA_SEGUNDOS, destinos_devidos, ha_testes, reservar, reservar_testes};
pub use taken::Reservada;
