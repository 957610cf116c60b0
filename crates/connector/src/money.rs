//! Sums over the lines of an order.

use domain::values::money::Dinheiro;

/// Spreads an amount over lines by their values, in whole cents: the parts add up to the amount, and those that lose
/// most by rounding get the cents that are left. Lines of no value share equally.
pub fn spread(amount: Dinheiro, values: &[Dinheiro]) -> Vec<Dinheiro> {
    let cents = i128::from(amount.ten_thousandths() / 100);
    let weights: Vec<i128> = values.iter().map(|value| i128::from(value.ten_thousandths().max(0))).collect();
    let weights = if weights.iter().all(|w| *w == 0) { vec![1; values.len()] } else { weights };
    let total: i128 = weights.iter().sum();
    if total == 0 {
        return Vec::new();
    }
    let mut parts: Vec<i128> = weights.iter().map(|w| cents * w / total).collect();
    let mut by_loss: Vec<usize> = (0..parts.len()).collect();
    by_loss.sort_by_key(|i| std::cmp::Reverse(weights.get(*i).map_or(0, |w| cents * w % total)));
    let left = cents - parts.iter().sum::<i128>();
    for i in by_loss.into_iter().take(usize::try_from(left).unwrap_or(0)) {
        if let Some(part) = parts.get_mut(i) {
            *part += 1;
        }
    }
    parts.into_iter().map(|part| Dinheiro::from_cents(i64::try_from(part).unwrap_or(0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freight_is_spread_to_the_cent() {
        let cents = |n: i64| Dinheiro::from_cents(n);
        assert_eq!(spread(cents(1000), &[cents(100); 3]), [cents(334), cents(333), cents(333)]);
        assert_eq!(spread(cents(1000), &[cents(1), cents(2)]), [cents(333), cents(667)]);
        assert_eq!(spread(cents(5), &[Dinheiro::ZERO; 2]), [cents(3), cents(2)]);
        assert_eq!(spread(Dinheiro::ZERO, &[cents(7)]), [Dinheiro::ZERO]);
        assert_eq!(spread(cents(5), &[]), []);
    }
}
