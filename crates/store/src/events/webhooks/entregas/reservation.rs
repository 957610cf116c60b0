//! Reservations of due deliveries: one server at a time.

use diesel::dsl::{exists, max, min};
use diesel::prelude::*;
use domain::entrega::{Agenda, PAUSE_MAX};
use domain::evento::TipoEvento;
use domain::inscricao::Topico;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::{entregas, notificacao_destinos as destinos, notificacoes, usuarios};
use crate::base::{Conn, Rare, StoreError, Tx, latest, locked, on};
use crate::events::webhooks::destinos::{Destino, DestinoState, lock_destino, write_destino};

/// Seconds until a reservation without an outcome expires and the delivery is due again.
pub const RESERVATION_SECONDS: i64 = 60;

/// Criteria of what is due: times that have passed, or that are later than any valid wait ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// The time.
    pub now: Instante,
    /// The last moment at which a delivery may lawfully be due.
    pub(super) attempt: i64,
    /// The last moment at which a pause may lawfully end.
    pub(super) pause: i64,
    /// The last moment at which a reservation, and so a test, may lawfully be due.
    pub(super) reservation: i64,
}

impl Due {
    /// Now, under this schedule.
    pub fn at(now: Instante, agenda: &Agenda) -> Self {
        let longest = i64::try_from(agenda.longest().as_secs()).unwrap_or(i64::MAX);
        let pause = i64::try_from(PAUSE_MAX.as_secs()).unwrap_or(i64::MAX);
        Self {
            now,
            attempt: latest(now, longest.max(RESERVATION_SECONDS)),
            pause: latest(now, pause),
            reservation: latest(now, RESERVATION_SECONDS),
        }
    }

    /// True when a pause until then is over.
    pub(super) fn pause_over(&self, until: Instante) -> bool {
        until <= self.now || until.micros() > self.pause
    }
}

/// A reserved delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reserved {
    /// Where it goes.
    pub destino: Destino,
    /// Its number.
    pub id: i64,
    /// The user that the event happened to; 0 inside for a test that is nobody's.
    pub loja: LojaId,
    /// The event's position in the log; 0 for a test.
    pub posicao: i64,
    /// The kind of event; `None` = a test.
    pub tipo: Option<TipoEvento>,
    /// The topic, for a subscription.
    pub topico: Option<Topico>,
    /// The service's number of the event's subject.
    pub assunto: i64,
    /// The event's identifier.
    pub evento_id: String,
    /// Which attempt this is, from 1.
    pub tentativa: i32,
    /// Identifies the reservation.
    pub reserva: i64,
}

/// The lane of an event, within which deliveries keep their order: one per order, SKU, channel and user.
pub(super) fn lane_of(kind: TipoEvento, assunto: i64) -> i64 {
    let class = match kind {
        TipoEvento::PedidoCriado
        | TipoEvento::PedidoStatus
        | TipoEvento::PedidoDetalhe
        | TipoEvento::PedidoFalta => 0,
        TipoEvento::SkuCriado
        | TipoEvento::SkuAlterado
        | TipoEvento::SkuEstoque
        | TipoEvento::SkuPreco
        | TipoEvento::SkuExcluido
        | TipoEvento::SkuCanalAlterado
        | TipoEvento::OfertaAlterada
        | TipoEvento::AnuncioAlterado => 1,
        TipoEvento::CanalAlterado
        | TipoEvento::CanalExcluido
        | TipoEvento::CanalErro
        | TipoEvento::CanalConexao => 2,
        TipoEvento::UsuarioAlterado => 3,
    };
    assunto.wrapping_mul(4).wrapping_add(class)
}

/// An address with due deliveries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueDestino {
    /// The address.
    pub destino: Destino,
    /// Its URL; `None` = the user has no address any more.
    pub url: Option<String>,
}

type DueRow = (i32, i64, i32, Option<String>, Option<String>);

fn due_destino((a, notificacao, loja, url, of_loja): DueRow) -> DueDestino {
    let destino = Destino { aplicacao: AplicacaoId(a), notificacao, loja };
    DueDestino { destino, url: url.or(of_loja.filter(|url| !url.is_empty())) }
}

