//! The health of an address: when sending to it pauses, and when it goes on.

use std::time::Duration;

use serde::Serialize;

use super::failure::Failure;
use super::schedule::FAILURES_UNTIL_PAUSE;
use crate::values::dates::Instante;

/// The longest pause. One that lasts longer from now on was written under a clock that was wrong.
pub const PAUSE_MAX: Duration = Duration::from_secs(3600);
/// The first pause; each further one is twice as long.
const PAUSE_MIN: Duration = Duration::from_secs(60);

/// How long the n-th pause in a row (from 1) lasts: a minute, doubling to an hour.
pub fn pause_length(n: i32) -> Duration {
    let folds = u32::try_from(n.clamp(1, 10) - 1).unwrap_or(0);
    (PAUSE_MIN * 2_u32.pow(folds)).min(PAUSE_MAX)
}

/// What is known of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Brake {
    /// Failures since the last success.
    pub falhas: i32,
    /// Pauses since the last success; 0 = not paused.
    pub pausas: i32,
    /// While it is paused: until when.
    pub pausado_ate: Instante,
    /// The last success.
    pub ultimo_sucesso: Option<Instante>,
    /// The last failure.
    pub ultima_falha: Option<Instante>,
}

impl Brake {
    /// True while only a probe may be sent, and that only once the pause is over.
    pub const fn paused(&self) -> bool {
        self.pausas > 0
    }

    /// Records a success: the pause ends and the counters are reset.
    #[must_use]
    pub fn success(self, now: Instante) -> Self {
        Self { ultimo_sucesso: Some(now), ultima_falha: self.ultima_falha, ..Self::default() }
    }

    /// Records a failure. `sonda`: the call was the probe that ends a pause; when it fails, the next pause is
    /// longer. Failures of calls that began before the pause do not change it.
    #[must_use]
    pub fn failure(self, now: Instante, probe: bool) -> Self {
        let falhas = self.falhas.saturating_add(1);
        let after = Self { falhas, ultima_falha: Some(now), ..self };
        match self.paused() {
            true if probe => after.pause(now),
            false if falhas >= FAILURES_UNTIL_PAUSE => after.pause(now),
            _ => after,
        }
    }

    /// Pauses for the next time.
    #[must_use]
    pub fn pause(self, now: Instante) -> Self {
        let pausas = self.pausas.saturating_add(1);
        let seconds = i64::try_from(pause_length(pausas).as_secs()).unwrap_or(i64::MAX);
        Self { pausas, pausado_ate: now.plus_seconds(seconds), ..self }
    }
}

/// How sending to a notification's address, or to the worst of its addresses, goes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Saude {
    /// Deliveries to be made; counted up to 10,000.
    pub pendentes: i64,
    /// Failures since the last success.
    pub falhas_seguidas: i32,
    /// Sending is paused until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub pausada_ate: Option<Instante>,
    /// The last success.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub ultimo_sucesso: Option<Instante>,
    /// The last failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub ultima_falha: Option<Instante>,
    /// Why the last failure was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub ultimo_erro: Option<LastError>,
    /// When the address answered 410 and the notification was switched off for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub encerrada_em: Option<Instante>,
}

/// Why sending failed the last time, and when that was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = UltimoErro))]
pub struct LastError {
    /// A sentence, with the answer's status where there was one.
    pub texto: String,
    /// When the attempt came to its end.
    pub data: Instante,
}

impl LastError {
    /// For a failure; `status` is that of the answer, when there was one.
    pub fn new(failure: Failure, status: Option<i16>, data: Instante) -> Self {
        let texto = match status {
            Some(status) => format!("{failure} (status {status})"),
            None => failure.to_string(),
        };
        Self { texto, data }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_an_hour() {
        let minutes: Vec<u64> = (1..=9).map(|n| pause_length(n).as_secs() / 60).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!((pause_length(0), pause_length(i32::MAX)), (PAUSE_MIN, PAUSE_MAX));
    }

    #[test]
    fn twenty_failures_pause_and_a_success_ends_it() {
        let t = |s| Instante::from_micros(0).plus_seconds(s);
        let mut brake = Brake::default().success(t(0));
        for n in 1..FAILURES_UNTIL_PAUSE {
            brake = brake.failure(t(n.into()), false);
            assert!(!brake.paused());
        }
        brake = brake.failure(t(20), false);
        assert_eq!((brake.pausas, brake.pausado_ate), (1, t(80)));
        // a call that was under way
        let late = brake.failure(t(30), false);
        assert_eq!((late.pausas, late.pausado_ate), (1, t(80)));
        let probe = brake.failure(t(90), true);
        assert_eq!((probe.pausas, probe.pausado_ate), (2, t(90 + 120)));
        let good = probe.success(t(300));
        assert_eq!((good.paused(), good.falhas, good.ultimo_sucesso), (false, 0, Some(t(300))));
    }
}
