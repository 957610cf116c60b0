//! Evaluation of ended calls, and log lines about hosts. The lines have the host of an address and nothing else
//! of it.

use std::collections::BTreeSet;
use std::time::Duration;

use domain::entrega::Failure;
use store::entregas::{AttemptResult, HealthChange};

use crate::hosts::{Host, HostChange};
use crate::limit::Target;

/// The result and the target of an ended call.
#[derive(Clone)]
pub(crate) struct EndedCall {
    pub(crate) result: AttemptResult,
    pub(crate) target: Target,
}

/// True for a failure of the host, not of one address on it: no answer, or one that took long.
pub(crate) fn of_the_host(result: &AttemptResult, slow: Duration) -> bool {
    let long = i64::from(result.duracao_ms) >= i64::try_from(slow.as_millis()).unwrap_or(i64::MAX);
    // a call that was not sent shows nothing of the host
    let sent = !matches!(
        result.falha,
        None | Some(Failure::NoEvent | Failure::NoAddress | Failure::UnusableAddress)
    );
    sent && (result.status.is_none() || long)
}

/// Logs a change in the health of a host.
pub(crate) fn report_host(host: &Host, change: Option<HostChange>) {
    let (application, host) = (host.aplicacao.0, host.name.as_str());
    match change {
        Some(HostChange::Paused(pause)) => {
            tracing::warn!(
                application,
                host,
                pause_s = pause.as_secs(),
                "a host does not answer: calls to it pause"
            );
        }
        Some(HostChange::Recovered) => tracing::warn!(application, host, "a host answers again"),
        None => {}
    }
}

/// Logs a change in the health of a notification's address, with its host alone.
pub(crate) fn report_address(change: HealthChange, ended: &[EndedCall]) {
    let (HealthChange::Paused(destino, _) | HealthChange::Recovered(destino)) = change;
    let hosts: BTreeSet<&str> = ended
        .iter()
        .filter(|ended| ended.result.destino == destino)
        .filter_map(|ended| ended.target.host.as_ref().map(|host| host.name.as_str()))
        .collect();
    let host = hosts.last().copied().unwrap_or("-");
    let (application, notification, store) = (destino.aplicacao.0, destino.notificacao, destino.loja);
    match change {
        HealthChange::Paused(_, until) => {
            tracing::warn!(
                application, notification, store, host, %until,
                "an address fails: sending to it pauses"
            );
        }
        HealthChange::Recovered(_) => {
            tracing::warn!(application, notification, store, host, "an address takes calls again");
        }
    }
}
