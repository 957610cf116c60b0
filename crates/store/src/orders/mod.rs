//! Orders: one is read in `order`, many in `list` and `registros`; written in `writing` (one), `lote` (many)
//! and `movement` (moves).

mod arrival;
mod buyers;
mod checks;
pub(crate) mod compradores;
pub(crate) mod counts;
mod details;
mod entry;
mod estoque;
mod faturamento;
mod filter;
mod follow_up;
mod input;
mod list;
mod lote;
mod movement;
mod names;
mod order;
mod outcome;
mod page_sessions;
mod panorama;
mod parts;
#[cfg(test)]
mod plans;
mod postgres;
mod progress;
mod records;
mod rows;
mod search;
mod seeking;
mod situacao;
mod sqlite;
mod statements;
mod storing;
pub mod titular;
mod writing;

pub use buyers::{Buyer, BuyerKey, buyer, buyers, orders_by, orders_of};
pub use checks::{Checks, Divergence, Wrong, check_registros};
pub use counts::{CountsCheck, check_counts, formas};
pub use details::Detalhes;
pub use faturamento::{ADDED_UP_MAX, FaturamentoOutcome, faturamento};
pub use filter::{DateKind, OfBuyer, RegistrosFilter};
pub use follow_up::{mark_integrado, not_integrated, observacoes, observe};
pub use input::PedidoInput;
pub use list::{Filter, list};
pub use lote::create_lote;
pub use movement::{MovePedidoOutcome, exclusive, move_lote, move_on, transition};
pub use order::{PedidoRow, detalhes, exists, find, historico};
pub use outcome::CreatePedidoOutcome;
pub use page_sessions::{Question, Scans, Seen, Ticket, Turn};
pub use panorama::{CanalSales, by_canal, by_day, by_status};
pub use records::{
    Registros, RegistrosCache, Rendering, StoredTexts, find_registro, list_in_turn, list_registros,
    renew_registros, stored_texts,
};
pub use situacao::{FollowUp, Line, follow_up, lines};
pub use writing::create;
