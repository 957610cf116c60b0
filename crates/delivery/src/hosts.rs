//! The hosts behind the addresses. Many addresses of one application may stand on one host; when that host is
//! slow or gone, it is so for all of them, and each would have to find that out by itself.
//!
//! Kept in memory, by each server for itself: what is known of a host is learnt anew in a few calls.

use std::collections::HashMap;
use std::time::Duration;

use domain::values::ids::AplicacaoId;
use tokio::time::Instant;
use url::Url;

use crate::config::HostLimits;

/// Failures of a host that is not paused are forgotten after so long without a call.
const FORGET: Duration = Duration::from_secs(600);
/// Hosts are cleared away when there are more than so many.
const MANY: usize = 1024;

/// A host and its port, as one application calls it: what one application meets there holds up no other one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Host {
    aplicacao: AplicacaoId,
    /// `host:port`.
    name: String,
}

impl Host {
    /// The host of an address; `None` when it is no address of the web.
    pub(crate) fn of(aplicacao: AplicacaoId, url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let (host, port) = (url.host_str()?, url.port_or_known_default()?);
        Some(Self { aplicacao, name: format!("{}:{port}", host.trim_end_matches('.')) })
    }

    /// For log lines: nothing of the address but where it is.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn aplicacao(&self) -> AplicacaoId {
        self.aplicacao
    }
}

/// A change in the health of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HostChange {
    /// Nothing is sent there for so long.
    Paused(Duration),
    /// It answers again.
    Recovered,
}

/// What is known of a host.
#[derive(Debug, Default)]
struct Known {
    /// Calls under way.
    busy: usize,
    /// It has answered, and not failed since.
    proven: bool,
    /// Failures since it last answered.
    failures: u32,
    /// Pauses since it last answered.
    pauses: u32,
    /// Nothing is sent there before.
    until: Option<Instant>,
    /// When a call last came to its end.
    seen: Option<Instant>,
}

/// All hosts that something is known of.
pub(crate) struct Hosts {
    limits: HostLimits,
    known: HashMap<Host, Known>,
}

impl Hosts {
    pub(crate) fn new(limits: HostLimits) -> Self {
        Self { limits, known: HashMap::new() }
    }

    /// Calls that may begin now.
    pub(crate) fn room(&self, host: &Host, now: Instant) -> usize {
        let Some(known) = self.known.get(host) else { return self.limits.unproven };
        let places = match known.until {
            Some(until) if until > now => 0,
            // one that tries whether it is back
            Some(_) => 1,
            None if known.failures > 0 => self.limits.failing,
            None if known.proven => self.limits.proven,
            None => self.limits.unproven,
        };
        places.saturating_sub(known.busy)
    }

    /// Tests that may begin now: also during a pause, one at a time, since whoever has mended a host wants to
    /// know.
    pub(crate) fn room_for_tests(&self, host: &Host, now: Instant) -> usize {
        let paused = self.known.get(host).is_some_and(|known| known.until.is_some());
        match paused {
            true => 1_usize.saturating_sub(self.known.get(host).map_or(0, |known| known.busy)),
            false => self.room(host, now),
        }
    }

    pub(crate) fn begin(&mut self, host: &Host) {
        self.known.entry(host.clone()).or_default().busy += 1;
    }

    /// A call has come to its end. `failed`: there was no answer, or it came so late that it was of no use.
    pub(crate) fn end(&mut self, host: &Host, failed: bool, now: Instant) -> Option<HostChange> {
        self.clear_away(now);
        let limits = self.limits.clone();
        let known = self.known.get_mut(host)?;
        known.busy = known.busy.saturating_sub(1);
        known.seen = Some(now);
        known.proven = !failed;
        if !failed {
            let paused = known.until.take().is_some();
            (known.failures, known.pauses) = (0, 0);
            return paused.then_some(HostChange::Recovered);
        }
        known.failures = known.failures.saturating_add(1);
        match known.until {
            // it began before the pause, and says nothing new
            Some(until) if until > now => None,
            None if known.failures < limits.failures => None,
            before => {
                let pause = limits.pause(known.pauses);
                known.pauses = known.pauses.saturating_add(1);
                known.until = Some(now + pause);
                before.is_none().then_some(HostChange::Paused(pause))
            }
        }
    }

