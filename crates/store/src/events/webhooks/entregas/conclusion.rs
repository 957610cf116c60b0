//! Conclusion of attempts: the delivery, the next one of its lane, and the health of its address.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::entrega::{Agenda, EstadoEntrega, Failure};
use domain::values::dates::Instante;

use crate::base::StoreError;
use crate::base::schema::{entrega_tentativas as attempts, entregas, notificacoes};
use crate::base::{Conn, Rare, Tx, on};
use crate::events::webhooks::destinos::{Destino, DestinoState, bring_forward, lock_destino, write_destino};

/// A finished attempt.
#[derive(Debug, Clone, PartialEq)]
pub struct AttemptResult {
    /// Where it went.
    pub destino: Destino,
    /// The delivery.
    pub id: i64,
    /// The reservation it was made under.
    pub reserva: i64,
    /// When it began.
    pub inicio: Instante,
    /// How long it took, milliseconds.
    pub duracao_ms: i32,
    /// The status of the answer, when there was one.
    pub status: Option<i16>,
    /// Why it failed; `None` = it succeeded.
    pub falha: Option<Failure>,
    /// The beginning of the answer.
    pub resposta: String,
    /// A random number from 0 to 1, for the wait until the next attempt.
    pub luck: f64,
}

/// Outcome of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The address accepted it.
    Delivered,
    /// It will be tried again.
    Again,
    /// No attempts are left.
    Exhausted,
    /// Another server has it by now, or it was deleted: nothing was stored.
    Lost,
}

/// A change in the health of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HealthChange {
    /// Sending to it pauses, at first until this time.
    Paused(Destino, Instante),
    /// It accepts calls again.
    Recovered(Destino),
}

/// Result of [`conclude`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Concluded {
    /// The outcome of each attempt, in their order.
    pub outcomes: Vec<Outcome>,
    /// Addresses that have begun or ceased to pause.
    pub changes: Vec<HealthChange>,
}

/// Stores the outcomes of attempts.
pub fn conclude(
    tx: &mut Tx<'_>,
    results: &[AttemptResult],
    agenda: &Agenda,
    now: Instante,
) -> Result<Concluded, StoreError> {
    // always in the order of the addresses: two servers cannot wait for each other
    let mut per_destino: BTreeMap<Destino, Vec<usize>> = BTreeMap::new();
    for (i, result) in results.iter().enumerate() {
        per_destino.entry(result.destino).or_default().push(i);
    }
    let mut outcomes = vec![Outcome::Lost; results.len()];
    let mut changes = Vec::new();
    for (destino, indices) in per_destino {
        let mut state = lock_destino(tx, destino)?;
        let paused = state.as_ref().is_some_and(|e| e.brake.paused());
        for i in indices {
            let (Some(result), Some(outcome)) = (results.get(i), outcomes.get_mut(i)) else {
                continue;
            };
            *outcome = one(tx, result, state.as_mut(), agenda, now)?;
        }
        if let Some(state) = state {
            write_destino(tx, destino, &state)?;
            match (paused, state.brake.paused()) {
                (true, false) => {
                    bring_forward(tx, destino.aplicacao, destino.notificacao, Some(destino.loja), now)?;
                    changes.push(HealthChange::Recovered(destino));
                }
                (false, true) => changes.push(HealthChange::Paused(destino, state.brake.pausado_ate)),
                _ => {}
            }
        }
    }
    Ok(Concluded { outcomes, changes })
}

/// Fields of a delivery that decide whether to retry.
struct Current {
    fila: Option<i64>,
    falhadas: i32,
    envios: i32,
    primeira_em: Instante,
}

/// New state of a delivery.
struct After {
    estado: EstadoEntrega,
    falhadas: i32,
    /// When it is due again; `None` = it is finished.
    devida_em: Option<Instante>,
}

fn one(
    tx: &mut Tx<'_>,
    result: &AttemptResult,
    state: Option<&mut DestinoState>,
    agenda: &Agenda,
    now: Instante,
) -> Result<Outcome, StoreError> {
    let Some(current) = current(tx, result)? else { return Ok(Outcome::Lost) };
    // a test may go to an address that nothing was sent to yet
    let mut none = DestinoState { brake: Default::default(), sonda: None, last_error: None };
    let state = state.unwrap_or(&mut none);
    let after = match result.falha {
        None => {
            state.brake = state.brake.success(now);
            state.sonda = None;
            After { estado: EstadoEntrega::Entregue, falhadas: current.falhadas, devida_em: None }
        }
        Some(failure) if current.fila.is_none() || failure.permanent() => {
            After { estado: EstadoEntrega::Esgotada, falhadas: current.falhadas + 1, devida_em: None }
        }
        // a user's own address that is gone must not silence all the other users
        Some(Failure::Closed) if result.destino.loja == 0 => {
            close(tx, result.destino, now)?;
            state.last_error = Some((Failure::Closed, result.status));
            state.brake.ultima_falha = Some(now);
            After { estado: EstadoEntrega::Pendente, falhadas: current.falhadas, devida_em: Some(now) }
        }
        Some(failure) => {
            state.last_error = Some((failure, result.status));
            failed(result, &current, state, agenda, now)
        }
    };
    note(tx, result, &current, &after, now)?;
    if let (None, Some(fila)) = (after.devida_em, current.fila) {
        call_next(tx, result, fila, now)?;
    }
    Ok(match after.estado {
        EstadoEntrega::Entregue => Outcome::Delivered,
        EstadoEntrega::Pendente => Outcome::Again,
        EstadoEntrega::Esgotada => Outcome::Exhausted,
    })
}

