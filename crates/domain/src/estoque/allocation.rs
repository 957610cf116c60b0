//! From which centres an order takes what it has sold.

/// Units of one of an order's lines of a SKU: the line's place among those of the SKU, from 0, and how many.
pub type UnitsOfLine = (usize, i64);

/// What one centre gives to an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Its place in the list of centres.
    pub index: usize,
    /// Of which lines how many units.
    pub lines: Vec<UnitsOfLine>,
    /// Of those units, what is not there.
    pub short: i64,
}

/// Takes the units of lines from centres, from the first one what it has left, and so on; `left` says what
/// that is, below zero where orders hold more than there is. What no centre has is missing in the first one.
pub fn allocate(sold: &[UnitsOfLine], left: &[i64]) -> Vec<Share> {
    let there = left.iter().map(|left| (*left).max(0)).fold(0, i64::saturating_add);
    let short = (units(sold) - there).max(0);
    let mut waiting = sold.iter().copied().filter(|(_, units)| *units > 0);
    let (mut next, mut shares) = (waiting.next(), Vec::new());
    for (index, left) in left.iter().enumerate() {
        let short = if index == 0 { short } else { 0 };
        let mut room = (*left).max(0).saturating_add(short);
        let mut lines = Vec::new();
        while let Some((line, units)) = next.filter(|_| room > 0) {
            let own = units.min(room);
            lines.push((line, own));
            room -= own;
            next = if own < units { Some((line, units - own)) } else { waiting.next() };
        }
        if !lines.is_empty() {
            shares.push(Share { index, lines, short });
        }
    }
    shares
}

/// How many units of lines are together.
pub fn units(lines: &[UnitsOfLine]) -> i64 {
    lines.iter().map(|(_, units)| units).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[test]
    fn the_first_centre_gives_first_and_lacks_what_nobody_has() {
        let given = |sold, left: &[i64]| -> Vec<(usize, i64, i64)> {
            let shares = allocate(&[(0, sold)], left);
            shares.iter().map(|share| (share.index, units(&share.lines), share.short)).collect()
        };
        assert_eq!(given(2, &[5, 5]), [(0, 2, 0)]);
        assert_eq!(given(7, &[5, 5]), [(0, 5, 0), (1, 2, 0)]);
        assert_eq!(given(7, &[0, 5, 9]), [(1, 5, 0), (2, 2, 0)]);
        assert_eq!(given(12, &[-3, 5, 4]), [(0, 3, 3), (1, 5, 0), (2, 4, 0)]);
        assert_eq!(given(3, &[-3]), [(0, 3, 3)]);
    }

    #[test]
    fn lines_go_one_behind_the_other() {
        let shares = allocate(&[(1, 3), (4, 6)], &[4, 9]);
        let lines: Vec<_> = shares.into_iter().map(|share| share.lines).collect();
        assert_eq!(lines, [vec![(1, 3), (4, 1)], vec![(4, 5)]]);
    }

    proptest! {
        #[test]
        fn each_unit_lies_in_one_centre(
            sold in prop::collection::vec(0..20_i64, 1..6),
            left in prop::collection::vec(-9..30_i64, 1..5),
        ) {
            let sold: Vec<UnitsOfLine> = sold.into_iter().enumerate().collect();
            let shares = allocate(&sold, &left);
            let mut by_line: BTreeMap<usize, i64> = BTreeMap::new();
            for share in &shares {
                let there = left.get(share.index).copied().unwrap_or(0).max(0);
                prop_assert!(units(&share.lines) - share.short <= there);
                for (line, units) in &share.lines {
                    prop_assert!(*units > 0);
                    *by_line.entry(*line).or_default() += units;
                }
            }
            let expected = sold.iter().copied().filter(|(_, units)| *units > 0).collect();
            prop_assert_eq!(by_line, expected);
            let there: i64 = left.iter().map(|left| (*left).max(0)).sum();
            let short = shares.iter().map(|share| share.short).sum::<i64>();
            prop_assert_eq!(short, (units(&sold) - there).max(0));
        }
    }
}
