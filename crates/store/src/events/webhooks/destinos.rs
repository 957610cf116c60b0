//! An address that events are sent to, and its health.

use diesel::prelude::*;
use domain::entrega::{Brake, Failure};
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use crate::base::schema::{entregas, notificacao_destinos as destinos};
use crate::base::{StoreError, Tx, locked, on};

/// One address of one notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Destino {
    /// Whose notification it is.
    pub aplicacao: AplicacaoId,
    /// The notification.
    pub notificacao: i64,
    /// 0 = its own url, else the number of the user whose `urlIntegracao` is meant.
    pub loja: i32,
}

/// Stored health of an address.
pub(super) struct DestinoState {
    pub brake: Brake,
    pub sonda: Option<i64>,
    /// Why the last failure was one, with the status of the answer when there was one.
    pub last_error: Option<(Failure, Option<i16>)>,
}

/// The health of an address, which nobody else changes until this transaction ends; `None` when the
/// notification is gone, or nothing was ever sent there.
pub(super) fn lock_destino(tx: &mut Tx<'_>, destino: Destino) -> Result<Option<DestinoState>, StoreError> {
    type Health = (i32, i32, i64, Option<i64>, Option<i64>, Option<i64>);
    type DestinoRow = (Health, Option<i16>, Option<i16>);
    let key = (destino.aplicacao.0, destino.notificacao, destino.loja);
    let health = (
        destinos::falhas,
        destinos::pausas,
        destinos::pausado_ate,
        destinos::sonda,
        destinos::ultimo_sucesso,
        destinos::ultima_falha,
    );
    let columns = (health, destinos::ultimo_erro, destinos::ultimo_status);
    let row: Option<DestinoRow> = locked!(tx, destinos::table.find(key).select(columns), first).optional()?;
    Ok(row.map(|((falhas, pausas, until, sonda, success, failure), erro, status)| DestinoState {
        brake: Brake {
            falhas,
            pausas,
            pausado_ate: Instante::from_micros(until),
            ultimo_sucesso: success.map(Instante::from_micros),
            ultima_falha: failure.map(Instante::from_micros),
        },
        sonda,
        last_error: erro.and_then(Failure::from_code).map(|failure| (failure, status)),
    }))
}

pub(super) fn write_destino(
    tx: &mut Tx<'_>,
    destino: Destino,
    state: &DestinoState,
) -> Result<(), StoreError> {
    let brake = &state.brake;
    on!(tx, c => diesel::update(destinos::table.find((
        destino.aplicacao.0,
        destino.notificacao,
        destino.loja,
    )))
    .set((
        destinos::falhas.eq(brake.falhas),
        destinos::pausas.eq(brake.pausas),
        destinos::pausado_ate.eq(brake.pausado_ate.micros()),
        destinos::sonda.eq(state.sonda),
        destinos::ultimo_sucesso.eq(brake.ultimo_sucesso.map(Instante::micros)),
        destinos::ultima_falha.eq(brake.ultima_falha.map(Instante::micros)),
        destinos::ultimo_erro.eq(state.last_error.map(|(failure, _)| failure.code())),
        destinos::ultimo_status.eq(state.last_error.and_then(|(_, status)| status)),
    ))
    .execute(c))?;
    Ok(())
}

/// Makes what waits for another attempt due now.
pub(super) fn bring_forward(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    notificacao: i64,
    loja: Option<i32>,
    now: Instante,
) -> Result<(), StoreError> {
    on!(tx, c => {
        let waiting = entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao.0))
            .filter(entregas::notificacao_id.eq(notificacao))
            .filter(entregas::devida_em.gt(now.micros()))
            .filter(entregas::reserva.is_null());
        let change = entregas::devida_em.eq(now.micros());
        match loja {
            Some(loja) => {
                diesel::update(waiting.filter(entregas::destino_loja.eq(loja))).set(change).execute(c)?
            }
            None => diesel::update(waiting).set(change).execute(c)?,
        }
    });
    Ok(())
}

/// Forgets what was known of a notification's addresses, as when it gets another one: all that waits is due
/// at once.
pub(crate) fn forget_failures(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    notificacao: i64,
    now: Instante,
) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(
        destinos::table
            .filter(destinos::aplicacao_id.eq(aplicacao.0))
            .filter(destinos::notificacao_id.eq(notificacao)),
    )
    .set((
        destinos::falhas.eq(0),
        destinos::pausas.eq(0),
        destinos::pausado_ate.eq(0),
        destinos::sonda.eq(None::<i64>),
    ))
    .execute(c))?;
    bring_forward(tx, aplicacao, notificacao, None, now)
}
