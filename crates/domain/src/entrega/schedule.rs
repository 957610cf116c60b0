//! The retry schedule of a delivery.

use std::time::Duration;

/// Failures in a row after which sending to an address pauses.
pub const FALHAS_ATE_PAUSA: i32 = 20;
/// Jitter: the share of a wait that chance adds or takes away, so that retries do not come all at once.
pub const VARIACAO: f64 = 0.2;

/// The waits between the attempts of one delivery. The first attempt is made at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agenda(Vec<Duration>);

impl Default for Agenda {
    /// 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h: eight attempts in a little more than a day.
    fn default() -> Self {
        Self([5, 300, 1800, 7200, 18_000, 36_000, 36_000].map(Duration::from_secs).into())
    }
}

impl Agenda {
    /// With these waits; without any, there is one attempt.
    pub fn new(esperas: Vec<Duration>) -> Self {
        Self(esperas)
    }

    /// The wait after the n-th failed attempt (from 1), `None` when there is no further one. `sorte` is a
    /// random number from 0 to 1: 0 takes a fifth off, 1 adds a fifth.
    pub fn espera(&self, falhadas: i32, sorte: f64) -> Option<Duration> {
        let indice = usize::try_from(falhadas.checked_sub(1)?).ok()?;
        let espera = self.0.get(indice)?;
        Some(espera.mul_f64(1.0 + VARIACAO * (2.0 * sorte.clamp(0.0, 1.0) - 1.0)))
    }

    /// How many attempts there are.
    pub fn tentativas(&self) -> usize {
        self.0.len() + 1
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn eight_attempts_with_chance() {
        let agenda = Agenda::default();
        assert_eq!(agenda.tentativas(), 8);
        let segundos: Vec<u64> = (1..=7).map(|n| agenda.espera(n, 0.5).unwrap().as_secs()).collect();
        assert_eq!(segundos, [5, 300, 1800, 7200, 18_000, 36_000, 36_000]);
        assert_eq!((agenda.espera(0, 0.5), agenda.espera(8, 0.5)), (None, None));
        assert_eq!(agenda.espera(1, 0.0), Some(Duration::from_secs(4)));
        assert_eq!(agenda.espera(1, 1.0), Some(Duration::from_secs(6)));
        assert_eq!(Agenda::new(Vec::new()).espera(1, 0.5), None);
    }
}