/// Joins the tables that hold the URLs.
macro_rules! with_urls {
    ($table:ident, $loja:expr) => {
        $table::table
            .inner_join(
                notificacoes::table.on(notificacoes::aplicacao_id
                    .eq($table::aplicacao_id)
                    .and(notificacoes::notificacao_id.eq($table::notificacao_id))),
            )
            .left_join(
                usuarios::table
                    .on(usuarios::aplicacao_id.eq($table::aplicacao_id).and(usuarios::loja_id.eq($loja))),
            )
    };
}

/// The unpaused addresses with due deliveries, except tests.
pub fn due_destinos(conn: &mut Conn<'_>, due: Due) -> Result<Vec<DueDestino>, StoreError> {
    let rows: Vec<DueRow> = on!(conn, c => {
        let its = || entregas::table
            .filter(entregas::aplicacao_id.eq(destinos::aplicacao_id))
            .filter(entregas::notificacao_id.eq(destinos::notificacao_id))
            .filter(entregas::destino_loja.eq(destinos::loja_id))
            .filter(entregas::fila.is_not_null())
            .filter(entregas::devida_em.is_not_null());
        // min() and max() read the ends of the index; for EXISTS PostgreSQL's planner would read all deliveries
        let first = its().select(min(entregas::devida_em)).single_value();
        let last = its().select(max(entregas::devida_em)).single_value();
        with_urls!(destinos, destinos::loja_id)
            .filter(notificacoes::ativo)
            .filter(destinos::pausado_ate.le(due.now.micros()).or(destinos::pausado_ate.gt(due.pause)))
            .filter(first.le(due.now.micros()).or(last.gt(due.attempt)))
            .select((
                destinos::aplicacao_id,
                destinos::notificacao_id,
                destinos::loja_id,
                notificacoes::url,
                usuarios::url_integracao.nullable(),
            ))
            .load(c)?
    });
    Ok(rows.into_iter().map(due_destino).collect())
}

/// The addresses to which a test is due, whatever their state.
pub fn due_tests(conn: &mut Conn<'_>, due: Due) -> Result<Vec<DueDestino>, StoreError> {
    let rows: Vec<DueRow> = on!(conn, c => with_urls!(entregas, entregas::destino_loja)
        .filter(entregas::fila.is_null())
        .filter(entregas::devida_em.is_not_null())
        .filter(entregas::devida_em.le(due.now.micros()).or(entregas::devida_em.gt(due.reservation)))
        .select((
            entregas::aplicacao_id,
            entregas::notificacao_id,
            entregas::destino_loja,
            notificacoes::url,
            usuarios::url_integracao.nullable(),
        ))
        .distinct()
        .load(c))?;
    Ok(rows.into_iter().map(due_destino).collect())
}

/// True when a reservation ends later than any valid one: [`release_stuck`] repairs it.
pub fn has_stuck(conn: &mut Conn<'_>, due: Due) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(exists(entregas::table
        .filter(entregas::reserva.is_not_null())
        .filter(entregas::devida_em.gt(due.reservation))))
        .get_result(c))?)
}

/// Releases reservations made under a clock that was ahead; returns how many.
pub fn release_stuck(tx: &mut Tx<'_>, due: Due) -> Result<usize, StoreError> {
    Ok(on!(tx, c => diesel::update(entregas::table
        .filter(entregas::reserva.is_not_null())
        .filter(entregas::devida_em.gt(due.reservation)))
        .set(entregas::devida_em.eq(due.now.micros()))
        .execute(c))?)
}

/// Reserves due deliveries, up to a limit for each address. An address whose pause is over gets a single
/// probe; until its outcome is known, nothing else is sent there.
pub fn reserve(
    tx: &mut Tx<'_>,
    wanted: &[(Destino, i64)],
    due: Due,
    reserva: i64,
) -> Result<Vec<Reserved>, StoreError> {
    let mut taken_items = Vec::new();
    for (destino, slots) in wanted {
        let Some((pauses, until)) = pause_length(tx, *destino)? else { continue };
        if pauses == 0 {
            taken_items.extend(take(tx, *destino, Which::Many(*slots), due, reserva)?);
        } else if due.pause_over(Instante::from_micros(until)) {
            taken_items.extend(probe(tx, *destino, due, reserva)?);
        }
    }
    Ok(taken_items)
}

