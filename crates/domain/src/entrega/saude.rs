//! The health of an address: when sending to it pauses, and when it goes on.

use std::time::Duration;

use serde::Serialize;

use super::schedule::FALHAS_ATE_PAUSA;
use crate::values::dates::Instante;

/// The longest pause.
const PAUSA_MAX: Duration = Duration::from_secs(3600);
/// The first pause; each further one is twice as long.
const PAUSA_MIN: Duration = Duration::from_secs(60);

/// How long the n-th pause in a row (from 1) lasts: a minute, doubling to an hour.
pub fn pausa(n: i32) -> Duration {
    let dobras = u32::try_from(n.clamp(1, 10) - 1).unwrap_or(0);
    (PAUSA_MIN * 2_u32.pow(dobras)).min(PAUSA_MAX)
}

/// What is known of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Freio {
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

impl Freio {
    /// True while only a probe may be sent, and that only once the pause is over.
    pub const fn pausado(&self) -> bool {
        self.pausas > 0
    }

    /// Records a success: the pause ends and the counters are reset.
    #[must_use]
    pub fn sucesso(self, agora: Instante) -> Self {
        Self { ultimo_sucesso: Some(agora), ultima_falha: self.ultima_falha, ..Self::default() }
    }

    /// Records a failure. `sonda`: the call was the probe that ends a pause; when it fails, the next pause is
    /// longer. Failures of calls that began before the pause do not change it.
    #[must_use]
    pub fn falha(self, agora: Instante, sonda: bool) -> Self {
        let falhas = self.falhas.saturating_add(1);
        let depois = Self { falhas, ultima_falha: Some(agora), ..self };
        match self.pausado() {
            true if sonda => depois.pausar(agora),
            false if falhas >= FALHAS_ATE_PAUSA => depois.pausar(agora),
            _ => depois,
        }
    }

    /// Pauses for the next time.
    #[must_use]
    pub fn pausar(self, agora: Instante) -> Self {
        let pausas = self.pausas.saturating_add(1);
        let segundos = i64::try_from(pausa(pausas).as_secs()).unwrap_or(i64::MAX);
        Self { pausas, pausado_ate: agora.mais_segundos(segundos), ..self }
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
    /// When the address answered 410 and the notification was switched off for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub encerrada_em: Option<Instante>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_an_hour() {
        let minutos: Vec<u64> = (1..=9).map(|n| pausa(n).as_secs() / 60).collect();
        assert_eq!(minutos, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        assert_eq!((pausa(0), pausa(i32::MAX)), (PAUSA_MIN, PAUSA_MAX));
    }

    #[test]
    fn twenty_failures_pause_and_a_success_ends_it() {
        let t = |s| Instante::from_micros(0).mais_segundos(s);
        let mut freio = Freio::default().sucesso(t(0));
        for n in 1..FALHAS_ATE_PAUSA {
            freio = freio.falha(t(n.into()), false);
            assert!(!freio.pausado());
        }
        freio = freio.falha(t(20), false);
        assert_eq!((freio.pausas, freio.pausado_ate), (1, t(80)));
        // a call that was under way
        let tardia = freio.falha(t(30), false);
        assert_eq!((tardia.pausas, tardia.pausado_ate), (1, t(80)));
        let sonda = freio.falha(t(90), true);
        assert_eq!((sonda.pausas, sonda.pausado_ate), (2, t(90 + 120)));
        let bom = sonda.sucesso(t(300));
        assert_eq!((bom.pausado(), bom.falhas, bom.ultimo_sucesso), (false, 0, Some(t(300))));
    }
}
