//! Which tables a large database on PostgreSQL divides, and by what: orders and SKUs by a hash of their
//! store, events by their place in the log.

use db::{Divided, Division};

use crate::base::StoreError;

/// Every statement on these names the store, and so looks into one part.
const BY_STORE: &[&str] = &[
    "skus",
    "sku_textos",
    "sku_canais",
    "sku_atacados",
    "estoque_centros",
    "estoque_limites",
    "estoque_movimentos",
    "estoque_reservas",
    "ofertas_ditas",
    "pedidos",
    "pedido_documentos",
    "pedido_registros",
    "pedido_itens",
    "pedido_nomes",
];
const STORE: &str = "aplicacao_id, loja_id";

/// Every application has a log of its own, numbered from 1.
const BY_PLACE: &str = "eventos";
/// Places of a part: some ten gigabytes when one application fills it alone.
const PLACES: i64 = 1 << 25;

/// The most parts that stores are spread over. A kept statement takes a lock on each, and with 64 of them the
/// planner sorts what it could have read in order.
pub const PARTS_MAX: u32 = 16;

/// Divides the tables of the database of `url` by store into so many parts (1: puts them together), and its
/// log of events by place; tells the name of each table that was. What is cut off goes on when it is called
/// again.
///
/// # Errors
/// [`StoreError::Restriction`] while somebody else is connected, and for a table with something that would be
/// lost; [`StoreError::Url`] on SQLite.
pub fn divide(url: &str, parts: u32, told: &mut dyn FnMut(&str)) -> Result<(), StoreError> {
    db::divide(url, &divided(parts), told)
}

/// What there is to divide, in so many parts by store; 1: not at all.
pub(crate) fn divided(parts: u32) -> Vec<Divided> {
    let whole = parts == 1;
    let by_store = if whole { Division::Whole } else { Division::Hash { columns: STORE, parts } };
    let by_place = if whole { Division::Whole } else { Division::Ranges { column: "posicao", size: PLACES } };
    BY_STORE.iter().map(|table| (*table, by_store)).chain([(BY_PLACE, by_place)]).collect()
}
