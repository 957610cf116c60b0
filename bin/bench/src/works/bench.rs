//! What all works share: their names, and what they are measured with.

use clap::ValueEnum;

use crate::http::Http;
use crate::measure::Rounds;

/// Connections of works for which the specification names no number.
pub const CONNECTIONS: usize = 32;

/// A work, as `--only` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Name {
    /// GET /pedidos, a page of 50 of one day
    Day,
    /// GET /pedidos, a page of 50 of one day, compressed
    Compressed,
    /// GET /pedidos, a page far behind, compared with page 1
    Deep,
    /// GET /pedidos, the total of all days, compared with that of one day
    Total,
    /// GET /produtos/{sku}
    Produto,
    /// GET /sku/{sku}
    Sku,
    /// GET /categorias, both forms
    Categorias,
    /// The largest database compared with the smallest
    Sizes,
    /// PUT /sku/{sku}/Estoque
    Estoque,
    /// POST /sku/Lote, /sku/Estoque/Lote and /sku/Preco/Lote of 500
    Lote,
    /// POST /Pedido
    Pedido,
    /// POST /Pedido, by who keeps the stock
    Controle,
    /// Pages, reads, stock and orders at once, compared with each alone: the model of docs/SCALING.md
    Model,
    /// Works of interface A spread over ten thousand stores, compared with those of one
    Lojas,
    /// The same orders in PocketBase, where it is installed
    Pocketbase,
}

/// What works share.
pub struct Bench {
    /// How rounds are made.
    pub rounds: Rounds,
    /// For checks.
    pub http: Http,
    /// The works wanted; empty = all.
    pub only: Vec<Name>,
}

impl Name {
    /// The work's first line of help.
    pub fn title(self) -> String {
        let value = self.to_possible_value();
        value.as_ref().and_then(|v| v.get_help()).map(ToString::to_string).unwrap_or_default()
    }
}

impl Bench {
    /// Whether a work shall be measured.
    pub fn wants(&self, name: Name) -> bool {
        self.only.is_empty() || self.only.contains(&name)
    }
}
