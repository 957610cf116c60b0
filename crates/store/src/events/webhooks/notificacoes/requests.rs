//! Requests of an owner: resending a range of the log, or a test.

use diesel::prelude::*;
use domain::entrega::EstadoEntrega;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::StoreError;
use crate::base::schema::{entregas, notificacao_cursores as cursors};
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Rare, Tx, on};
use crate::events;
use crate::events::webhooks::destinos::forget_failures;
use crate::events::webhooks::notificacoes::{Owner, find};

/// Most ranges, and most tests, of one notification under way.
pub const OPEN_MAX: i64 = 10;

/// Outcome of a request to resend a range of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResendOutcome {
    /// It will be sent, as far as it is kept.
    Accepted {
        /// The first position.
        de: i64,
        /// The last position.
        ate: i64,
    },
    /// The log has nothing there.
    Empty,
    /// [`OPEN_MAX`] ranges are under way.
    Excess,
    /// There is no such notification.
    Missing,
}

/// Sends the events from `de` to `ate` (both included) once more, as far as the notification wants their
/// kinds. At once: somebody has looked at the addresses, and what waits for another attempt or for the end of a
/// pause would hold the events of the same order up.
pub fn resend(
    tx: &mut Tx<'_>,
    owner: Owner,
    id: i64,
    de: i64,
    ate: i64,
) -> Result<ResendOutcome, StoreError> {
    if find(tx, owner, id)?.is_none() {
        return Ok(ResendOutcome::Missing);
    }
    let aplicacao = owner.aplicacao();
    let open_items: i64 = on!(tx, c => cursors::table
        .filter(cursors::aplicacao_id.eq(aplicacao.0))
        .filter(cursors::notificacao_id.eq(id))
        .filter(cursors::fim.is_not_null())
        .count()
        .get_result(c))?;
    if open_items >= OPEN_MAX {
        return Ok(ResendOutcome::Excess);
    }
    let (first, last) = events::extremes(tx, aplicacao)?;
    let (de, ate) = (de.max(first), ate.min(last));
    if last == 0 || de > ate {
        return Ok(ResendOutcome::Empty);
    }
    let number = next_number(tx, Sequence::Notificacoes)?;
    on!(tx, c => diesel::insert_into(cursors::table)
        .values((
            cursors::aplicacao_id.eq(aplicacao.0),
            cursors::notificacao_id.eq(id),
            cursors::cursor_num.eq(number),
            cursors::posicao.eq(de),
            cursors::fim.eq(ate),
        ))
        .execute(c))?;
    let now = tx.now();
    forget_failures(tx, aplicacao, id, now)?;
    Ok(ResendOutcome::Accepted { de, ate })
}

/// Sends the event of a delivery once more; one that still waits is sent at once. A test is none: it is asked
/// for anew.
pub fn send_again(tx: &mut Tx<'_>, owner: Owner, id: i64, entrega: i64) -> Result<ResendOutcome, StoreError> {
    let aplicacao = owner.aplicacao();
    if find(tx, owner, id)?.is_none() {
        return Ok(ResendOutcome::Missing);
    }
    let found: Option<(i64, Option<i64>)> = on!(tx, c => entregas::table
        .find((aplicacao.0, id, entrega))
        .filter(entregas::posicao.gt(0))
        .select((entregas::posicao, entregas::concluido_em))
        .first(c)
        .optional())?;
    match found {
        None => Ok(ResendOutcome::Missing),
        Some((posicao, Some(_))) => resend(tx, owner, id, posicao, posicao),
        Some((posicao, None)) => {
            let now = tx.now();
            forget_failures(tx, aplicacao, id, now)?;
            Ok(ResendOutcome::Accepted { de: posicao, ate: posicao })
        }
    }
}

/// Outcome of asking for a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Test {
    /// It will be sent at once, once; this is the delivery's number.
    Created(i64),
    /// The notification sends to each user's own address: the request must name a user.
    UserMissing,
    /// [`OPEN_MAX`] tests are under way.
    Excess,
    /// There is no such notification.
    Missing,
}

/// Sends a made-up event of kind `teste`, whatever the state of the notification and its address. `usuario`:
/// to whose address, for a notification without one of its own and without a user.
pub fn send_test(
    tx: &mut Tx<'_>,
    owner: Owner,
    id: i64,
    usuario: Option<LojaId>,
    now: Instante,
) -> Result<Test, StoreError> {
    let Some(notificacao) = find(tx, owner, id)? else { return Ok(Test::Missing) };
    let loja = notificacao.loja.or(usuario).map_or(0, |l| l.loja);
    let destino = if notificacao.url.is_some() { 0 } else { loja };
    if notificacao.url.is_none() && loja == 0 {
        return Ok(Test::UserMissing);
    }
    let aplicacao = owner.aplicacao();
    let open_items: i64 = on!(tx, c => entregas::table
        .filter(entregas::aplicacao_id.eq(aplicacao.0))
        .filter(entregas::notificacao_id.eq(id))
        .filter(entregas::fila.is_null())
        .filter(Rare(entregas::devida_em.is_not_null()))
        .count()
        .get_result(c))?;
    if open_items >= OPEN_MAX {
        return Ok(Test::Excess);
    }
    let number = next_number(tx, Sequence::Entregas)?;
    on!(tx, c => diesel::insert_into(entregas::table)
        .values((
            entregas::aplicacao_id.eq(aplicacao.0),
            entregas::notificacao_id.eq(id),
            entregas::entrega_id.eq(number),
            entregas::destino_loja.eq(destino),
            entregas::loja_id.eq(loja),
            entregas::posicao.eq(0),
            entregas::tipo.eq(0),
            entregas::topico.eq(0),
            entregas::assunto.eq(0),
            entregas::evento_id.eq(format!("teste_{:016x}", rand::random::<u64>())),
            entregas::estado.eq(EstadoEntrega::Pendente.code()),
            entregas::falhadas.eq(0),
            entregas::envios.eq(0),
            entregas::devida_em.eq(now.micros()),
            entregas::criado_em.eq(now.micros()),
        ))
        .execute(c))?;
    Ok(Test::Created(number))
}
