//! Who is told of events: readers of the order queue, notifications and their deliveries, and what has to
//! wait for them.

mod destinos;
pub mod entregas;
pub mod fila;
pub mod notificacoes;
pub mod pruning;
mod readers;
