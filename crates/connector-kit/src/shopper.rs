//! Somebody who buys in a simulated shop, again and again.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::faults::Random;
use crate::shop::Simulated;

/// The shopper; it stops when it is dropped.
#[derive(Debug)]
pub struct Shopper {
    leaves: Option<Sender<()>>,
    buying: Option<JoinHandle<()>>,
}

impl Shopper {
    /// Buys one to three units of something that is for sale, once in every `pace`. Most are paid at once; the others
    /// are paid with the next purchase.
    ///
    /// # Errors
    /// When there is no thread for it.
    pub fn start(shop: Arc<dyn Simulated>, pace: Duration, seed: u64) -> std::io::Result<Self> {
        let (leaves, left) = mpsc::channel();
        let buying = thread::Builder::new().name("shopper".to_owned()).spawn(move || {
            let mut random = Random::new(seed);
            let mut owes: Option<String> = None;
            while left.recv_timeout(pace) == Err(RecvTimeoutError::Timeout) {
                if let Some(order) = owes.take() {
                    shop.pay(&order);
                }
                owes = buy_something(shop.as_ref(), &mut random);
            }
        })?;
        Ok(Self { leaves: Some(leaves), buying: Some(buying) })
    }
}

/// Buys something that is for sale. The order, when it is not paid.
fn buy_something(shop: &dyn Simulated, random: &mut Random) -> Option<String> {
    let codes = shop.for_sale();
    let code = random.one_of(&codes)?;
    let units = 1 + i64::try_from(random.below(3)).unwrap_or(0);
    let paid = random.below(4) > 0;
    let order = shop.order(&[(code, units)], Some(paid)).or_else(|_| shop.order(&[(code, 1)], Some(paid)));
    order.ok().filter(|_| !paid)
}

impl Drop for Shopper {
    fn drop(&mut self) {
        drop(self.leaves.take());
        if let Some(buying) = self.buying.take() {
            let _ = buying.join();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_shopper_buys_until_nothing_is_left() {
        let shop = Arc::new(crate::vendure::Simulator::default());
        shop.add("MESA-1", 1000, Some(5));
        let _shopper = Shopper::start(shop.clone(), Duration::from_millis(1), 7).unwrap();
        while !shop.for_sale().is_empty() {
            thread::yield_now();
        }
        assert_eq!(shop.stock("MESA-1"), Some(5), "what is bought stays on hand until it is sent");
        assert!(!shop.orders().is_empty());
    }
}
