//! Totals out of the counters.
//!
//! A range takes whole buckets of the highest level that fits into it; what sticks out at its two ends is
//! taken from the next level, and where that is not divided it is counted, which are few orders then.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::ahead::{Ahead, Node, read};
use super::kinds::{Tree, TreeKind};
use super::levels::{self, Position};
use super::parts::Selector;
use super::rows::{Loaded, of_tree};
use crate::base::StoreError;
use crate::base::schema::contagens;
use crate::base::{Conn, on};

/// Counts orders of a tree one by one: those with a date in [de, ate), for each selection.
type One<'a, const N: usize> = &'a dyn Fn(&mut Conn<'_>, i64, i64) -> Result<[i64; N], StoreError>;

/// Counts the orders of a tree that each of some selections takes.
pub(crate) struct Counter<'a, const N: usize> {
    pub(super) tree: Tree,
    pub(super) selectors: [Selector; N],
    pub(super) one_by_one: One<'a, N>,
}

/// Adds a stretch to others; one that begins where the last one ends makes it longer.
fn splice(stretches: &mut Vec<(Position, Position)>, new: (Position, Position)) {
    match stretches.last_mut() {
        Some(last) if last.1 == new.0 => last.1 = new.1,
        _ => stretches.push(new),
    }
}

fn add<const N: usize>(sums: &mut [i64; N], counts: &[i64; N]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

impl<'a, const N: usize> Counter<'a, N> {
    /// For a store's tree.
    pub fn new(loja: LojaId, tipo: TreeKind, selectors: [Selector; N], one_by_one: One<'a, N>) -> Self {
        Self { tree: Tree { loja, tipo }, selectors, one_by_one }
    }

    /// How many orders have their date in [de, ate), for each selection, in the current transaction.
    pub fn totals(&self, conn: &mut Conn<'_>, from: i64, until: i64) -> Result<[i64; N], StoreError> {
        let (from, until) = self.limits(from, until);
        let ahead = Ahead::total(conn, self.tree, &self.selectors, (from, until))?;
        self.add_up(conn, &ahead, self.tree.tipo.root(), from, until)
    }

    pub(super) fn limits(&self, from: i64, until: i64) -> (Position, Position) {
        match self.tree.tipo {
            TreeKind::Pending => (Position { data: 0, id: i64::MIN }, Position { data: 0, id: i64::MAX }),
            _ => (Position::of_date(from), Position::of_date(until)),
        }
    }

    /// Level by level: the buckets that lie within, and what sticks out at the ends.
    pub(super) fn add_up(
        &self,
        conn: &mut Conn<'_>,
        ahead: &Ahead<N>,
        level: i16,
        from: Position,
        until: Position,
    ) -> Result<[i64; N], StoreError> {
        let mut sums = [0; N];
        let (mut stretches, mut single) = (vec![(from, until)], Vec::new());
        for level in level..=levels::LAST {
            let mut ends = Vec::new();
            for (from, until) in stretches {
                for node in self.nodes(conn, ahead, level, from, until)? {
                    let end = levels::end(level, node.inicio);
                    if node.inicio >= from && end <= until {
                        add(&mut sums, &node.counts);
                    } else {
                        let stretch = (node.inicio.max(from), end.min(until));
                        splice(if node.dividido { &mut ends } else { &mut single }, stretch);
                    }
                }
            }
            stretches = ends;
            if stretches.is_empty() {
                break;
            }
        }
        for (from, until) in single {
            add(&mut sums, &(self.one_by_one)(conn, from.data, until.data)?);
        }
        Ok(sums)
    }

    /// The buckets of a level that share something with [de, ate), in order.
    pub(super) fn nodes(
        &self,
        conn: &mut Conn<'_>,
        ahead: &Ahead<N>,
        level: i16,
        from: Position,
        until: Position,
    ) -> Result<Vec<Node<N>>, StoreError> {
        if from >= until {
            return Ok(Vec::new());
        }
        let mut nodes = match ahead.buckets(level, from, until) {
            Some(nodes) => nodes,
            None => self.kept(conn, level, levels::start(level, from), until)?,
        };
        for (position, counts) in ahead.changes_in(from, until) {
            let inicio = levels::start(level, position);
            match nodes.binary_search_by_key(&inicio, |node| node.inicio) {
                Ok(i) => {
                    if let Some(node) = nodes.get_mut(i) {
                        add(&mut node.counts, counts);
                    }
                }
                Err(i) => nodes.insert(i, Node { inicio, counts: *counts, dividido: false }),
            }
        }
        Ok(nodes)
    }

    /// The same as they are stored; `de` is where one begins.
    fn kept(
        &self,
        conn: &mut Conn<'_>,
        level: i16,
        from: Position,
        until: Position,
    ) -> Result<Vec<Node<N>>, StoreError> {
        // a bucket of numbers has siblings within its instant only
        let (ids, last) = match (level > levels::OF_INSTANT, until.data == from.data) {
            (false, _) => ((0, 0), if until.id > 0 { until.data } else { until.data.saturating_sub(1) }),
            (true, true) => ((from.id, until.id.saturating_sub(1)), from.data),
            (true, false) => ((from.id, i64::MAX), from.data),
        };
        let found = on!(conn, c => {
            macro_rules! buckets {
                ($count:expr) => {
                    of_tree!(self.tree, $count)
                        .filter(contagens::nivel.eq(level))
                        .filter(contagens::inicio.between(from.data, last))
                        .filter(contagens::inicio_id.between(ids.0, ids.1))
                        .order((contagens::inicio, contagens::inicio_id))
                        .load(c)?
                };
            }
            if self.selectors.iter().all(Selector::everything) {
                Loaded::Totals(buckets!(contagens::total))
            } else {
                Loaded::Parts(buckets!(contagens::partes))
            }
        });
        Ok(read(found, &self.selectors)?.into_iter().map(|(_, node)| node).collect())
    }
}

impl Counter<'_, 1> {
    /// How many orders have their date in [de, ate).
    pub fn total(&self, conn: &mut Conn<'_>, from: i64, until: i64) -> Result<i64, StoreError> {
        let [total] = self.totals(conn, from, until)?;
        Ok(total)
    }
}
