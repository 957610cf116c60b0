//! Orders of a store: creation (one in `create`, a batch in `lote`), changes of status, which are called moves
//! (`movement`), and reads (one in `order`, lists in `list` for interface A and in `records` for interface B).

mod again;
mod batch;
mod buyers;
pub(crate) mod counts;
mod create;
mod estoque;
mod follow_up;
mod history;
mod list;
mod lote;
mod movement;
mod order;
mod page_sessions;
mod pages;
#[cfg(test)]
mod plans;
mod records;
mod rows;
mod sales;
mod search;
mod sql;
mod text_search;
pub mod titular;
mod to_send;
mod whole;

pub(crate) use batch::{OrderOutcome, OrderRequest, create_requested};
pub use buyers::{Buyer, BuyerDate, BuyerKey, BuyersFilter, buyer, buyer_filter, buyers, latest_orders_of};
pub use counts::{CountsCheck, check_counts, formas};
pub use create::{CreatePedidoOutcome, create};
pub use follow_up::{FollowUp, Line, follow_up, lines, mark_integrado, not_integrated, observacoes, observe};
pub use history::Detalhes;
pub use list::{Filter, list};
pub use lote::create_lote;
pub use movement::{MovePedidoOutcome, exclusive, move_lote, move_on, transition};
pub use order::{PedidoRow, detalhes, exists, find, historico};
pub use page_sessions::{PageQuery, PageResult, PageSessions, PendingPage, ResumePoint};
pub use records::{
    Checks, Divergence, Registros, RegistrosCache, Rendering, StoredTexts, Wrong, check_registros,
    find_registro, list_registros, list_registros_from, renew_registros, stored_texts,
};
pub use rows::PedidoInput;
pub use sales::{
    ADDED_UP_MAX, CanalSales, FaturamentoOutcome, LatestOrder, by_canal, by_day, by_status, faturamento,
    latest,
};
pub use search::{DateKind, OfBuyer, RegistrosFilter};
pub use to_send::{ToSend, Units, to_send};
