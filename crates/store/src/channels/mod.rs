//! Connections of channels: what the hub works itself at a marketplace, as state that an engine compares and settles.
//!
//! Work is state, not messages: a row per SKU and channel holds what the channel has accepted, and is due when what it
//! should show (`ofertas_ditas`) has changed. It is marked in the transaction that emits the offer, so that nothing is
//! lost between a log and a queue, and ten changes within a second become one call
//! (`docs/decisions/0040-connections-of-channels.md`).

mod access;
mod connections;
mod errors;
mod lag;
mod listings;
mod notices;
mod orders;

use diesel::prelude::*;
use domain::values::ids::{CanalId, LojaId};

use crate::base::schema::canais;
use crate::base::{Conn, StoreError, of_store, on};

pub use access::{Acesso, Consent, Returned, acesso, ask_consent, consented, replace_acesso, take_consent};
pub use connections::{
    Conexao, Schedule, Settings, check_anew, connect, disconnect, due, find, free_all, holds,
    list as list_connections, release, renew, save, take,
};
pub use errors::{
    Erro, ErroCount, ErroFilter, NewErro, by_cause, ignore, list as list_errors, open_errors, reprocess,
    settle_errors,
};
pub use lag::{Waiting, backlog, waiting, window};
pub use listings::{
    Anuncio, AnuncioFilter, AtChannel, Settled, bind, bound, differences, due_listings, find as find_listing,
    forget_stock, list as list_listings, look_anew, lost, owners, saw, settle, unbind,
};
pub use notices::{Bell, bell, bell_of, hear, ring};
pub use orders::{
    PedidoDoCanal, due_orders, find_order, held_units, holders, hurry_orders, of_pedido, open_orders,
    pedidos_of, read_again, save_order, seen, unread_orders,
};

pub(crate) use connections::settings_changed;
pub(crate) use errors::left_at_channels;
pub(crate) use listings::mark;
pub(crate) use orders::mark_moved;

/// A channel of a store, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanalKey {
    /// The store.
    pub loja: LojaId,
    /// The service's number of the channel.
    pub canal: i32,
}

/// The identifier that the application gave the channel; `None` when it is gone.
pub fn canal_id(conn: &mut Conn<'_>, key: CanalKey) -> Result<Option<CanalId>, StoreError> {
    let found: Option<String> = on!(conn, c => of_store!(canais, key.loja)
        .filter(canais::canal_num.eq(key.canal))
        .select(canais::canal_id)
        .first(c)
        .optional())?;
    found.map(|id| CanalId::stored(id).map_err(|e| StoreError::corrupt("canal_id", e))).transpose()
}

/// The rows of a channel: `of_canal!(table, key)`.
macro_rules! of_canal {
    ($table:ident, $key:expr) => {
        $table::table
            .filter($table::aplicacao_id.eq($key.loja.aplicacao.0))
            .filter($table::loja_id.eq($key.loja.loja))
            .filter($table::canal_num.eq($key.canal))
    };
}
use of_canal;
