//! Retry policy.

use std::time::Duration;

use reqwest::header::{HeaderMap, RETRY_AFTER};
use reqwest::{Method, StatusCode};

/// The longest wait between two attempts.
const LONGEST: Duration = Duration::from_secs(30);

/// Number of retries, and whether writes have idempotency keys.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Policy {
    pub(crate) retries: u32,
    /// Writes are sent under an idempotency key.
    pub(crate) keys: bool,
}

/// True of a request that changes nothing.
pub(crate) fn reads(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// True when a retry is safe: nothing was executed, or a repetition has no effect. `safe` = it reads, or has a
/// key.
pub(crate) fn again(safe: bool, answer: Option<(StatusCode, &HeaderMap)>) -> bool {
    let Some((status, headers)) = answer else { return safe };
    match status {
        StatusCode::TOO_MANY_REQUESTS
        | StatusCode::SERVICE_UNAVAILABLE
        | StatusCode::INSUFFICIENT_STORAGE => true,
        // it came while the first request was still being worked on
        StatusCode::CONFLICT => safe && headers.contains_key(RETRY_AFTER),
        StatusCode::GATEWAY_TIMEOUT => safe,
        _ => false,
    }
}

/// The wait after an attempt, counted from 0.
pub(crate) fn pause(attempt: u32, headers: Option<&HeaderMap>) -> Duration {
    let asked = headers.and_then(|all| all.get(RETRY_AFTER)?.to_str().ok()?.parse().ok());
    let wait = asked.map(Duration::from_secs).unwrap_or_else(|| {
        // jitter: clients must not retry at the same moment
        let part = rand::random_range(0.5..1.0);
        Duration::from_millis(250).saturating_mul(2_u32.saturating_pow(attempt)).mul_f64(part)
    });
    wait.min(LONGEST)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn only_what_does_no_harm_is_repeated() {
        let plain = HeaderMap::new();
        let later = HeaderMap::from_iter([(RETRY_AFTER, "2".parse().expect("a value"))]);
        let code = |number| StatusCode::from_u16(number).expect("a status");
        for (status, headers, with_key, without) in [
            (429, &later, true, true),
            (503, &plain, true, true),
            (507, &plain, true, true),
            (504, &plain, true, false),
            (409, &later, true, false),
            (409, &plain, false, false),
            (500, &plain, false, false),
            (400, &plain, false, false),
        ] {
            let answer = Some((code(status), headers));
            assert_eq!((again(true, answer), again(false, answer)), (with_key, without), "{status}");
        }
        assert!(again(true, None) && !again(false, None));
        assert_eq!(pause(9, Some(&later)), Duration::from_secs(2));
        let first = pause(0, None);
        assert!((Duration::from_millis(125)..=Duration::from_millis(250)).contains(&first), "{first:?}");
        assert_eq!(pause(40, None), LONGEST);
    }
}
