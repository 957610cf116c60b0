//! Totals and far pages out of the counters.
//!
//! A range takes whole buckets of the highest level that fits into it; what sticks out at its two ends is
//! taken from the next level, and where that is not divided it is counted, which are few orders then.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::kinds::{Tree, TreeKind};
use super::levels::{self, Position};
use super::parts::Selector;
use super::rows;
use super::writing::items;
use crate::base::StoreError;
use crate::base::schema::contagens;
use crate::base::{Conn, on};

/// Counts orders of a tree one by one: those with a date in [de, ate), for each selection.
type One<'a, const N: usize> = &'a dyn Fn(&mut Conn<'_>, i64, i64) -> Result<[i64; N], StoreError>;

/// Counts the orders of a tree that each of some selections takes.
pub(crate) struct Counter<'a, const N: usize> {
    tree: Tree,
    selectors: [Selector; N],
    /// Changes that the counters do not hold yet, those that a selection takes.
    changes: Vec<(Position, [i64; N])>,
    one_by_one: One<'a, N>,
}

/// Where to read on: from the place on (or back from it, without it), skipping some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Jump {
    /// Its date.
    pub data: i64,
    /// Its number, where it lies within an instant; 0 at the beginning of one.
    pub id: i64,
    /// Orders to skip from there.
    pub rest: i64,
}

/// Adds a stretch to others; one that begins where the last one ends makes it longer.
fn splice(stretches: &mut Vec<(Position, Position)>, new: (Position, Position)) {
    match stretches.last_mut() {
        Some(last) if last.1 == new.0 => last.1 = new.1,
        _ => stretches.push(new),
    }
}

/// The buckets of a tree, with something of each.
macro_rules! of_tree {
    ($tree:expr, $count:expr) => {
        contagens::table
            .filter(contagens::aplicacao_id.eq($tree.loja.aplicacao.0))
            .filter(contagens::loja_id.eq($tree.loja.loja))
            .filter(contagens::tipo.eq($tree.tipo.code()))
            .select((
                (contagens::nivel, contagens::inicio, contagens::inicio_id, contagens::dividido),
                $count,
            ))
    };
}

/// A bucket, as far as the selections go.
#[derive(Debug, Clone, Copy)]
struct Node<const N: usize> {
    inicio: Position,
    counts: [i64; N],
    dividido: bool,
}

