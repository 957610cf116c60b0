//! What an engine works with.

use std::time::Duration;

use domain::entrega::Agenda;
use domain::values::dates::{Instante, Zone};

use crate::target::Allowed;

/// What an engine works with: limits, times, and whom it may call. Begin with the default.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Config {
    /// Calls under way at once, in all.
    pub concurrent: usize,
    /// Calls under way at once to one address.
    pub per_destino: usize,
    /// The time of one call, name look-up and answer included.
    pub time: Duration,
    /// The waits between attempts.
    pub agenda: Agenda,
    /// Between two looks at the log.
    pub interval: Duration,
    /// The time zone of stores that have none of their own.
    pub fuso: Zone,
    /// What [`Engine::http`](crate::Engine::http) may call besides public addresses.
    pub allowed: Allowed,
}

impl Config {
    /// With these waits between the attempts of one delivery.
    pub fn with_schedule(self, agenda: Agenda) -> Self {
        Self { agenda, ..self }
    }

    /// With the time zone of stores that have none of their own.
    pub fn with_time_zone(self, fuso: Zone) -> Self {
        Self { fuso, ..self }
    }

    /// With hosts and networks that may be called although they are not public.
    pub fn with_allowed(self, allowed: Allowed) -> Self {
        Self { allowed, ..self }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            concurrent: 128,
            per_destino: 8,
            time: Duration::from_secs(15),
            agenda: Agenda::default(),
            interval: Duration::from_millis(200),
            fuso: Zone::UTC,
            allowed: Allowed::default(),
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
