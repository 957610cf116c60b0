//! Limit of failed authentications per client address. It slows down guessing; a valid key is never refused.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::error::{KitError, UnauthorizedReason};

/// Failures between two clean-ups, which forget the addresses without recent failures.
const CLEANUP: u32 = 1024;

/// Counts failed attempts per address.
pub struct Attempts {
    limit: DefaultKeyedRateLimiter<IpAddr>,
    failures: AtomicU32,
}

impl Attempts {
    /// With this many a minute.
    pub fn new(per_minute: NonZeroU32) -> Self {
        Self { limit: RateLimiter::keyed(Quota::per_minute(per_minute)), failures: AtomicU32::new(0) }
    }

    /// Counts a failure. Beyond the limit the error says how long to wait instead of what is wrong with the
    /// key.
    pub fn count(&self, peer: IpAddr, reason: UnauthorizedReason) -> KitError {
        if self.failures.fetch_add(1, Ordering::Relaxed) % CLEANUP == CLEANUP - 1 {
            self.limit.retain_recent();
            self.limit.shrink_to_fit();
        }
        match self.limit.check_key(&network(peer)) {
            Ok(()) => KitError::Unauthorized(reason),
            Err(until) => {
                let wait = until.wait_time_from(DefaultClock::default().now());
                KitError::TooManyAttempts { wait_s: wait.as_secs() + 1 }
            }
        }
    }
}

/// The key under which limits count an address. For IPv6 it is the /64 network: providers give each customer
/// a whole one.
pub fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX)).into(),
        v4 => v4,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn past_the_limit_an_address_must_wait_and_others_need_not() {
        let attempts = Attempts::new(NonZeroU32::new(3).unwrap());
        let count = |ip: &str| attempts.count(ip.parse().unwrap(), UnauthorizedReason::Unknown);
        for _ in 0..3 {
            assert_eq!(count("127.0.0.1").status(), 401);
        }
        let KitError::TooManyAttempts { wait_s } = count("::ffff:127.0.0.1") else { panic!() };
        assert!((1..=21).contains(&wait_s), "{wait_s}");
        assert_eq!(count("127.0.0.2").status(), 401);
        for _ in 0..3 {
            assert_eq!(count("2001:db8::1").status(), 401);
        }
        assert_eq!(count("2001:db8::ffff").status(), 429);
        assert_eq!(count("2001:db8:0:1::1").status(), 401);
    }
}
