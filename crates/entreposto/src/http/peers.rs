//! Limit of open connections per client address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http_kit::api_keys::network;

/// Counts open connections by address.
#[derive(Debug, Clone)]
pub(super) struct Peers {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    max: usize,
}

/// A permit for one open connection, released when it is dropped.
#[derive(Debug)]
pub(super) struct Permit {
    peers: Peers,
    address: IpAddr,
}

impl Peers {
    /// With at most `max` connections per address; 0 = no limit.
    pub fn new(max: usize) -> Self {
        Self { open: Arc::default(), max: if max == 0 { usize::MAX } else { max } }
    }

    /// A permit for another connection of an address, unless it has reached the limit.
    pub fn acquire(&self, address: IpAddr) -> Option<Permit> {
        let address = network(address);
        let mut open = self.lock();
        let count = open.entry(address).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(Permit { peers: self.clone(), address })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.peers.lock();
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_limit_and_closed_connections_do_not_count() {
        let peers = Peers::new(2);
        let [one, other] = ["203.0.113.1", "203.0.113.2"].map(|text| text.parse().unwrap());
        let permits = [peers.acquire(one).unwrap(), peers.acquire(one).unwrap()];
        assert!(peers.acquire(one).is_none());
        assert!(peers.acquire(other).is_some());
        drop(permits);
        assert!(peers.lock().is_empty());
        assert!(peers.acquire(one).is_some());
    }

    #[test]
    fn an_ipv6_network_is_one_client_and_a_mapped_address_is_its_ipv4() {
        let peers = Peers::new(1);
        let _permit = peers.acquire("2001:db8::1".parse().unwrap()).unwrap();
        assert!(peers.acquire("2001:db8::ffff:2".parse().unwrap()).is_none());
        assert!(peers.acquire("2001:db8:0:1::1".parse().unwrap()).is_some());
        let _mapped = peers.acquire("::ffff:203.0.113.1".parse().unwrap()).unwrap();
        assert!(peers.acquire("203.0.113.1".parse().unwrap()).is_none());
    }
}
