//! Taking deliveries that are due, one server at a time.

use diesel::dsl::exists;
use diesel::prelude::*;
use domain::evento::TipoEvento;
use domain::inscricao::Topico;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::taken::Reserved;
use crate::avisos::destinos::{Destino, DestinoState, lock_destino, write_destino};
use crate::base::StoreError;
use crate::base::schema::{entregas, notificacao_destinos as destinos, notificacoes};
use crate::base::{Conn, Tx, locked, on};

/// How long a server has a delivery to itself. What it has not told of by then is due again.
pub const RESERVATION_SECONDS: i64 = 60;

/// The addresses to which something is due and may be sent.
pub fn due_destinos(conn: &mut Conn<'_>, now: Instante) -> Result<Vec<Destino>, StoreError> {
    let rows: Vec<(i32, i64, i32)> = on!(conn, c => {
        let due_entregas = entregas::table
            .filter(entregas::aplicacao_id.eq(destinos::aplicacao_id))
            .filter(entregas::notificacao_id.eq(destinos::notificacao_id))
            .filter(entregas::destino_loja.eq(destinos::loja_id))
            .filter(entregas::devida_em.le(now.micros()));
        destinos::table
            .inner_join(notificacoes::table.on(notificacoes::aplicacao_id
                .eq(destinos::aplicacao_id)
                .and(notificacoes::notificacao_id.eq(destinos::notificacao_id))))
            .filter(notificacoes::ativo)
            .filter(destinos::pausado_ate.le(now.micros()))
            .filter(exists(due_entregas))
            .select((destinos::aplicacao_id, destinos::notificacao_id, destinos::loja_id))
            .load(c)?
    });
    Ok(rows
        .into_iter()
        .map(|(a, notificacao, loja)| Destino { aplicacao: AplicacaoId(a), notificacao, loja })
        .collect())
}

/// True when a test is due.
pub fn has_tests(conn: &mut Conn<'_>, now: Instante) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(exists(entregas::table
        .filter(entregas::fila.is_null())
        .filter(entregas::devida_em.le(now.micros()))))
        .get_result(c))?)
}

/// Takes what is due: for each address at most as many as it says. To an address whose pause is over a single
/// one goes, which tries whether it is back; until its outcome is known, nobody sends there.
pub fn reserve(
    tx: &mut Tx<'_>,
    pedidos: &[(Destino, i64)],
    now: Instante,
    reserva: i64,
) -> Result<Vec<Reserved>, StoreError> {
    let mut taken_ones = Vec::new();
    for (destino, slots) in pedidos {
        let Some((pauses, until)) = pause_length(tx, *destino)? else { continue };
        if pauses == 0 {
            taken_ones.extend(take(tx, *destino, Which::Many(*slots), now, reserva)?);
        } else if until <= now.micros() {
            taken_ones.extend(probe(tx, *destino, now, reserva)?);
        }
    }
    Ok(taken_ones)
}

/// Takes tests that are due. They go out whatever the state of their address.
pub fn reserve_tests(
    tx: &mut Tx<'_>,
    limit: i64,
    now: Instante,
    reserva: i64,
) -> Result<Vec<Reserved>, StoreError> {
    let due_destinos = entregas::table
        .filter(entregas::fila.is_null())
        .filter(entregas::devida_em.le(now.micros()))
        .select((entregas::aplicacao_id, entregas::notificacao_id, entregas::entrega_id))
        .limit(limit);
    let keys: Vec<(i32, i64, i64)> = locked!(tx, due_destinos, skip, load)?;
    let mut taken_ones = Vec::new();
    for (aplicacao, notificacao, id) in keys {
        taken_ones.extend(mark(tx, aplicacao, notificacao, &[id], now, reserva)?);
    }
    Ok(taken_ones)
}

fn pause_length(tx: &mut Tx<'_>, destino: Destino) -> Result<Option<(i32, i64)>, StoreError> {
    Ok(on!(tx, c => destinos::table
        .find((destino.aplicacao.0, destino.notificacao, destino.loja))
        .select((destinos::pausas, destinos::pausado_ate))
        .first(c)
        .optional())?)
}

