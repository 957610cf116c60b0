//! What an engine works with.

use std::time::Duration;

use domain::entrega::Agenda;
use domain::values::dates::{Fuso, Instante};

use crate::alvo::Permitidos;

/// What an engine works with: limits, times, and whom it may call. Begin with the default.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Config {
    /// Calls under way at once, in all.
    pub simultaneos: usize,
    /// Calls under way at once to one address.
    pub por_destino: usize,
    /// The time of one call, name look-up and answer included.
    pub tempo: Duration,
    /// The waits between attempts.
    pub agenda: Agenda,
    /// Between two looks at the log.
    pub intervalo: Duration,
    /// The time zone of stores that have none of their own.
    pub fuso: Fuso,
    /// What [`Engine::http`](crate::Engine::http) may call besides public addresses.
    pub permitidos: Permitidos,
}

impl Config {
    /// With these waits between the attempts of one delivery.
    pub fn with_schedule(self, agenda: Agenda) -> Self {
        Self { agenda, ..self }
    }

    /// With the time zone of stores that have none of their own.
    pub fn with_time_zone(self, fuso: Fuso) -> Self {
        Self { fuso, ..self }
    }

    /// With hosts and networks that may be called although they are not public.
    pub fn with_allowed(self, permitidos: Permitidos) -> Self {
        Self { permitidos, ..self }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            simultaneos: 128,
            por_destino: 8,
            tempo: Duration::from_secs(15),
            agenda: Agenda::default(),
            intervalo: Duration::from_millis(200),
            fuso: Fuso::UTC,
            permitidos: Permitidos::default(),
        }
    }
}

/// What time it is. Tests have their own.
pub trait Clock: Send + Sync + 'static {
    /// Now.
    fn agora(&self) -> Instante;
}

/// The computer's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn agora(&self) -> Instante {
        Instante::agora()
    }
}
