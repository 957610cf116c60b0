//! Times at which what failed is tried again.

use connector::{Retry, Trouble};

/// Seconds until something with these troubles is tried again; `None`: when something about it changes. Longer with
/// each attempt: up to an hour, or 16 times as long.
pub(crate) fn seconds(troubles: &[Trouble], attempts: i32) -> Option<i64> {
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

/// Items of one call, at most `most`: fewer with each attempt, so that one on which the channel always fails is alone in
/// the end.
pub(crate) fn batch(most: usize, attempts: i32) -> usize {
    (most >> (3 * attempts.clamp(0, 8))).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use connector::Cause;

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
    }
}
