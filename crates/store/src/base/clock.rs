//! Times that a clock has written that was wrong.

use domain::values::dates::Instante;

/// How far the clocks of two servers may be apart.
const SKEW_SECONDS: i64 = 300;

/// The last moment, in microseconds, that may lawfully be written now as the end of something that lasts
/// `seconds` at most. What is later was written by a clock that was ahead, and counts as over.
pub(crate) fn latest(now: Instante, seconds: i64) -> i64 {
    now.plus_seconds(seconds.saturating_add(SKEW_SECONDS)).micros()
}
