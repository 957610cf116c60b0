//! Webhooks: notifications that applications register, their destinations, and the deliveries to them.

mod destinos;
pub mod entregas;
pub mod notificacoes;
