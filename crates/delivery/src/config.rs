//! Settings of the delivery engine.

use std::net::SocketAddr;
use std::time::Duration;

use domain::entrega::{Agenda, Allowed};
use domain::loja_config::LojaDefaults;
use domain::values::dates::Instante;

/// Settings of an engine: limits, timeouts, allowed addresses. Begin with the default.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Config {
    /// Concurrent calls in all. An application has at most half of those that others leave free.
    pub concurrent: usize,
    /// Concurrent calls to one address.
    pub per_destino: usize,
    /// Limits of one application's calls to one host.
    pub hosts: HostLimits,
    /// Timeout of a call, with the name look-up and the answer.
    pub time: Duration,
    /// Timeout of connecting, with the name look-up and TLS.
    pub connect: Duration,
    /// The waits between attempts.
    pub schedule: Agenda,
    /// Time between two polls of the event log.
    pub interval: Duration,
    /// Defaults of stores without settings of their own.
    pub lojas: LojaDefaults,
    /// Addresses that [`Engine::http`](crate::Engine::http) may call besides public ones.
    pub allowed: Allowed,
    /// Addresses where the program itself listens, which are never called.
    pub own: Vec<SocketAddr>,
}

/// Limits of one application's calls to one host and port, with however many addresses. A call counts as failed
/// when there was no answer, or when an error answer took long.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostLimits {
    /// Concurrent calls while the host answers.
    pub proven: usize,
    /// Concurrent calls before the first result.
    pub unproven: usize,
    /// Concurrent calls after a failure.
    pub failing: usize,
    /// Consecutive failures that pause the host.
    pub failures: u32,
    /// The first pause; each further one is twice as long. It is longer than the timeout of a call, so that
    /// running calls have ended by then.
    pub pause: Duration,
    /// The longest pause.
    pub pause_max: Duration,
    /// An error answer that took this long counts as a failure of the host.
    pub slow: Duration,
}

impl Default for HostLimits {
    fn default() -> Self {
        Self {
            proven: 32,
            unproven: 8,
            failing: 2,
            failures: 5,
            pause: Duration::from_secs(20),
            pause_max: Duration::from_secs(300),
            slow: Duration::from_secs(5),
        }
    }
}

impl HostLimits {
    /// Sets the first pause.
    pub fn with_pause(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// The pause after `before` consecutive ones.
    pub(crate) fn pause(&self, before: u32) -> Duration {
        self.pause.saturating_mul(2_u32.saturating_pow(before.min(16))).min(self.pause_max)
    }
}

impl Config {
    /// Sets the waits between the attempts of a delivery.
    pub fn with_schedule(self, schedule: Agenda) -> Self {
        Self { schedule, ..self }
    }

    /// Sets the defaults of stores without settings of their own.
    pub fn with_loja_defaults(self, lojas: LojaDefaults) -> Self {
        Self { lojas, ..self }
    }

    /// Sets the hosts and networks that may be called although they are not public.
    pub fn with_allowed(self, allowed: Allowed) -> Self {
        Self { allowed, ..self }
    }

    /// Adds addresses where the program itself listens.
    pub fn with_own_addresses(self, own: impl IntoIterator<Item = SocketAddr>) -> Self {
        // the system has not yet assigned the port of a zero
        let own = own.into_iter().filter(|address| address.port() != 0);
        Self { own: self.own.into_iter().chain(own).collect(), ..self }
    }

    /// Sets the limits of a host.
    pub fn with_host_limits(self, hosts: HostLimits) -> Self {
        Self { hosts, ..self }
    }

    /// Sets the timeouts of a call and of its connection.
    pub fn with_times(self, time: Duration, connect: Duration) -> Self {
        Self { time, connect, ..self }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            concurrent: 128,
            per_destino: 8,
            hosts: HostLimits::default(),
            time: Duration::from_secs(15),
            connect: Duration::from_secs(4),
            schedule: Agenda::default(),
            interval: Duration::from_millis(200),
            lojas: LojaDefaults::default(),
            allowed: Allowed::default(),
            own: Vec::new(),
        }
    }
}

/// Clock of an engine; tests have their own.
pub trait Clock: Send + Sync + 'static {
    /// The current time.
    fn now(&self) -> Instante;
}

/// The computer's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Instante {
        Instante::now()
    }
}
