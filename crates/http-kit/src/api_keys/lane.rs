//! The way to the database for keys that nobody here has seen: narrow, so that who guesses keys, or makes
//! them up, takes little of it from those who have one.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::attempts::network;
use crate::error::KitError;

/// Looks at once.
pub(super) const AT_ONCE: usize = 2;
/// Looks per second from one address.
const PER_ADDRESS: NonZeroU32 = NonZeroU32::new(100).unwrap();
/// Looks per second in all.
const IN_ALL: NonZeroU32 = NonZeroU32::new(500).unwrap();
/// Requests that wait for a look; more are sent away at once.
const WAITING: usize = 1000;
/// How long one waits.
const PATIENCE: Duration = Duration::from_secs(2);
/// Addresses that are quiet again are forgotten after this many looks.
const CLEANUP: u32 = 1024;

/// Lets a few look at once, so many per second from one address and in all.
pub(super) struct Lane {
    looks: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    in_all: DefaultDirectRateLimiter,
    per_address: DefaultKeyedRateLimiter<IpAddr>,
    counted: AtomicU32,
}

impl Default for Lane {
    fn default() -> Self {
        Self {
            looks: Arc::new(Semaphore::new(AT_ONCE)),
            waiting: Arc::new(Semaphore::new(WAITING)),
            in_all: RateLimiter::direct(Quota::per_second(IN_ALL)),
            per_address: RateLimiter::keyed(Quota::per_second(PER_ADDRESS)),
            counted: AtomicU32::new(0),
        }
    }
}

impl Lane {
    /// Waits for its turn, which lasts as long as what is answered lives. After a start everybody comes this
    /// way once: whoever is ahead of the rate waits a little, and is sent away only when that would take
    /// long.
    pub(super) async fn turn(&self, address: Option<IpAddr>) -> Result<OwnedSemaphorePermit, KitError> {
        let _place = self.waiting.try_acquire().map_err(|_| later())?;
        let turn = async {
            if let Some(address) = address {
                self.clean_up();
                while let Err(until) = self.per_address.check_key(&network(address)) {
                    tokio::time::sleep(until.wait_time_from(DefaultClock::default().now())).await;
                }
            }
            while let Err(until) = self.in_all.check() {
                tokio::time::sleep(until.wait_time_from(DefaultClock::default().now())).await;
            }
            Arc::clone(&self.looks).acquire_owned().await
        };
        match tokio::time::timeout(PATIENCE, turn).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(later()),
        }
    }

    fn clean_up(&self) {
        if self.counted.fetch_add(1, Ordering::Relaxed) % CLEANUP == CLEANUP - 1 {
            self.per_address.retain_recent();
            self.per_address.shrink_to_fit();
        }
    }
}

const fn later() -> KitError {
    KitError::TooManyAttempts { wait_s: 1 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[actix_web::test]
    async fn a_few_look_at_once_and_the_others_wait() {
        let lane = Lane::default();
        let mut held = Vec::new();
        for _ in 0..AT_ONCE {
            held.push(lane.turn(None).await.unwrap());
        }
        let begun = Instant::now();
        assert!(matches!(lane.turn(None).await, Err(KitError::TooManyAttempts { wait_s: 1 })));
        assert!(begun.elapsed() >= PATIENCE);
        held.pop();
        assert!(lane.turn(None).await.is_ok());
    }

    #[actix_web::test]
    async fn an_address_has_so_many_looks_a_second() {
        let lane = Lane::default();
        let address = Some([192, 0, 2, 1].into());
        let begun = Instant::now();
        for _ in 0..PER_ADDRESS.get() + 20 {
            drop(lane.turn(address).await.unwrap());
        }
        // what is beyond the first second's worth comes at its pace
        assert!(begun.elapsed() >= Duration::from_millis(150), "{:?}", begun.elapsed());
        let begun = Instant::now();
        drop(lane.turn(Some([192, 0, 2, 2].into())).await.unwrap());
        assert!(begun.elapsed() < Duration::from_millis(150), "another address need not wait");
    }
}
