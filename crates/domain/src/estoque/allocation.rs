//! From which centres an order takes what it has sold.

use super::fase::{Fase, Line};

/// Which units of an order's lines of one SKU lie in one centre: those behind the first `start`, in the
/// order of the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Part {
    /// Units that lie elsewhere before them.
    pub start: i64,
    /// How many they are; none: all that follow.
    pub units: Option<i64>,
}

impl Part {
    /// The lines as far as their units lie in the centre.
    pub fn of(&self, lines: &[Line]) -> Vec<Line> {
        let end = self.units.map_or(i64::MAX, |units| self.start.saturating_add(units));
        let mut before = 0;
        let mut own = Vec::with_capacity(lines.len());
        for line in lines {
            let (from, to) = (before.max(self.start), (before + line.units).min(end));
            before += line.units;
            if to > from {
                own.push(Line { units: to - from, ..*line });
            }
        }
        own
    }

    /// The same units of an order of which only the open ones were counted, as they stand among all of its
    /// lines. What is not open between them goes with them; the whole order stays whole.
    pub fn among(self, lines: &[Line]) -> Self {
        let Some(units) = self.units else { return self };
        let end = self.start.saturating_add(units);
        let (mut open, mut all, mut found) = (0, 0, None);
        for line in lines {
            if line.to == Fase::Open {
                let (from, to) = (self.start.max(open) - open, end.min(open + line.units) - open);
                if to > from {
                    let start = found.map_or(all + from, |(start, _)| start);
                    found = Some((start, all + to));
                }
                open += line.units;
            }
            all += line.units;
        }
        found.map_or(self, |(start, end)| Self { start, units: Some(end - start) })
    }

    /// Open units among the lines, as far as they lie in the centre.
    pub fn open(&self, lines: &[Line]) -> i64 {
        self.of(lines).iter().filter(|line| line.to == Fase::Open).map(|line| line.units).sum()
    }
}

/// What one centre gives to an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Its place in the list of centres.
    pub index: usize,
    /// Which of the order's units.
    pub part: Part,
    /// How many units.
    pub units: i64,
    /// Of those, what is not there.
    pub short: i64,
}

/// Takes units from centres, from the first one what it has left, and so on; `left` says what that is, below
/// zero where orders hold more than there is. What no centre has is missing in the first one.
pub fn allocate(units: i64, left: &[i64]) -> Vec<Share> {
    let there: i64 = left.iter().map(|left| (*left).max(0)).fold(0, i64::saturating_add);
    let short = (units - there).max(0);
    let (mut start, mut shares) = (0, Vec::new());
    for (index, left) in left.iter().enumerate() {
        let lacking = if index == 0 { short } else { 0 };
        let own = (*left).max(0).saturating_add(lacking).min(units - start);
        if own > 0 {
            let part = Part { start, units: Some(own) };
            shares.push(Share { index, part, units: own, short: lacking });
            start += own;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn open(units: i64) -> Line {
        Line { units, from: Fase::Open, to: Fase::Open }
    }

    #[test]
    fn the_first_centre_gives_first_and_lacks_what_nobody_has() {
        let given = |units, left: &[i64]| -> Vec<(usize, i64, i64)> {
            allocate(units, left).iter().map(|share| (share.index, share.units, share.short)).collect()
        };
        assert_eq!(given(2, &[5, 5]), [(0, 2, 0)]);
        assert_eq!(given(7, &[5, 5]), [(0, 5, 0), (1, 2, 0)]);
        assert_eq!(given(7, &[0, 5, 9]), [(1, 5, 0), (2, 2, 0)]);
        assert_eq!(given(12, &[-3, 5, 4]), [(0, 3, 3), (1, 5, 0), (2, 4, 0)]);
        assert_eq!(given(3, &[-3]), [(0, 3, 3)]);
    }

    #[test]
    fn units_that_were_counted_without_those_that_had_left_are_found_among_all() {
        let gone = |units| Line { units, from: Fase::Gone, to: Fase::Gone };
        let lines = [gone(20), open(4), gone(3), open(9), gone(1), open(2)];
        let among = |start, units| {
            let part = Part { start, units: Some(units) }.among(&lines);
            (part.start, part.units.unwrap_or(0), part.open(&lines))
        };
        assert_eq!(among(0, 4), (20, 4, 4));
        assert_eq!(among(0, 10), (20, 13, 10));
        assert_eq!(among(10, 3), (33, 3, 3));
        assert_eq!(among(10, 5), (33, 6, 5));
        assert_eq!(Part::default().among(&lines), Part::default());
    }

    proptest! {
        #[test]
        fn each_unit_lies_in_one_centre(
            lines in prop::collection::vec(1..20_i64, 1..6),
            left in prop::collection::vec(-9..30_i64, 1..5),
        ) {
            let units: i64 = lines.iter().sum();
            let lines: Vec<Line> = lines.into_iter().map(open).collect();
            let shares = allocate(units, &left);
            prop_assert_eq!(shares.iter().map(|share| share.units).sum::<i64>(), units);
            for share in &shares {
                prop_assert_eq!(share.part.open(&lines), share.units);
                let there = left.get(share.index).copied().unwrap_or(0).max(0);
                prop_assert!(share.units - share.short <= there);
            }
            let there: i64 = left.iter().map(|left| (*left).max(0)).sum();
            prop_assert_eq!(shares.iter().map(|share| share.short).sum::<i64>(), (units - there).max(0));
        }

        #[test]
        fn each_open_unit_lies_in_one_centre_whatever_has_left_before(
            lines in prop::collection::vec((1..20_i64, any::<bool>()), 1..8),
            left in prop::collection::vec(-9..30_i64, 1..5),
        ) {
            let fase = |open| if open { Fase::Open } else { Fase::Gone };
            let lines: Vec<Line> = lines
                .into_iter()
                .map(|(units, open)| Line { units, from: fase(open), to: fase(open) })
                .collect();
            let mut end = 0;
            for share in allocate(Part::default().open(&lines), &left) {
                let part = share.part.among(&lines);
                prop_assert_eq!(part.open(&lines), share.units);
                // one behind the other, and no unit twice
                prop_assert!(part.start >= end);
                end = part.start + part.units.unwrap_or(0);
            }
        }
    }
}