    fn clear_away(&mut self, now: Instant) {
        if self.known.len() <= MANY {
            return;
        }
        self.known.retain(|_, known| {
            let quiet = known.seen.is_none_or(|seen| now.saturating_duration_since(seen) > FORGET);
            known.busy > 0 || (known.failures > 0 && !quiet)
        });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn host(url: &str) -> Host {
        Host::of(AplicacaoId(1), url).unwrap()
    }

    #[test]
    fn a_host_is_its_name_and_port() {
        assert_eq!(host("https://erp.example/a?b#c"), host("https://user:pass@ERP.example.:443/x"));
        assert_ne!(host("https://erp.example/"), host("http://erp.example/"));
        assert_eq!(host("http://[::1]:81/").name(), "[::1]:81");
        assert_ne!(Host::of(AplicacaoId(2), "http://a/").unwrap(), host("http://a/"));
        assert_eq!(Host::of(AplicacaoId(1), "mailto:x@y"), None);
    }

    #[tokio::test]
    async fn a_host_that_fails_gets_few_places_then_a_pause_then_one() {
        let limits = HostLimits::default();
        let (mut hosts, erp) = (Hosts::new(limits.clone()), host("http://erp.example/"));
        let mut now = Instant::now();
        assert_eq!(hosts.room(&erp, now), limits.unproven);
        hosts.begin(&erp);
        assert_eq!(hosts.end(&erp, false, now), None);
        assert_eq!(hosts.room(&erp, now), limits.proven);

        for n in 1..=limits.failures {
            hosts.begin(&erp);
            let change = hosts.end(&erp, true, now);
            match n < limits.failures {
                true => assert_eq!((change, hosts.room(&erp, now)), (None, limits.failing)),
                false => assert_eq!(change, Some(HostChange::Paused(limits.pause))),
            }
        }
        assert_eq!((hosts.room(&erp, now), hosts.room_for_tests(&erp, now)), (0, 1));

        // a call from before the pause changes nothing; one alone tries whether the host is back
        hosts.begin(&erp);
        assert_eq!(hosts.end(&erp, true, now), None);
        now += limits.pause;
        assert_eq!(hosts.room(&erp, now), 1);
        hosts.begin(&erp);
        assert_eq!((hosts.room(&erp, now), hosts.room_for_tests(&erp, now)), (0, 0));
        assert_eq!(hosts.end(&erp, true, now), None, "a longer pause is no news");
        now += limits.pause;
        assert_eq!(hosts.room(&erp, now), 0);
        now += limits.pause;
        hosts.begin(&erp);
        assert_eq!(hosts.end(&erp, false, now), Some(HostChange::Recovered));
        assert_eq!(hosts.room(&erp, now), limits.proven);
    }

    #[test]
    fn pauses_double_up_to_the_longest() {
        let limits = HostLimits::default();
        let seconds: Vec<u64> = (0..7).map(|n| limits.pause(n).as_secs()).collect();
        assert_eq!(seconds, [20, 40, 80, 160, 300, 300, 300]);
        assert_eq!(limits.pause(u32::MAX), limits.pause_max);
    }

    #[tokio::test]
    async fn what_is_known_is_bounded() {
        let mut hosts = Hosts::new(HostLimits::default());
        let now = Instant::now();
        for n in 0..3 * MANY {
            let host = host(&format!("http://h{n}.example/"));
            hosts.begin(&host);
            hosts.end(&host, false, now);
        }
        assert!(hosts.known.len() <= MANY + 1, "{}", hosts.known.len());
    }
}
