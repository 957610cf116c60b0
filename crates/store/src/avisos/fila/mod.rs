//! The order queue: named readers of the log's order events, each with its place, and what they have taken over
//! and not confirmed (`docs/decisions/0024-order-queue.md`).

mod arrendamento;
mod confirmacao;
mod consumidores;
mod mortos;
mod queue;
mod situacao;

pub use arrendamento::{Arrendado, Entrega, Inicio, Pedida, arrendar};
pub use confirmacao::{Confirmacao, confirmar};
pub use consumidores::{LEITORES_MAX, cabe, delete};
pub use mortos::{mortos, reviver};
pub use queue::{Fila, Item, Leitor};
pub use situacao::{SITUACOES_MAX, Situacao, situacao};