/// Takes one delivery, and keeps other servers from doing the same.
fn probe(
    tx: &mut Tx<'_>,
    destino: Destino,
    now: Instante,
    reserva: i64,
) -> Result<Vec<Reserved>, StoreError> {
    let Some(state) = lock_destino(tx, destino)? else { return Ok(Vec::new()) };
    if !state.brake.paused() || state.brake.pausado_ate > now {
        // another server was faster
        return Ok(Vec::new());
    }
    let taken_ones = take(tx, destino, Which::Probe, now, reserva)?;
    if let Some(probe) = taken_ones.first() {
        let mut brake = state.brake;
        brake.pausado_ate = now.plus_seconds(RESERVATION_SECONDS);
        write_destino(tx, destino, &DestinoState { brake, sonda: Some(probe.id) })?;
    }
    Ok(taken_ones)
}

/// Which of the due deliveries are wanted.
#[derive(Clone, Copy)]
enum Which {
    /// At most so many, those that have been due longest first.
    Many(i64),
    /// One that tries whether the address is back: one that was never sent before those that were, since it
    /// may be the event that the address refuses; after that the one that has been due longest, so that each
    /// gets its turn.
    Probe,
}

fn take(
    tx: &mut Tx<'_>,
    destino: Destino,
    which: Which,
    now: Instante,
    reserva: i64,
) -> Result<Vec<Reserved>, StoreError> {
    macro_rules! due_entregas {
        ($ordering:expr, $count:expr) => {
            entregas::table
                .filter(entregas::aplicacao_id.eq(destino.aplicacao.0))
                .filter(entregas::notificacao_id.eq(destino.notificacao))
                .filter(entregas::destino_loja.eq(destino.loja))
                .filter(entregas::devida_em.le(now.micros()))
                .filter(entregas::fila.is_not_null())
                .order($ordering)
                .select(entregas::entrega_id)
                .limit($count)
        };
    }
    let by_due = (entregas::devida_em, entregas::entrega_id);
    let by_debut = (entregas::envios.gt(0), entregas::devida_em, entregas::entrega_id);
    let ids: Vec<i64> = match which {
        Which::Many(n) => locked!(tx, due_entregas!(by_due, n), skip, load)?,
        Which::Probe => locked!(tx, due_entregas!(by_debut, 1), skip, load)?,
    };
    mark(tx, destino.aplicacao.0, destino.notificacao, &ids, now, reserva)
}

type EntregaRow = (i32, i64, i64, i32, i32, i64, i16, i16, i64, String, i32);

/// Notes whose they are, in the order of `ids`.
fn mark(
    tx: &mut Tx<'_>,
    aplicacao: i32,
    notificacao: i64,
    ids: &[i64],
    now: Instante,
    reserva: i64,
) -> Result<Vec<Reserved>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows: Vec<EntregaRow> = on!(tx, c => diesel::update(
        entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao))
            .filter(entregas::notificacao_id.eq(notificacao))
            .filter(entregas::entrega_id.eq_any(ids)),
    )
    .set((
        entregas::devida_em.eq(now.plus_seconds(RESERVATION_SECONDS).micros()),
        entregas::reserva.eq(reserva),
    ))
    .returning((
        entregas::aplicacao_id,
        entregas::notificacao_id,
        entregas::entrega_id,
        entregas::destino_loja,
        entregas::loja_id,
        entregas::posicao,
        entregas::tipo,
        entregas::topico,
        entregas::assunto,
        entregas::evento_id,
        entregas::envios,
    ))
    .get_results(c))?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.2));
    Ok(rows.into_iter().map(|row| from_row(row, reserva)).collect())
}

fn from_row(row: EntregaRow, reserva: i64) -> Reserved {
    let (a, notificacao, id, destino_loja, loja, posicao, kind, topico, assunto, evento_id, envios) = row;
    let aplicacao = AplicacaoId(a);
    Reserved {
        destino: Destino { aplicacao, notificacao, loja: destino_loja },
        id,
        loja: LojaId { aplicacao, loja },
        posicao,
        tipo: TipoEvento::from_code(kind),
        topico: Topico::from_code(topico),
        assunto,
        evento_id,
        tentativa: envios + 1,
        reserva,
    }
}
