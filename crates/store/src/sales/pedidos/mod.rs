//! Orders: one is read in `order`, many in `list` and `registros`; written in `writing` (one), `lote` (many)
//! and `movement` (moves).

mod buyers;
mod checks;
mod estoque;
mod faturamento;
mod filter;
mod follow_up;
mod further;
mod input;
mod list;
mod lote;
mod movement;
mod names;
mod order;
mod outcome;
mod panorama;
mod parts;
#[cfg(test)]
mod plans;
mod postgres;
mod record_row;
mod registros;
mod renewal;
mod rows;
mod scans;
mod search;
mod seeking;
mod situacao;
mod sqlite;
mod statements;
mod tails;
pub mod titular;
mod writing;

pub use crate::sales::contagens::{Bucket, ContagemDivergence, ContagensCheck, check_contagens, formas};
pub use buyers::{Buyer, BuyerKey, buyer, buyers, orders_by, orders_of};
pub use checks::{Checks, Divergence, check_registros};
pub use faturamento::{ADDED_UP_MAX, FaturamentoOutcome, faturamento};
pub use filter::{DateKind, OfBuyer, RegistrosFilter};
pub use follow_up::{mark_integrado, not_integrated, observacoes, observe};
pub use input::PedidoInput;
pub use list::{Filter, list};
pub use lote::create_lote;
pub use movement::{MovePedidoOutcome, exclusive, move_lote, move_on, transition};
pub use names::write_missing_names;
pub use order::{Detalhes, PedidoRow, detalhes, exists, find, historico};
pub use outcome::CreatePedidoOutcome;
pub use panorama::{CanalSales, by_canal, by_day, by_status};
pub use registros::{Registros, Rendering, find_registro, list_in_turn, list_registros};
pub use renewal::renew_registros;
pub use scans::{Question, Scans, Seen, Ticket, Turn};
pub use situacao::{FollowUp, Line, follow_up, lines};
pub use tails::RegistrosCache;
pub use writing::create;
