//! Totals of ranges, and positions of far pages, out of the counts.

use std::collections::{BTreeMap, BTreeSet};

use domain::values::ids::LojaId;

use crate::base::{Conn, CountedChange, StoreError};
use crate::orders::counts::parts::{Parts, Selector};
use crate::orders::counts::span::{self, Kind, Spans};
use crate::orders::counts::sql;

/// Counts orders one by one: those with a date in [from, until), for each selector.
type OneByOne<'a, const N: usize> = &'a dyn Fn(&mut Conn<'_>, i64, i64) -> Result<[i64; N], StoreError>;

/// Counts the orders of a store that each of some selectors takes.
pub(crate) struct Counter<'a, const N: usize> {
    loja: LojaId,
    kind: Kind,
    selectors: [Selector; N],
    one_by_one: OneByOne<'a, N>,
}

impl<'a, const N: usize> Counter<'a, N> {
    /// `one_by_one` counts what is left at the ends of a range.
    pub fn new(loja: LojaId, kind: Kind, selectors: [Selector; N], one_by_one: OneByOne<'a, N>) -> Self {
        Self { loja, kind, selectors, one_by_one }
    }

    /// How many orders have their date in [from, until), for each selector.
    pub fn totals(&self, conn: &mut Conn<'_>, from: i64, until: i64) -> Result<[i64; N], StoreError> {
        let (spans, rest) = span::cover(self.kind, from, until);
        let mut sums = [0; N];
        if self.selectors.iter().all(Selector::accepts_all) {
            sums = [sql::sum(conn, self.loja, self.kind, &spans)?; N];
        } else {
            for text in sql::parts(conn, self.loja, self.kind, &spans)? {
                let parts = Parts::read(&text)?;
                add(&mut sums, self.selectors.each_ref().map(|selector| parts.count(selector)));
            }
        }
        for (from, until) in rest {
            add(&mut sums, (self.one_by_one)(conn, from, until)?);
        }
        Ok(sums)
    }
}

fn add<const N: usize>(sums: &mut [i64; N], counts: [i64; N]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

/// Where a page begins: some orders after a position. In an ascending list the position belongs to it, in a
/// descending one it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Jump {
    /// A date, or a number.
    pub position: i64,
    /// Orders to skip from there.
    pub offset: i64,
}

impl Counter<'_, 1> {
    /// How many orders have their date in [from, until).
    pub fn total(&self, conn: &mut Conn<'_>, from: i64, until: i64) -> Result<i64, StoreError> {
        let [total] = self.totals(conn, from, until)?;
        Ok(total)
    }

    /// Finds the page that begins after the first `skipped` orders of [from, until), from either end; `None` when
    /// fewer of them match. Call it in a transaction with one snapshot.
    pub fn jump(
        &self,
        conn: &mut Conn<'_>,
        (from, until): (i64, i64),
        ascending: bool,
        mut skipped: i64,
    ) -> Result<Option<Jump>, StoreError> {
        let pending = sql::pending(conn, self.loja)?;
        let (mut pieces, rest) = span::cover(self.kind, from, until);
        // below the lowest level: counted one by one
        pieces.extend(rest.into_iter().map(|(from, until)| Spans { from, until, level: i16::MAX }));
        pieces.sort_unstable();
        if ascending {
            pieces.reverse();
        }
        while let Some(piece) = pieces.pop() {
            for (span, count) in self.counts(conn, &pending, piece, ascending)? {
                if skipped >= count {
                    skipped -= count;
                    continue;
                }
                let level = span.level.saturating_add(1);
                if self.kind.length(level).is_none() {
                    let position = if ascending { span.from } else { span.until };
                    return Ok(Some(Jump { position, offset: skipped }));
                }
                pieces.push(Spans { level, ..span });
                break;
            }
        }
        Ok(None)
    }

    /// The spans of a piece with their counts, in the order of the list.
    fn counts(
        &self,
        conn: &mut Conn<'_>,
        pending: &[CountedChange],
        piece: Spans,
        ascending: bool,
    ) -> Result<Vec<(Spans, i64)>, StoreError> {
        let Some(length) = self.kind.length(piece.level) else {
            let [count] = (self.one_by_one)(conn, piece.from, piece.until)?;
            return Ok(vec![(piece, count)]);
        };
        let [selector] = &self.selectors;
        let mut counts: BTreeMap<i64, i64> = sql::counts(conn, self.loja, self.kind, piece, selector)?;
        for CountedChange { id, state, count, .. } in pending {
            let position = self.kind.position(state, *id);
            let within = position.filter(|position| (piece.from..piece.until).contains(position));
            if let Some(position) = within.filter(|_| selector.accepts(state.status, state.forma)) {
                *counts.entry(span::start(position, length)).or_default() += count;
            }
        }
        let span = |(from, count)| (Spans { from, until: from.saturating_add(length), ..piece }, count);
        let counts = counts.into_iter().map(span);
        Ok(if ascending { counts.collect() } else { counts.rev().collect() })
    }
}

/// The payment methods of a store's orders, ascending. An order never changes its own.
pub fn formas(conn: &mut Conn<'_>, loja: LojaId) -> Result<BTreeSet<i32>, StoreError> {
    let (all, _) = span::cover(Kind::Pedido, i64::MIN, i64::MAX);
    let mut formas = BTreeSet::new();
    for text in sql::parts(conn, loja, Kind::Pedido, &all)? {
        formas.extend(Parts::read(&text)?.formas());
    }
    Ok(formas)
}
