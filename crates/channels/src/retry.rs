//! Times at which what failed is tried again.

use connector::{Cause, Retry, Trouble};

/// Seconds until something with these troubles is tried again; `None`: when something about it changes. Longer with
/// each attempt: up to an hour, or 16 times as long. An answer that cannot be read may have been damaged on its way: at
/// first it is asked for as after an interruption.
pub(crate) fn seconds(troubles: &[Trouble], attempts: i32) -> Option<i64> {
    let unreadable = troubles.iter().any(|trouble| trouble.cause == Cause::Unreadable);
    if unreadable && attempts < INTERRUPTED_MAX {
        return Some(after_interruption(attempts));
    }
    let attempts = if unreadable { attempts - INTERRUPTED_MAX } else { attempts };
    let after = troubles.iter().filter_map(|trouble| match trouble.cause.retry() {
        Retry::OnChange => None,
        Retry::After(seconds) => Some(i64::from(seconds)),
    });
    let first = after.min()?;
    Some((first << attempts.clamp(0, 8)).min((first * 16).max(3600)))
}

/// Interruptions in a row from which on one thing that is sent alone, to a channel that answers otherwise, has an error.
pub(crate) const INTERRUPTED_MAX: i32 = 6;

/// Seconds until something is tried again during which the channel was away. The wait grows: one thing on which the
/// channel always fails must not keep the others from their turn.
pub(crate) fn after_interruption(attempts: i32) -> i64 {
    1 << attempts.clamp(0, INTERRUPTED_MAX)
}

/// Some items in batches of one call each, of at most `most`, those with the fewest attempts first. With each attempt
/// batches are smaller, so that one on which the channel always fails is alone in the end.
pub(crate) fn batches<T>(items: &mut [T], most: usize, attempts: impl Fn(&T) -> i32) -> Vec<&mut [T]> {
    items.sort_by_key(&attempts);
    let alike = items.chunk_by_mut(|one, next| attempts(one) == attempts(next));
    alike
        .flat_map(|alike| {
            let failed = alike.first().map_or(0, &attempts);
            alike.chunks_mut((most >> (3 * failed.clamp(0, 8))).max(1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_further_and_further_apart() {
        let of = |cause, attempts| seconds(&[Trouble::new(cause, "", "")], attempts);
        assert_eq!([0, 1, 2, 20].map(|n| of(Cause::Unmapped, n)), [15, 30, 60, 3600].map(Some));
        assert_eq!(
            [0, 4, 20].map(|n| of(Cause::ListingAmbiguous, n)),
            [86_400, 16 * 86_400, 16 * 86_400].map(Some)
        );
        assert_eq!(of(Cause::DataRefused, 0), None);
        let both = [Cause::DataRefused, Cause::Unmapped].map(|cause| Trouble::new(cause, "", ""));
        assert_eq!(seconds(&both, 0), Some(15));
        let unreadable = [0, 1, 5, 6, 7].map(|n| of(Cause::Unreadable, n));
        assert_eq!(unreadable, [1, 2, 32, 6 * 3600, 12 * 3600].map(Some));
    }

    #[test]
    fn what_fails_again_and_again_goes_alone() {
        let mut attempts = [1, 0, 9, 1, 0, 2];
        let sizes = |most, attempts: &mut [i32]| -> Vec<Vec<i32>> {
            batches(attempts, most, |one| *one).into_iter().map(|batch| batch.to_vec()).collect()
        };
        assert_eq!(sizes(100, &mut attempts), [vec![0, 0], vec![1, 1], vec![2], vec![9]]);
        assert_eq!(sizes(8, &mut [1, 1, 0, 0]), [vec![0, 0], vec![1], vec![1]]);
    }
}
