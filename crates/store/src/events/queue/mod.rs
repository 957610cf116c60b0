//! The order queue: named readers of the log's order events, each with its position, and their unconfirmed
//! items (`docs/decisions/0021-order-queue-with-leases.md`).

mod leasing;
mod mortos;
mod readers;
mod situacao;

pub use leasing::{ConfirmOutcome, Entrega, Inicio, Leased, Wanted, confirm, lease};
pub use mortos::{mortos, revive};
pub use readers::{Fila, Item, QueueReader, READERS_MAX, delete, fits};
pub use situacao::{Backlog, SITUACOES_MAX, Situacao, backlog, situacao};