/// Reserves due tests, up to a limit for each address, whatever the state of the address.
pub fn reserve_tests(
    tx: &mut Tx<'_>,
    wanted: &[(Destino, i64)],
    due: Due,
    reserva: i64,
) -> Result<Vec<Reserved>, StoreError> {
    let mut taken_items = Vec::new();
    for (destino, slots) in wanted {
        let (aplicacao, notificacao) = (destino.aplicacao.0, destino.notificacao);
        let due_rows = entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao))
            .filter(entregas::notificacao_id.eq(notificacao))
            .filter(Rare(entregas::destino_loja.eq(destino.loja)))
            .filter(entregas::fila.is_null())
            .filter(entregas::devida_em.is_not_null())
            .filter(entregas::devida_em.le(due.now.micros()).or(entregas::devida_em.gt(due.reservation)))
            .select(entregas::entrega_id)
            .limit(*slots);
        let ids: Vec<i64> = locked!(tx, due_rows, skip, load)?;
        taken_items.extend(mark(tx, aplicacao, notificacao, &ids, due.now, reserva)?);
    }
    Ok(taken_items)
}

fn pause_length(tx: &mut Tx<'_>, destino: Destino) -> Result<Option<(i32, i64)>, StoreError> {
    Ok(on!(tx, c => destinos::table
        .find((destino.aplicacao.0, destino.notificacao, destino.loja))
        .select((destinos::pausas, destinos::pausado_ate))
        .first(c)
        .optional())?)
}

/// Reserves one delivery as a probe, under the lock of the address.
fn probe(tx: &mut Tx<'_>, destino: Destino, due: Due, reserva: i64) -> Result<Vec<Reserved>, StoreError> {
    let Some(state) = lock_destino(tx, destino)? else { return Ok(Vec::new()) };
    if !state.brake.paused() || !due.pause_over(state.brake.pausado_ate) {
        // another server was faster
        return Ok(Vec::new());
    }
    let taken_items = take(tx, destino, Which::Probe, due, reserva)?;
    if let Some(probe) = taken_items.first() {
        let mut brake = state.brake;
        brake.pausado_ate = due.now.plus_seconds(RESERVATION_SECONDS);
        write_destino(tx, destino, &DestinoState { brake, sonda: Some(probe.id), ..state })?;
    }
    Ok(taken_items)
}

/// Which due deliveries to reserve.
#[derive(Clone, Copy)]
enum Which {
    /// At most this many, those due longest first.
    Many(i64),
    /// A probe of a paused address: deliveries never sent before come first, since the address may refuse one
    /// certain event; then the one due longest.
    Probe,
}

fn take(
    tx: &mut Tx<'_>,
    destino: Destino,
    which: Which,
    due: Due,
    reserva: i64,
) -> Result<Vec<Reserved>, StoreError> {
    macro_rules! its {
        ($when:expr, $ordering:expr, $count:expr) => {
            entregas::table
                .filter(entregas::aplicacao_id.eq(destino.aplicacao.0))
                .filter(entregas::notificacao_id.eq(destino.notificacao))
                .filter(entregas::destino_loja.eq(destino.loja))
                .filter($when)
                .filter(entregas::fila.is_not_null())
                .order($ordering)
                .select(entregas::entrega_id)
                .limit($count)
        };
    }
    macro_rules! found {
        ($when:expr, $wanted:expr) => {{
            let by_due = (entregas::devida_em, entregas::entrega_id);
            let by_debut = (entregas::envios.gt(0), entregas::devida_em, entregas::entrega_id);
            let ids: Vec<i64> = match which {
                Which::Many(_) => locked!(tx, its!($when, by_due, $wanted), skip, load)?,
                Which::Probe => locked!(tx, its!($when, by_debut, $wanted), skip, load)?,
            };
            ids
        }};
    }
    let wanted = match which {
        Which::Many(n) => n,
        Which::Probe => 1,
    };
    let mut ids = found!(entregas::devida_em.le(due.now.micros()), wanted);
    let lacking = wanted - ids.len() as i64;
    if lacking > 0 {
        // two reads at the ends of the index, not one through all that waits between them
        ids.extend(found!(entregas::devida_em.gt(due.attempt), lacking));
    }
    mark(tx, destino.aplicacao.0, destino.notificacao, &ids, due.now, reserva)
}

type EntregaRow = (i32, i64, i64, i32, i32, i64, i16, i16, i64, String, i32);

/// Marks deliveries as reserved; returns them in the order of `ids`.
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
