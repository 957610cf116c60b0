//! Spans: which kinds of date are counted, how long spans are, and which of them a range covers.

use domain::values::ids::LojaId;

use crate::base::CountedState;

/// What orders are counted by: a kind of date, or, for those that are not taken over, their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Pedido,
    Approval,
    StatusChange,
    Alteracao,
    CreatedAt,
    Pending,
}

impl Kind {
    pub const ALL: [Self; 6] =
        [Self::Pedido, Self::Approval, Self::StatusChange, Self::Alteracao, Self::CreatedAt, Self::Pending];

    /// As it is stored.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// The date, or number, by which an order is counted; `None` when it is not.
    pub(super) fn position(self, state: &CountedState, id: i64) -> Option<i64> {
        match self {
            Self::Pedido => Some(state.data),
            Self::Approval => state.data_pagamento,
            Self::StatusChange => Some(state.status_em),
            Self::Alteracao => Some(state.alterado_em),
            Self::CreatedAt => Some(state.criado_em),
            Self::Pending => state.pendente.then_some(id),
        }
    }

    /// How long the spans of a level are; `None` below the lowest level.
    pub(super) fn length(self, level: i16) -> Option<i64> {
        // a quarter of an hour in microseconds, or about as many numbers as a busy one has orders
        let shortest = if self == Self::Pending { 1024 } else { 900_000_000 };
        let spans = [32 * 24 * 4, 6 * 4, 1].get(usize::try_from(level).ok()?)?;
        Some(spans * shortest)
    }

    /// The levels with the length of their spans, the longest first.
    pub(super) fn levels(self) -> impl Iterator<Item = (i16, i64)> {
        (0..).map_while(move |level| Some((level, self.length(level)?)))
    }
}

/// Which count: of which store, by which kind, of which span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub loja: LojaId,
    pub kind: i16,
    pub level: i16,
    pub start: i64,
}

/// The start of the span of this length that contains a position.
pub(super) fn start(position: i64, length: i64) -> i64 {
    position.div_euclid(length).saturating_mul(length)
}

/// The spans of a level between two positions: [from, until).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Spans {
    pub from: i64,
    pub until: i64,
    pub level: i16,
}

/// Divides a range, [from, until) with `i64::MIN` and `i64::MAX` as open ends. Returns whole spans, each as long as
/// possible, in at most five pieces; and the rest, which contains no whole span of the lowest level.
pub(super) fn cover(kind: Kind, from: i64, until: i64) -> (Vec<Spans>, Vec<(i64, i64)>) {
    let (mut whole, mut rest) = (Vec::new(), vec![(from, until)]);
    for (level, length) in kind.levels() {
        for (from, until) in std::mem::take(&mut rest) {
            let first = match start(from, length) {
                before if from == i64::MIN || before == from => from,
                before => before.saturating_add(length),
            };
            let last = if until == i64::MAX { until } else { start(until, length) };
            if first < last {
                whole.push(Spans { from: first, until: last, level });
                rest.extend([(from, first), (last, until)]);
            } else {
                rest.push((from, until));
            }
        }
        rest.retain(|(from, until)| from < until);
    }
    (whole, rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Kind, cover};

    const HOUR: i64 = 3_600_000_000;

    proptest! {
        #[test]
        fn a_cover_is_the_range_in_pieces(from in -5_000 * HOUR..5_000 * HOUR, length in 0..9_000 * HOUR) {
            let until = from + length;
            let (whole, rest) = cover(Kind::Pedido, from, until);
            let mut pieces: Vec<_> = whole.iter().map(|spans| (spans.from, spans.until)).collect();
            pieces.extend(&rest);
            pieces.sort_unstable();
            prop_assert_eq!(pieces.is_empty(), length == 0);
            prop_assert!(pieces.first().is_none_or(|first| first.0 == from));
            prop_assert!(pieces.last().is_none_or(|last| last.1 == until));
            prop_assert!(pieces.is_sorted_by(|a, b| a.1 == b.0));
            prop_assert!(whole.len() <= 5);
            prop_assert!(rest.iter().map(|(a, b)| b - a).sum::<i64>() < HOUR / 2);
        }
    }

    #[test]
    fn an_open_range_is_covered_by_the_longest_spans() {
        let (whole, rest) = cover(Kind::Pedido, i64::MIN, i64::MAX);
        assert_eq!((whole.len(), rest.len()), (1, 0));
        // a day in Brazil
        let (whole, rest) = cover(Kind::Pedido, 3 * HOUR, 27 * HOUR);
        assert_eq!((whole.len(), rest.len()), (3, 0));
    }
}
