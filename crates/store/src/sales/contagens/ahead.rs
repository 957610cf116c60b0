//! What is read of a tree before anything is added up: what the counters do not hold yet, and for a total
//! the buckets that it looks at first, all in one statement.

use super::kinds::Tree;
use super::levels::{self, Position};
use super::parts::Selector;
use super::rows::{self, Bounds, Loaded, UNFOLDED};
use super::writing::items;
use crate::base::{Conn, StoreError};

/// The lowest level of which buckets are read ahead: those of an hour.
const LOWEST: i16 = 2;

/// A bucket, as far as the selections go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<const N: usize> {
    pub inicio: Position,
    pub counts: [i64; N],
    pub dividido: bool,
}

/// What was read ahead of a tree.
pub(super) struct Ahead<const N: usize> {
    /// Changes that the counters do not hold yet.
    changes: Vec<(Position, [i64; N])>,
    /// All buckets of these stretches of these levels.
    stretches: Vec<(i16, Position, Position)>,
    nodes: Vec<(i16, Node<N>)>,
}

impl<const N: usize> Ahead<N> {
    /// The changes alone.
    pub fn changes(conn: &mut Conn<'_>, tree: Tree, selectors: &[Selector; N]) -> Result<Self, StoreError> {
        let changes = items(&rows::unfolded(conn, tree.loja)?, tree.tipo)
            .into_iter()
            .map(|item| {
                let taken =
                    |one: &Selector| if one.accepts(item.status, item.forma) { item.quantos } else { 0 };
                (item.position, selectors.each_ref().map(taken))
            })
            .collect();
        Ok(Self { changes, stretches: Vec::new(), nodes: Vec::new() })
    }

    /// For a total of [from, until): the changes there, the largest buckets, those of a day at the two ends,
    /// and those of an hour. As of one moment, with or without a transaction.
    pub fn total(
        conn: &mut Conn<'_>,
        tree: Tree,
        selectors: &[Selector; N],
        (from, until): (Position, Position),
    ) -> Result<Self, StoreError> {
        if tree.tipo.root() > 0 {
            return Self::changes(conn, tree, selectors);
        }
        let mut stretches = vec![(0, from, until)];
        for level in 1..=LOWEST {
            let ends = levels::ends(level - 1, from, until);
            stretches.extend(ends.into_iter().map(|(from, until)| (level, from, until)));
        }
        let mut bounds = stretches.iter().map(|(level, from, until)| Bounds {
            level: *level,
            from: levels::start(*level, *from).data,
            until: until.data,
        });
        let buckets = std::array::from_fn(|_| bounds.next().unwrap_or_default());
        let whole = selectors.iter().all(Selector::everything);
        let found = rows::ahead(conn, tree, buckets, (from.data, until.data), whole)?;
        let (unfolded, mut nodes): (Vec<_>, Vec<_>) =
            read(found, selectors)?.into_iter().partition(|(level, _)| *level == UNFOLDED);
        nodes.sort_unstable_by_key(|(level, node)| (*level, node.inicio));
        let changes = unfolded.into_iter().map(|(_, node)| (node.inicio, node.counts));
        let changes = changes.filter(|(_, counts)| counts.iter().any(|count| *count != 0)).collect();
        Ok(Self { changes, stretches, nodes })
    }

    /// The buckets of a level that share something with [from, until); `None` when they were not read.
    pub fn buckets(&self, level: i16, from: Position, until: Position) -> Option<Vec<Node<N>>> {
        let loaded = |(n, a, b): &(i16, Position, Position)| *n == level && *a <= from && until <= *b;
        self.stretches.iter().any(loaded).then(|| {
            let theirs = self.nodes.iter().filter(|(n, node)| {
                *n == level && node.inicio < until && levels::end(level, node.inicio) > from
            });
            theirs.map(|(_, node)| *node).collect()
        })
    }

    /// The changes in [from, until).
    pub fn changes_in(&self, from: Position, until: Position) -> impl Iterator<Item = (Position, &[i64; N])> {
        let of_these = self.changes.iter().filter(move |(at, _)| *at >= from && *at < until);
        of_these.map(|(at, counts)| (*at, counts))
    }
}

/// Rows as the selections see them.
pub(super) fn read<const N: usize>(
    found: Loaded,
    selectors: &[Selector; N],
) -> Result<Vec<(i16, Node<N>)>, StoreError> {
    let node = |(level, data, id, dividido), counts| {
        (level, Node { inicio: Position { data, id }, counts, dividido })
    };
    let counted = |parts: &str| {
        let mut counts = [0; N];
        for (count, selector) in counts.iter_mut().zip(selectors) {
            *count = selector.count(parts)?;
        }
        Ok::<_, StoreError>(counts)
    };
    match found {
        Loaded::Totals(rows) => {
            Ok(rows.into_iter().map(|(columns, total)| node(columns, [total; N])).collect())
        }
        Loaded::Parts(rows) => {
            rows.into_iter().map(|(columns, parts)| Ok(node(columns, counted(&parts)?))).collect()
        }
    }
}
