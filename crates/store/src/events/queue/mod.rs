//! The order queue: named readers of the log's order events, each with its place, and what they have taken
//! over and not confirmed (`docs/decisions/0021-order-queue-with-leases.md`).

mod backlog;
mod confirmation;
mod consumidores;
mod leasing;
mod mortos;
mod queue;
mod situacao;

pub use backlog::{Backlog, backlog};
pub use confirmation::{ConfirmOutcome, confirm};
pub use consumidores::{READERS_MAX, delete, fits};
pub use leasing::{Entrega, Inicio, Leased, Wanted, lease};
pub use mortos::{mortos, revive};
pub use queue::{Fila, Item, QueueReader};
pub use situacao::{SITUACOES_MAX, Situacao, situacao};
