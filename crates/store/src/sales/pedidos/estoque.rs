//! What orders do to the stock: they hold units when they come in, and their moves take those out or give
//! them back (`docs/estoque.md`).

use std::collections::BTreeMap;

use domain::estoque::{CausaMovimento, Fase, Line, Step};
use domain::evento::{Change, ItemEmFalta};
use domain::pedido::{Lines, Pedido, Standing, StatusPedido, Transition};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::{StoreError, Tx, from_json};
use crate::catalogue::skus::shelf::{self, Key, Shelf, Sold};
use crate::eventos::{self, NewEvento};

/// An order comes in. Answers what is missing, by SKU.
pub(super) fn take_in(
    shelf: &mut Shelf,
    id: PedidoId,
    pedido: &Pedido,
) -> Result<Vec<(String, i64)>, StoreError> {
    let mut units: BTreeMap<&str, i64> = BTreeMap::new();
    for item in &pedido.produtos {
        *units.entry(item.sku.as_str()).or_default() += i64::from(item.quantidade);
    }
    let sold: Vec<Sold<'_>> = units.into_iter().map(|(sku, units)| Sold { sku, units }).collect();
    shelf.take_in(id, &sold, Fase::from(pedido.status), CausaMovimento::Pedido)
}

/// Tells of orders that came in and what they miss.
pub(super) fn tell_missing<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    now: Instante,
    orders: impl IntoIterator<Item = (PedidoId, &'a Pedido, &'a Vec<(String, i64)>)>,
) -> Result<(), StoreError> {
    let short = orders.into_iter().filter(|(_, _, missing)| !missing.is_empty());
    let told = short.map(|(id, pedido, missing)| {
        let item = |(sku, falta): &(String, i64)| ItemEmFalta { sku: sku.clone(), falta: *falta };
        let faltas = missing.iter().map(item).collect();
        NewEvento {
            assunto: id.0,
            canal: Some(pedido.canal_id.as_str()),
            sku: None,
            change: Change::PedidoFalta { status: pedido.status, faltas },
        }
    });
    eventos::record(tx, loja, now, told.collect::<Vec<_>>())
}

/// An order that has moved, as far as the stock is concerned.
pub(super) struct Moved {
    id: i64,
    /// Its lines, by SKU.
    lines: BTreeMap<String, Vec<Line>>,
    /// It is the owner's doing.
    by_owner: bool,
    give_back: bool,
}

impl Moved {
    /// From where it stood to where it stands.
    pub fn new(
        (id, document): (PedidoId, &str),
        (before, lines_before): (Standing, &Lines),
        (after, lines_after): (Standing, &Lines),
        change: &Transition,
    ) -> Result<Self, StoreError> {
        let pedido: Pedido = from_json("pedido_documentos.documento", document)?;
        let mut lines: BTreeMap<String, Vec<Line>> = BTreeMap::new();
        for (index, item) in pedido.produtos.iter().enumerate() {
            lines.entry(item.sku.clone()).or_default().push(Line {
                units: item.quantidade.into(),
                from: lines_before.standing(index, before).status.into(),
                to: lines_after.standing(index, after).status.into(),
            });
        }
        // who invoices or sends has the goods; news of a payment come from marketplaces, too
        let fulfils =
            matches!(after.status, StatusPedido::Faturado | StatusPedido::Enviado | StatusPedido::Entregue)
                || lines.values().flatten().any(|line| line.from == Fase::Open && line.to == Fase::Gone);
        Ok(Self { id: id.0, lines, by_owner: fulfils || change.by_store, give_back: change.give_back })
    }
}

/// The stock follows orders that have moved.
pub(super) fn follow(tx: &mut Tx<'_>, loja: LojaId, moves: &[Moved]) -> Result<(), StoreError> {
    let ids: Vec<i64> = moves.iter().map(|moved| moved.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let numbers = shelf::of_pedidos(tx, loja, &ids)?.into_iter().map(|row| row.sku_num);
    let mut numbers: Vec<i64> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() {
        return Ok(());
    }
    let shelf = shelf::lock(tx, loja, &numbers)?;
    // once more: a number of the owner's may have contained them in the meantime
    let mut shelf = shelf.with(shelf::of_pedidos(tx, loja, &ids)?);
    let now = tx.now();
    for moved in moves {
        for (sku, lines) in &moved.lines {
            let Some(sku_num) = shelf.number(sku) else { continue };
            let step = |control| Step { control, now, by_owner: moved.by_owner, give_back: moved.give_back };
            let ended = lines.iter().all(|line| line.to.ended());
            shelf.moved(Key { sku_num, pedido_id: moved.id }, lines, ended, step)?;
        }
    }
    shelf.put_back(tx)
}
