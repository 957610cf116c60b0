//! How many connections each client's address has open.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http_kit::api_keys::network;

/// Counts open connections by address. As long as what is open.
#[derive(Debug, Clone)]
pub(super) struct Peers {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    max: usize,
}

/// One open connection: counted until it is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    peers: Peers,
    address: IpAddr,
}

impl Peers {
    /// With at most so many connections per address; 0 = any number.
    pub fn new(max: usize) -> Self {
        Self { open: Arc::default(), max: if max == 0 { usize::MAX } else { max } }
    }

    /// A further connection of an address, unless it has too many.
    pub fn seat(&self, address: IpAddr) -> Option<Seat> {
        let address = network(address);
        let mut open = self.lock();
        let count = open.entry(address).or_default();
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(Seat { peers: self.clone(), address })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
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
    fn an_address_has_so_many_seats_and_gets_them_back() {
        let peers = Peers::new(2);
        let [one, other] = ["203.0.113.1", "203.0.113.2"].map(|text| text.parse().unwrap());
        let seats = [peers.seat(one).unwrap(), peers.seat(one).unwrap()];
        assert!(peers.seat(one).is_none());
        assert!(peers.seat(other).is_some());
        drop(seats);
        assert!(peers.lock().is_empty());
        assert!(peers.seat(one).is_some());
    }

    #[test]
    fn a_network_of_ipv6_is_one_client_and_a_mapped_address_is_its_ipv4() {
        let peers = Peers::new(1);
        let _seat = peers.seat("2001:db8::1".parse().unwrap()).unwrap();
        assert!(peers.seat("2001:db8::ffff:2".parse().unwrap()).is_none());
        assert!(peers.seat("2001:db8:0:1::1".parse().unwrap()).is_some());
        let _mapped = peers.seat("::ffff:203.0.113.1".parse().unwrap()).unwrap();
        assert!(peers.seat("203.0.113.1".parse().unwrap()).is_none());
    }
}
