//! What an engine works with.

use std::net::SocketAddr;
use std::time::Duration;

use domain::entrega::{Agenda, Allowed};
use domain::loja_config::LojaDefaults;
use domain::values::dates::Instante;

/// What an engine works with: limits, times, and whom it may call. Begin with the default.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Config {
    /// Calls under way at once, in all. An application has at most half of what others leave.
    pub concurrent: usize,
    /// Calls under way at once to one address.
    pub per_destino: usize,
    /// What holds for one application's calls to one host.
    pub hosts: HostLimits,
    /// The time of one call, name look-up and answer included.
    pub time: Duration,
    /// The time until a connection stands, name look-up and TLS included.
    pub connect: Duration,
    /// The waits between attempts.
    pub schedule: Agenda,
    /// Between two looks at the log.
    pub interval: Duration,
    /// What holds for stores for which nothing else was set.
    pub lojas: LojaDefaults,
    /// What [`Engine::http`](crate::Engine::http) may call besides public addresses.
    pub allowed: Allowed,
    /// Where the program itself listens: not to be called.
    pub own: Vec<SocketAddr>,
}

/// What holds for one application's calls to one host and port, however many addresses stand there. A call
/// has failed when there was no answer, or when a failure took long.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostLimits {
    /// Calls under way at once while the host answers.
    pub proven: usize,
    /// While nothing is known of it.
    pub unproven: usize,
    /// While the last call failed.
    pub failing: usize,
    /// Failures in a row that pause it.
    pub failures: u32,
    /// The first pause; each further one is twice as long. Longer than one call may take, so that those that
    /// were under way have come to their end.
    pub pause: Duration,
    /// The longest pause.
    pub pause_max: Duration,
    /// A failure that took so long is one of the host's, although there was an answer.
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
    /// With another first pause.
    pub fn with_pause(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// The pause after so many others in a row.
    pub(crate) fn pause(&self, before: u32) -> Duration {
        self.pause.saturating_mul(2_u32.saturating_pow(before.min(16))).min(self.pause_max)
    }
}

impl Config {
    /// With these waits between the attempts of one delivery.
    pub fn with_schedule(self, schedule: Agenda) -> Self {
        Self { schedule, ..self }
    }

    /// With what holds for stores for which nothing else was set.
    pub fn with_loja_defaults(self, lojas: LojaDefaults) -> Self {
        Self { lojas, ..self }
    }

    /// With hosts and networks that may be called although they are not public.
    pub fn with_allowed(self, allowed: Allowed) -> Self {
        Self { allowed, ..self }
    }

    /// With the addresses where the program itself listens.
    pub fn with_own_addresses(self, own: impl IntoIterator<Item = SocketAddr>) -> Self {
        // nobody knows yet which port a zero will become
        let own = own.into_iter().filter(|address| address.port() != 0);
        Self { own: self.own.into_iter().chain(own).collect(), ..self }
    }

    /// With other limits for one host.
    pub fn with_host_limits(self, hosts: HostLimits) -> Self {
        Self { hosts, ..self }
    }

    /// With other times for a call, and for its connection.
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

/// What time it is. Tests have their own.
pub trait Clock: Send + Sync + 'static {
    /// Now.
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
