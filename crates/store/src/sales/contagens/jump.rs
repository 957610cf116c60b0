//! Far pages out of the counters: where the order stands that is reached by skipping so many.

use super::ahead::{Ahead, Node};
use super::levels::{self, Position};
use super::reading::Counter;
use crate::base::{Conn, StoreError};

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

impl Counter<'_, 1> {
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
        let ahead = Ahead::changes(conn, self.tree, &self.selectors)?;
        self.descend(conn, &ahead, self.tree.tipo.root(), (from, until), ascending, skipped)
    }

    /// What a bucket holds between two places.
    fn count(
        &self,
        conn: &mut Conn<'_>,
        ahead: &Ahead<1>,
        level: i16,
        node: &Node<1>,
        (from, until): (Position, Position),
    ) -> Result<i64, StoreError> {
        let end = levels::end(level, node.inicio);
        if node.inicio >= from && end <= until {
            let [count] = node.counts;
            return Ok(count);
        }
        let (from, until) = (node.inicio.max(from), end.min(until));
        let [count] = if node.dividido {
            self.add_up(conn, ahead, level + 1, from, until)?
        } else {
            (self.one_by_one)(conn, from.data, until.data)?
        };
        Ok(count)
    }

    fn descend(
        &self,
        conn: &mut Conn<'_>,
        ahead: &Ahead<1>,
        level: i16,
        (from, until): (Position, Position),
        ascending: bool,
        mut skipped: i64,
    ) -> Result<Option<Jump>, StoreError> {
        let mut nodes = self.nodes(conn, ahead, level, from, until)?;
        if !ascending {
            nodes.reverse();
        }
        for node in nodes {
            let count = self.count(conn, ahead, level, &node, (from, until))?;
            if skipped >= count {
                skipped -= count;
                continue;
            }
            let (from, until) = (node.inicio.max(from), levels::end(level, node.inicio).min(until));
            if node.dividido {
                return self.descend(conn, ahead, level + 1, (from, until), ascending, skipped);
            }
            let Position { data, id } = if ascending { from } else { until };
            return Ok(Some(Jump { data, id, rest: skipped }));
        }
        Ok(None)
    }
}
