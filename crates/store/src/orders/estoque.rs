//! Stock of orders: units are allocated when an order is created; moves take them out or give them back
//! (`docs/estoque.md`).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::estoque::{CausaMovimento, Fase, Line, Step, UnitsOfLine};
use domain::evento::{Change, ItemEmFalta};
use domain::interface_b::registro::CatalogueItem;
use domain::pedido::{Lines, Pedido, Standing, StatusPedido};
use domain::values::ids::{LojaId, PedidoId};

use crate::base::{StoreError, Tx, from_json};
use crate::events::NewEvento;
use crate::inventory::{self, LockedStock, Sold, reservations};
use crate::orders::rows::Numbers;

/// Allocates the units of a new order; returns what is missing, by SKU.
pub(super) fn allocate(
    tx: &mut Tx<'_>,
    stock: &mut LockedStock,
    numbers: &Numbers,
    pedido: &Pedido,
) -> Result<Vec<(String, i64)>, StoreError> {
    let mut lines: BTreeMap<&str, Vec<UnitsOfLine>> = BTreeMap::new();
    for item in &pedido.produtos {
        let of_sku = lines.entry(item.sku.as_str()).or_default();
        of_sku.push((of_sku.len(), item.quantidade.into()));
    }
    let sold: Vec<Sold<'_>> = lines.into_iter().map(|(sku, lines)| Sold { sku, lines }).collect();
    let centros = stock.centres_of_channel(tx, numbers.canal)?;
    stock.allocate(numbers.pedido, (&sold, &centros), Fase::from(pedido.status), CausaMovimento::Pedido)
}

/// Adds to an order's catalogue data the centres that its units were allocated in.
pub(super) fn with_centros(
    mut catalogo: Vec<CatalogueItem>,
    stock: &LockedStock,
    id: PedidoId,
) -> Vec<CatalogueItem> {
    for item in &mut catalogo {
        item.centros = stock.placement(item.variante, id.0);
    }
    catalogo
}

/// The event for the units that a new order misses, if any.
pub(super) fn shortfall<'a>(
    id: PedidoId,
    pedido: &'a Pedido,
    missing: &[(String, i64)],
) -> Option<NewEvento<'a>> {
    let item = |(sku, falta): &(String, i64)| ItemEmFalta { sku: sku.clone(), falta: *falta };
    (!missing.is_empty()).then(|| NewEvento {
        assunto: id.0,
        canal: Some(pedido.canal_id.as_str()),
        sku: None,
        change: Change::PedidoFalta { status: pedido.status, faltas: missing.iter().map(item).collect() },
    })
}

/// A move of an order: the statuses of it and its items before and after.
pub(super) struct StatusMove {
    pub id: i64,
    pub before: (Standing, Lines),
    pub after: (Standing, Lines),
    /// The store's own system made it.
    pub by_store: bool,
    /// Cancelled units that had left the stock have come back to it.
    pub give_back: bool,
}

impl StatusMove {
    /// Its lines, by SKU.
    fn lines(&self, pedido: &Pedido) -> BTreeMap<String, Vec<Line>> {
        let status = |(order, lines): &(Standing, Lines), index| lines.standing(index, *order).status;
        let mut lines: BTreeMap<String, Vec<Line>> = BTreeMap::new();
        for (index, item) in pedido.produtos.iter().enumerate() {
            lines.entry(item.sku.clone()).or_default().push(Line {
                units: item.quantidade.into(),
                from: status(&self.before, index).into(),
                to: status(&self.after, index).into(),
            });
        }
        lines
    }

    /// Whether the owner of the stock made the move. Only the owner invoices and sends; payments are reported by
    /// marketplaces as well.
    fn by_owner(&self, lines: &BTreeMap<String, Vec<Line>>) -> bool {
        let (Standing { status, .. }, _) = &self.after;
        self.by_store
            || matches!(status, StatusPedido::Faturado | StatusPedido::Enviado | StatusPedido::Entregue)
            || lines
                .values()
                .flatten()
                .any(|line| line.from == Fase::Open && matches!(line.to, Fase::Gone | Fase::Sent))
    }
}

/// Updates stock and reservations for orders that have moved; `documents` are theirs, by number.
pub(super) fn apply_moves(
    tx: &mut Tx<'_>,
    loja: LojaId,
    moves: &[StatusMove],
    documents: &HashMap<i64, &str>,
) -> Result<(), StoreError> {
    let ids: BTreeSet<i64> = moves.iter().map(|moved| moved.id).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    let mut reserved = reservations::of_orders(tx, loja, &ids)?;
    let numbers: BTreeSet<i64> = reserved.iter().map(|row| row.sku_num).collect();
    if numbers.is_empty() {
        return Ok(());
    }
    let numbers: Vec<i64> = numbers.into_iter().collect();
    let mut stock = inventory::lock(tx, loja, &numbers)?;
    if !tx.is_alone() {
        // read again (PostgreSQL): before the lock, a stock level set by the owner's system may have released them
        reserved = reservations::of_orders(tx, loja, &ids)?;
    }
    let with_reservations: BTreeSet<i64> = reserved.iter().map(|row| row.pedido_id).collect();
    stock.add_reservations(reserved)?;
    let now = tx.now();
    for moved in moves.iter().filter(|moved| with_reservations.contains(&moved.id)) {
        let Some(document) = documents.get(&moved.id) else { continue };
        let pedido: Pedido = from_json("pedido_documentos.documento", document)?;
        let lines = moved.lines(&pedido);
        let by_owner = moved.by_owner(&lines);
        let order_ended = lines.values().flatten().all(|line| line.to.ended());
        for (sku, lines) in &lines {
            let Some(sku_num) = stock.number(sku) else { continue };
            let step = |control| Step { control, now, by_owner, give_back: moved.give_back };
            // delivered units come back if the rest of the order is cancelled while on its way
            let ended = order_ended || lines.iter().all(|line| line.to == Fase::Cancelled);
            for key in stock.reservations_of(sku_num, moved.id) {
                stock.follow(key, lines, ended, step)?;
            }
        }
    }
    stock.write(tx)
}
