//! Bringing the counters up to date with what has changed.
//!
//! A tree is walked from its root down to the buckets that changed, each row read and written once, however
//! many orders it is about.

use diesel::prelude::*;

use super::cache::{BucketCache, Kept};
use super::changes::position;
use super::division::divide;
use super::kinds::{Tree, TreeKind};
use super::levels::{self, Position};
use super::rows::{self, ContagemRow, Item, Writes};
use crate::base::schema::contagens;
use crate::base::{Conn, CountedChange, StoreError, on};

/// Adds changes to the counters of their stores. All other changes to `pedidos` that this transaction sees
/// have to be in the counters already: a bucket that is divided is counted anew.
pub(crate) fn apply(
    conn: &mut Conn<'_>,
    net: &[CountedChange],
    per_bucket: u32,
    cache: &mut BucketCache,
) -> Result<(), StoreError> {
    for of_loja in net.chunk_by(|a, b| a.loja == b.loja) {
        let Some(CountedChange { loja, .. }) = of_loja.first() else { continue };
        for tipo in TreeKind::ALL {
            let items = items(of_loja, tipo);
            if !items.is_empty() {
                let tree = Tree { loja: *loja, tipo };
                let mut walk = Walk { tree, per_bucket, cache, writes: Writes::default() };
                walk.descend(conn, tipo.root(), &items)?;
                write(conn, tree, &walk.writes)?;
            }
        }
    }
    Ok(())
}

/// What changes mean to a tree, in its order, without those that undo each other.
pub(super) fn items(changes: &[CountedChange], tipo: TreeKind) -> Vec<Item> {
    let mut all: Vec<Item> = changes
        .iter()
        .filter_map(|m| {
            let (status, forma) = (m.estado.status, m.estado.forma);
            Some(Item { position: position(&m.estado, tipo, m.id)?, status, forma, quantos: m.quantos })
        })
        .collect();
    all.sort_unstable();
    let mut items: Vec<Item> = Vec::with_capacity(all.len());
    for item in all {
        match items.last_mut() {
            Some(u) if (u.position, u.status, u.forma) == (item.position, item.status, item.forma) => {
                u.quantos += item.quantos;
            }
            _ => items.push(item),
        }
    }
    items.retain(|item| item.quantos != 0);
    items
}

/// A walk through one tree.
struct Walk<'a> {
    tree: Tree,
    per_bucket: u32,
    cache: &'a mut BucketCache,
    writes: Writes,
}

impl Walk<'_> {
    /// Adds to the buckets of a level, and of those below where they are divided.
    fn descend(&mut self, conn: &mut Conn<'_>, level: i16, items: &[Item]) -> Result<(), StoreError> {
        let tree = self.tree;
        let bucket = |item: &Item| levels::start(level, item.position);
        let known = items.iter().all(|item| self.cache.get(tree, level, bucket(item)).is_some());
        let rows = if known { Vec::new() } else { rows(conn, tree, level, items)? };
        for of_bucket in items.chunk_by(|a, b| bucket(a) == bucket(b)) {
            let Some(start) = of_bucket.first().map(bucket) else { continue };
            let old = match rows.binary_search_by_key(&start, ContagemRow::position) {
                Ok(i) => rows.get(i).map(ContagemRow::kept).transpose()?,
                Err(_) => self.cache.get(tree, level, start).cloned(),
            };
            let new = old.is_none();
            let Kept { mut partes, mut dividido } = old.unwrap_or_default();
            for item in of_bucket {
                partes.add_up(item.status, item.forma, item.quantos);
            }
            if dividido {
                self.descend(conn, level + 1, of_bucket)?;
            } else if level < levels::LAST && partes.total() > i64::from(self.per_bucket) {
                divide(conn, tree, (level, start), self.per_bucket, &mut self.writes)?;
                dividido = true;
            }
            self.note(level, start, Kept { partes, dividido }, new);
        }
        Ok(())
    }

    fn note(&mut self, level: i16, start: Position, kept: Kept, new: bool) {
        let tree = self.tree;
        if kept.partes.empty() {
            self.cache.remove(tree, level, start);
            if !new {
                self.writes.empty.push((level, start));
            }
            return;
        }
        let row = ContagemRow::new(tree, level, start, &kept.partes, kept.dividido);
        if new { &mut self.writes.inserts } else { &mut self.writes.updates }.push(row);
        self.cache.insert(tree, level, start, kept);
    }
}

/// The rows of the buckets that items fall into, and perhaps of some between them.
fn rows(conn: &mut Conn<'_>, tree: Tree, level: i16, items: &[Item]) -> Result<Vec<ContagemRow>, StoreError> {
    let (Some(first), Some(last)) = (items.first(), items.last()) else { return Ok(Vec::new()) };
    let (from, until) = (levels::start(level, first.position), levels::start(level, last.position));
    Ok(on!(conn, c => contagens::table
        .filter(contagens::aplicacao_id.eq(tree.loja.aplicacao.0))
        .filter(contagens::loja_id.eq(tree.loja.loja))
        .filter(contagens::tipo.eq(tree.tipo.code()))
        .filter(contagens::nivel.eq(level))
        .filter(contagens::inicio.between(from.data, until.data))
        // within one instant there may be many; elsewhere this is always true
        .filter(contagens::inicio_id.between(from.id, until.id))
        .order((contagens::inicio, contagens::inicio_id))
        .select(ContagemRow::as_select())
        .load(c))?)
}

fn write(conn: &mut Conn<'_>, tree: Tree, writes: &Writes) -> Result<(), StoreError> {
    rows::save(conn, &writes.inserts, &writes.updates)?;
    for bucket in &writes.empty {
        rows::delete(conn, tree, *bucket)?;
    }
    Ok(())
}