fn add<const N: usize>(sums: &mut [i64; N], counts: &[i64; N]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

impl<'a, const N: usize> Counter<'a, N> {
    /// For reading in the current transaction.
    pub fn new(
        conn: &mut Conn<'_>,
        loja: LojaId,
        tipo: TreeKind,
        selectors: [Selector; N],
        one_by_one: One<'a, N>,
    ) -> Result<Self, StoreError> {
        let changes = items(&rows::unfolded(conn, loja)?, tipo)
            .into_iter()
            .map(|item| {
                let taken =
                    |one: &Selector| if one.accepts(item.status, item.forma) { item.quantos } else { 0 };
                (item.position, selectors.each_ref().map(taken))
            })
            .filter(|(_, counts)| counts.iter().any(|count| *count != 0))
            .collect();
        Ok(Self { tree: Tree { loja, tipo }, selectors, changes, one_by_one })
    }

    /// How many orders have their date in [de, ate), for each selection.
    pub fn totals(&self, conn: &mut Conn<'_>, from: i64, until: i64) -> Result<[i64; N], StoreError> {
        let (from, until) = self.limits(from, until);
        self.add_up(conn, self.tree.tipo.root(), from, until)
    }

    fn limits(&self, from: i64, until: i64) -> (Position, Position) {
        match self.tree.tipo {
            TreeKind::Pending => (Position { data: 0, id: i64::MIN }, Position { data: 0, id: i64::MAX }),
            _ => (Position::of_date(from), Position::of_date(until)),
        }
    }

    /// Level by level: the buckets that lie within, and what sticks out at the ends.
    fn add_up(
        &self,
        conn: &mut Conn<'_>,
        level: i16,
        from: Position,
        until: Position,
    ) -> Result<[i64; N], StoreError> {
        let mut sums = [0; N];
        let ready_ones = if level == 0 { self.preview(conn, from, until)? } else { ReadyRows::NONE };
        let (mut stretches, mut single) = (vec![(from, until)], Vec::new());
        for level in level..=levels::LAST {
            let mut ends = Vec::new();
            for (from, until) in stretches {
                for node in self.nodes(conn, level, from, until, &ready_ones)? {
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
    fn nodes(
        &self,
        conn: &mut Conn<'_>,
        level: i16,
        from: Position,
        until: Position,
        ready_ones: &ReadyRows<N>,
    ) -> Result<Vec<Node<N>>, StoreError> {
        if from >= until {
            return Ok(Vec::new());
        }
        let mut nodes = match ready_ones.between(level, from, until) {
            Some(nodes) => nodes,
            None => self.kept_ones(conn, level, levels::start(level, from), until)?,
        };
        for (position, counts) in
            self.changes.iter().filter(|(position, _)| *position >= from && *position < until)
        {
            let inicio = levels::start(level, *position);
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
    fn kept_ones(
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
        let found_ones = on!(conn, c => {
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
            self.loaded_ones(if self.everything() {
                LeftUnread::Totais(buckets!(contagens::total))
            } else {
                LeftUnread::Parts(buckets!(contagens::partes))
            })
        })?;
        Ok(found_ones.into_iter().map(|(_, node)| node).collect())
    }

    /// The buckets that a total of [de, ate) looks at first, in one statement: the largest, those of a day at
    /// its two ends, and those of an hour.
    fn preview(
        &self,
        conn: &mut Conn<'_>,
        from: Position,
        until: Position,
    ) -> Result<ReadyRows<N>, StoreError> {
        let mut stretches = vec![(0, from, until)];
        for level in [1, 2] {
            stretches.extend(
                levels::ends(level - 1, from, until).into_iter().map(|(from, until)| (level, from, until)),
            );
        }
        let mut limits = stretches
            .iter()
            .map(|(level, from, until)| (*level, levels::start(*level, *from).data, until.data));
        let mut next = || limits.next().unwrap_or_default();
        let (a, b, c, d, e) = (next(), next(), next(), next(), next());
        let mut nodes = on!(conn, connection => {
            macro_rules! buckets {
                ($count:expr, $limits:expr) => {
                    of_tree!(self.tree, $count)
                        .filter(contagens::nivel.eq($limits.0))
                        .filter(contagens::inicio.ge($limits.1))
                        .filter(contagens::inicio.lt($limits.2))
                };
            }
            macro_rules! all {
                ($count:expr) => {
                    buckets!($count, a)
                        .union_all(buckets!($count, b))
                        .union_all(buckets!($count, c))
                        .union_all(buckets!($count, d))
                        .union_all(buckets!($count, e))
                        .load(connection)?
                };
            }
            self.loaded_ones(if self.everything() {
                LeftUnread::Totais(all!(contagens::total))
            } else {
                LeftUnread::Parts(all!(contagens::partes))
            })
        })?;
        nodes.sort_unstable_by_key(|(level, node)| (*level, node.inicio));
        Ok(ReadyRows { stretches, nodes })
    }

    /// True when the totals of buckets say all that is asked for.
    fn everything(&self) -> bool {
        self.selectors.iter().all(Selector::everything)
    }

    /// Rows as the selections see them.
    fn loaded_ones(&self, loaded_ones: LeftUnread) -> Result<Vec<(i16, Node<N>)>, StoreError> {
        let node = |(level, data, id, dividido), counts| {
            (level, Node { inicio: Position { data, id }, counts, dividido })
        };
        let counted = |parts: &str| {
            let mut counts = [0; N];
            for (count, selector) in counts.iter_mut().zip(&self.selectors) {
                *count = selector.count(parts)?;
            }
            Ok::<_, StoreError>(counts)
        };
        match loaded_ones {
            LeftUnread::Totais(rows) => {
                Ok(rows.into_iter().map(|(columns, total)| node(columns, [total; N])).collect())
            }
            LeftUnread::Parts(rows) => {
                rows.into_iter().map(|(columns, parts)| Ok(node(columns, counted(&parts)?))).collect()
            }
        }
    }
}

impl Counter<'_, 1> {
    /// How many orders have their date in [de, ate).
    pub fn total(&self, conn: &mut Conn<'_>, from: i64, until: i64) -> Result<i64, StoreError> {
        let [total] = self.totals(conn, from, until)?;
        Ok(total)
    }

    /// Where the order stands that is reached by skipping so many, in [de, ate) and from either end; `None`
    /// when there are not so many.
    pub fn jump(
        &self,
        conn: &mut Conn<'_>,
        (from, until): (i64, i64),
        ascending: bool,
        skipped: i64,
    ) -> Result<Option<Jump>, StoreError> {
        let (from, until) = self.limits(from, until);
        self.descend(conn, self.tree.tipo.root(), (from, until), ascending, skipped)
    }

    /// What a bucket holds between two places.
    fn count(
        &self,
        conn: &mut Conn<'_>,
        level: i16,
        node: &Node<1>,
        from: Position,
        until: Position,
    ) -> Result<i64, StoreError> {
        let end = levels::end(level, node.inicio);
        if node.inicio >= from && end <= until {
            let [count] = node.counts;
            return Ok(count);
        }
        let (from, until) = (node.inicio.max(from), end.min(until));
        let [count] = if node.dividido {
            self.add_up(conn, level + 1, from, until)?
        } else {
            (self.one_by_one)(conn, from.data, until.data)?
        };
        Ok(count)
    }

    fn descend(
        &self,
        conn: &mut Conn<'_>,
        level: i16,
        (from, until): (Position, Position),
        ascending: bool,
        mut skipped: i64,
    ) -> Result<Option<Jump>, StoreError> {
        let mut nodes = self.nodes(conn, level, from, until, &ReadyRows::NONE)?;
        if !ascending {
            nodes.reverse();
        }
        for node in nodes {
            let count = self.count(conn, level, &node, from, until)?;
            if skipped >= count {
                skipped -= count;
                continue;
            }
            let (from, until) = (node.inicio.max(from), levels::end(level, node.inicio).min(until));
            if node.dividido {
                return self.descend(conn, level + 1, (from, until), ascending, skipped);
            }
            let Position { data, id } = if ascending { from } else { until };
            return Ok(Some(Jump { data, id, rest: skipped }));
        }
        Ok(None)
    }
}

type Columns = (i16, i64, i64, bool);

/// Rows of buckets: with their totals, which are enough where everything counts, or with all parts.
enum LeftUnread {
    Totais(Vec<(Columns, i64)>),
    Parts(Vec<(Columns, String)>),
}

/// Buckets that were read ahead: all of these stretches of these levels.
struct ReadyRows<const N: usize> {
    stretches: Vec<(i16, Position, Position)>,
    nodes: Vec<(i16, Node<N>)>,
}

impl<const N: usize> ReadyRows<N> {
    /// Nothing was read ahead.
    const NONE: Self = Self { stretches: Vec::new(), nodes: Vec::new() };

    /// The buckets of a level that share something with [de, ate); `None` when they were not read.
    fn between(&self, level: i16, from: Position, until: Position) -> Option<Vec<Node<N>>> {
        let loaded = |(n, a, b): &(i16, Position, Position)| *n == level && *a <= from && until <= *b;
        self.stretches.iter().any(loaded).then(|| {
            let theirs = self.nodes.iter().filter(|(n, node)| {
                *n == level && node.inicio < until && levels::end(level, node.inicio) > from
            });
            theirs.map(|(_, node)| *node).collect()
        })
    }
}