/// An attempt that may be made again. What fails while the address is paused uses nothing of its schedule up:
/// it is due when the pause ends, after those that have been due for longer.
fn failed(
    result: &AttemptResult,
    current: &Current,
    state: &mut DestinoState,
    agenda: &Agenda,
    now: Instante,
) -> After {
    let probe = state.sonda == Some(result.id);
    let paused = state.brake.paused();
    state.brake = state.brake.failure(now, probe);
    if probe {
        state.sonda = None;
    }
    let pending = EstadoEntrega::Pendente;
    if paused {
        return After { estado: pending, falhadas: current.falhadas, devida_em: Some(now) };
    }
    let falhadas = current.falhadas + 1;
    if let Some(wait) = agenda.wait(falhadas, result.luck) {
        let micros = i64::try_from(wait.as_micros()).unwrap_or(i64::MAX);
        let at = Instante::from_micros(now.micros().saturating_add(micros));
        return After { estado: pending, falhadas, devida_em: Some(at) };
    }
    if state.brake.ultimo_sucesso > Some(current.primeira_em) {
        // the address works, but rejects this one
        return After { estado: EstadoEntrega::Esgotada, falhadas, devida_em: None };
    }
    if !state.brake.paused() {
        state.brake = state.brake.pause(now);
    }
    After { estado: pending, falhadas, devida_em: Some(now) }
}

/// The delivery, if this server's reservation still holds.
fn current(tx: &mut Tx<'_>, result: &AttemptResult) -> Result<Option<Current>, StoreError> {
    let row: Option<(Option<i64>, i32, i32, Option<i64>)> = on!(tx, c => entregas::table
        .find((result.destino.aplicacao.0, result.destino.notificacao, result.id))
        .filter(entregas::reserva.eq(result.reserva))
        .select((entregas::fila, entregas::falhadas, entregas::envios, entregas::primeira_em))
        .first(c)
        .optional())?;
    Ok(row.map(|(fila, falhadas, envios, primeira_em)| Current {
        fila,
        falhadas,
        envios,
        primeira_em: primeira_em.map_or(result.inicio, Instante::from_micros),
    }))
}

fn note(
    tx: &mut Tx<'_>,
    result: &AttemptResult,
    current: &Current,
    after: &After,
    now: Instante,
) -> Result<(), StoreError> {
    let (aplicacao, notificacao) = (result.destino.aplicacao.0, result.destino.notificacao);
    let concluido_em = after.devida_em.is_none().then_some(now.micros());
    on!(tx, c => {
        diesel::update(entregas::table.find((aplicacao, notificacao, result.id)))
            .set((
                entregas::estado.eq(after.estado.code()),
                entregas::falhadas.eq(after.falhadas),
                entregas::envios.eq(current.envios + 1),
                entregas::devida_em.eq(after.devida_em.map(Instante::micros)),
                entregas::reserva.eq(None::<i64>),
                entregas::primeira_em.eq(current.primeira_em.micros()),
                entregas::concluido_em.eq(concluido_em),
            ))
            .execute(c)?;
        diesel::insert_into(attempts::table)
            .values((
                attempts::aplicacao_id.eq(aplicacao),
                attempts::notificacao_id.eq(notificacao),
                attempts::entrega_id.eq(result.id),
                attempts::numero.eq(current.envios + 1),
                attempts::em.eq(result.inicio.micros()),
                attempts::duracao_ms.eq(result.duracao_ms),
                attempts::status.eq(result.status),
                attempts::falha.eq(result.falha.map(Failure::code)),
                attempts::resposta.eq(&result.resposta),
            ))
            .execute(c)?;
    });
    Ok(())
}

/// Makes the next delivery of its lane due.
fn call_next(tx: &mut Tx<'_>, result: &AttemptResult, fila: i64, now: Instante) -> Result<(), StoreError> {
    let (aplicacao, notificacao) = (result.destino.aplicacao.0, result.destino.notificacao);
    if let Some(id) = first_of_line(tx, result.destino, fila)? {
        on!(tx, c => diesel::update(entregas::table.find((aplicacao, notificacao, id)))
            .set(entregas::devida_em.eq(now.micros()))
            .execute(c))?;
    }
    Ok(())
}

/// The first of a line that is not done with.
pub(super) fn first_of_line(
    conn: &mut Conn<'_>,
    destino: Destino,
    fila: i64,
) -> Result<Option<i64>, StoreError> {
    Ok(on!(conn, c => entregas::table
        .filter(entregas::aplicacao_id.eq(destino.aplicacao.0))
        .filter(entregas::notificacao_id.eq(destino.notificacao))
        .filter(entregas::destino_loja.eq(destino.loja))
        .filter(Rare(entregas::fila.eq(fila)))
        .filter(entregas::concluido_em.is_null())
        .order(entregas::entrega_id)
        .select(entregas::entrega_id)
        .first(c)
        .optional())?)
}

/// The address replied that it is gone for good: the notification is deactivated, and keeps its position.
fn close(tx: &mut Tx<'_>, destino: Destino, now: Instante) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(notificacoes::table.find((destino.aplicacao.0, destino.notificacao)))
        .set((
            notificacoes::ativo.eq(false),
            notificacoes::encerrada_em.eq(now.micros()),
            notificacoes::alterado_em.eq(now.micros()),
        ))
        .execute(c))?;
    Ok(())
}
