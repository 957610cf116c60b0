//! Failed attempts per address: who guesses keys is slowed down, who has one is never kept out.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::erro::{KitError, MotivoNaoAutorizado};

/// Addresses that are quiet again are forgotten after this many failures.
const LIMPEZA: u32 = 1024;

pub(super) struct Tentativas {
    limite: DefaultKeyedRateLimiter<IpAddr>,
    falhas: AtomicU32,
}

impl Tentativas {
    pub(super) fn new(por_minuto: NonZeroU32) -> Self {
        Self { limite: RateLimiter::keyed(Quota::per_minute(por_minuto)), falhas: AtomicU32::new(0) }
    }

    /// Counts a failure; past the limit the answer says how long to wait instead of what was wrong.
    pub(super) fn contar(&self, par: IpAddr, motivo: MotivoNaoAutorizado) -> KitError {
        if self.falhas.fetch_add(1, Ordering::Relaxed) % LIMPEZA == LIMPEZA - 1 {
            self.limite.retain_recent();
            self.limite.shrink_to_fit();
        }
        match self.limite.check_key(&rede(par)) {
            Ok(()) => KitError::NaoAutorizado(motivo),
            Err(ate) => {
                let espera = ate.wait_time_from(DefaultClock::default().now());
                KitError::MuitasTentativas { espera_s: espera.as_secs() + 1 }
            }
        }
    }
}

/// One customer of an IPv6 provider has a whole /64 to choose addresses from.
fn rede(ip: IpAddr) -> IpAddr {
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
        let tentativas = Tentativas::new(NonZeroU32::new(3).unwrap());
        let contar = |ip: &str| tentativas.contar(ip.parse().unwrap(), MotivoNaoAutorizado::Desconhecido);
        for _ in 0..3 {
            assert_eq!(contar("127.0.0.1").status(), 401);
        }
        let KitError::MuitasTentativas { espera_s } = contar("::ffff:127.0.0.1") else { panic!() };
        assert!((1..=21).contains(&espera_s), "{espera_s}");
        assert_eq!(contar("127.0.0.2").status(), 401);
        for _ in 0..3 {
            assert_eq!(contar("2001:db8::1").status(), 401);
        }
        assert_eq!(contar("2001:db8::ffff").status(), 429);
        assert_eq!(contar("2001:db8:0:1::1").status(), 401);
    }
}
