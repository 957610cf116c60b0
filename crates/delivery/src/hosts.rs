//! Circuit breaker per host: all addresses of an application on a host pause when the host does not answer.
//!
//! The state is in the memory of each server, since a few calls restore it after a restart.

use std::collections::HashMap;
use std::time::Duration;

use domain::values::ids::AplicacaoId;
use tokio::time::Instant;
use url::Url;

use crate::config::HostLimits;

/// Hosts in memory beyond which those that are not paused are forgotten.
const HOSTS_MAX: usize = 1024;

/// A host and port of one application: failures do not affect other applications.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Host {
    pub(crate) aplicacao: AplicacaoId,
    /// `host:port`, for log lines.
    pub(crate) name: String,
}

impl Host {
    /// The host of a URL; `None` when the URL has no host and port.
    pub(crate) fn of(aplicacao: AplicacaoId, url: &str) -> Option<Self> {
        let url = Url::parse(url).ok()?;
        let (host, port) = (url.host_str()?, url.port_or_known_default()?);
        Some(Self { aplicacao, name: format!("{}:{port}", host.trim_end_matches('.')) })
    }
}

/// A change in the health of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HostChange {
    /// No calls for this time.
    Paused(Duration),
    /// It answers again.
    Recovered,
}

/// The health of a host.
#[derive(Debug, Default)]
struct Health {
    /// Failures since the last success.
    failures: u32,
    /// No calls before this time, except for one test.
    retry_at: Option<Instant>,
}

/// Health of the hosts that were called.
pub(crate) struct Hosts {
    limits: HostLimits,
    known: HashMap<Host, Health>,
}

impl Hosts {
    pub(crate) fn new(limits: HostLimits) -> Self {
        Self { limits, known: HashMap::new() }
    }

    /// Maximum concurrent calls. During a pause one test may run, which shows whether the host works again.
    pub(crate) fn max_calls(&self, host: &Host, is_test: bool, now: Instant) -> usize {
        match self.known.get(host) {
            None => self.limits.unproven,
            Some(Health { retry_at: Some(at), .. }) => usize::from(*at <= now || is_test),
            Some(Health { failures: 0, .. }) => self.limits.proven,
            Some(_) => self.limits.failing,
        }
    }

    /// Records the end of a call. `failed`: no answer, or an error answer that took too long.
    pub(crate) fn end(&mut self, host: &Host, failed: bool, now: Instant) -> Option<HostChange> {
        if self.known.len() > HOSTS_MAX {
            self.known.retain(|_, health| health.retry_at.is_some_and(|at| at > now));
        }
        let health = self.known.entry(host.clone()).or_default();
        if !failed {
            health.failures = 0;
            return health.retry_at.take().map(|_| HostChange::Recovered);
        }
        if health.retry_at.is_some_and(|at| at > now) {
            // the call began before the pause
            return None;
        }
        health.failures = health.failures.saturating_add(1);
        let pauses = health.failures.checked_sub(self.limits.failures)?;
        let pause = self.limits.pause(pauses);
        health.retry_at = Some(now + pause);
        (pauses == 0).then_some(HostChange::Paused(pause))
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
        assert_eq!(host("http://[::1]:81/").name, "[::1]:81");
        assert_ne!(Host::of(AplicacaoId(2), "http://a/").unwrap(), host("http://a/"));
        assert_eq!(Host::of(AplicacaoId(1), "mailto:x@y"), None);
    }

    #[tokio::test]
    async fn a_host_that_fails_has_few_calls_then_a_pause_then_one() {
        let limits = HostLimits::default();
        let (mut hosts, erp) = (Hosts::new(limits.clone()), host("http://erp.example/"));
        let mut now = Instant::now();
        assert_eq!(hosts.max_calls(&erp, false, now), limits.unproven);
        assert_eq!(hosts.end(&erp, false, now), None);
        assert_eq!(hosts.max_calls(&erp, false, now), limits.proven);
        for _ in 1..limits.failures {
            assert_eq!(hosts.end(&erp, true, now), None);
            assert_eq!(hosts.max_calls(&erp, false, now), limits.failing);
        }
        assert_eq!(hosts.end(&erp, true, now), Some(HostChange::Paused(limits.pause)));
        assert_eq!((hosts.max_calls(&erp, false, now), hosts.max_calls(&erp, true, now)), (0, 1));

        // a call from before the pause changes nothing; one alone tries whether the host is back
        assert_eq!(hosts.end(&erp, true, now), None);
        now += limits.pause;
        assert_eq!(hosts.max_calls(&erp, false, now), 1);
        assert_eq!(hosts.end(&erp, true, now), None, "a longer pause is no news");
        now += limits.pause;
        assert_eq!(hosts.max_calls(&erp, false, now), 0);
        now += limits.pause;
        assert_eq!(hosts.end(&erp, false, now), Some(HostChange::Recovered));
        assert_eq!(hosts.max_calls(&erp, false, now), limits.proven);
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
        for n in 0..3 * HOSTS_MAX {
            let host = host(&format!("http://h{n}.example/"));
            hosts.end(&host, n % 2 == 0, now);
        }
        assert!(hosts.known.len() <= HOSTS_MAX + 1, "{}", hosts.known.len());
    }
}
