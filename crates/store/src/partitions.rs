//! Which tables a large database on PostgreSQL divides, and by what: orders and SKUs by a hash of their store,
//! events by their place in the log.

use db::{Divided, Division};

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
    "pedido_historico",
    "pedido_itens",
    "pedido_nomes",
];
const STORE: &str = "aplicacao_id, loja_id";

/// Every application has a log of its own, numbered from 1.
const BY_PLACE: &str = "eventos";
/// Places of a part: some ten gigabytes when one application fills it alone.
const PLACES: i64 = 1 << 25;

/// The most parts that stores are spread over: what is asked of all of a table's parts takes locks on each.
pub const PARTS_MAX: u32 = 64;

/// What there is to divide, in so many parts by store; 1: not at all.
pub(crate) fn divided(parts: u32) -> Vec<Divided> {
    let whole = parts == 1;
    let by_store = if whole { Division::Whole } else { Division::Hash { columns: STORE, parts } };
    let by_place = if whole { Division::Whole } else { Division::Ranges { column: "posicao", size: PLACES } };
    BY_STORE.iter().map(|table| (*table, by_store)).chain([(BY_PLACE, by_place)]).collect()
}
