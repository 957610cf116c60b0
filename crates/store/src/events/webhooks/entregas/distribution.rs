//! Distribution of the log into deliveries, exactly once.

use std::collections::{BTreeSet, HashSet};

use diesel::prelude::*;
use domain::entrega::EstadoEntrega;
use domain::evento::Evento;
use domain::inscricao::Topico;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};
use serde::Deserialize;

use crate::base::schema::{
    entregas, eventos as event_log, notificacao_cursores as cursors, notificacao_destinos as destinos,
    notificacoes, usuarios,
};
use crate::base::sequences::{Sequence, next_many};
use crate::base::{Conn, Rare, StoreError, Tx, insert, locked, on};
use crate::events::webhooks::destinos::{Destino, lock_destino};
use crate::events::webhooks::entregas::reservation::lane_of;
use crate::events::webhooks::notificacoes::{NotificacaoColumns, PENDING_MAX};
use crate::events::{self, EventoRow, Filter};

/// Position of a notification in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cursor {
    /// Whose log.
    pub aplicacao: AplicacaoId,
    /// For which notification.
    pub notificacao: i64,
    /// 0 = its own, which has no end; the others are ranges to resend.
    pub numero: i64,
}

impl Cursor {
    pub(super) const fn key(self) -> (i32, i64, i64) {
        (self.aplicacao.0, self.notificacao, self.numero)
    }
}

fn from_rows(rows: Vec<(i32, i64, i64)>) -> Vec<Cursor> {
    rows.into_iter()
        .map(|(a, notificacao, numero)| Cursor { aplicacao: AplicacaoId(a), notificacao, numero })
        .collect()
}

/// Cursors of active notifications with unread events. Events without a position yet are not seen
/// ([`crate::Store::place_events`]).
pub fn late_cursors(conn: &mut Conn<'_>) -> Result<Vec<Cursor>, StoreError> {
    let rows: Vec<(i32, i64, i64)> = on!(conn, c => {
        // max() reads the end of a key; for EXISTS PostgreSQL's planner would read the whole log
        let of_aplicacao = event_log::table.filter(event_log::aplicacao_id.eq(cursors::aplicacao_id));
        let last = of_aplicacao.select(diesel::dsl::max(event_log::posicao)).single_value();
        // a store's events by their own index: most of the log is other stores'
        let of_loja = of_aplicacao
            .filter(event_log::loja_id.nullable().eq(notificacoes::loja_id))
            .select(diesel::dsl::max(event_log::posicao))
            .single_value();
        cursors::table
            .inner_join(notificacoes::table.on(notificacoes::aplicacao_id
                .eq(cursors::aplicacao_id)
                .and(notificacoes::notificacao_id.eq(cursors::notificacao_id))))
            .filter(notificacoes::ativo)
            .filter(
                cursors::fim
                    .is_not_null()
                    .or(notificacoes::loja_id.is_null().and(cursors::posicao.nullable().le(last)))
                    .or(cursors::posicao.nullable().le(of_loja)),
            )
            .select((cursors::aplicacao_id, cursors::notificacao_id, cursors::cursor_num))
            .load(c)?
    });
    Ok(from_rows(rows))
}

/// Cursors beyond the end of their log: the log they have read was replaced, as by a backup.
pub fn stray_cursors(conn: &mut Conn<'_>) -> Result<Vec<Cursor>, StoreError> {
    let furthest: Vec<(i32, Option<i64>)> = on!(conn, c => cursors::table
        .group_by(cursors::aplicacao_id)
        .select((cursors::aplicacao_id, diesel::dsl::max(cursors::posicao)))
        .load(c))?;
    let mut stray = Vec::new();
    for (aplicacao, furthest) in furthest {
        let (_, last) = events::extremes(conn, AplicacaoId(aplicacao))?;
        if furthest.is_some_and(|furthest| furthest > last + 1) {
            let rows: Vec<(i32, i64, i64)> = on!(conn, c => cursors::table
                .filter(cursors::aplicacao_id.eq(aplicacao))
                .filter(cursors::posicao.gt(last + 1))
                .select((cursors::aplicacao_id, cursors::notificacao_id, cursors::cursor_num))
                .load(c))?;
            stray.extend(from_rows(rows));
        }
    }
    Ok(stray)
}

/// Sets a stray cursor back to the end of its log, or deletes it if it is a range to resend. Returns its old
/// position and the end of the log, if it was stray.
pub fn set_back(tx: &mut Tx<'_>, cursor: Cursor) -> Result<Option<(i64, i64)>, StoreError> {
    let query = cursors::table.find(cursor.key()).select((cursors::posicao, cursors::fim));
    let row: Option<(i64, Option<i64>)> = locked!(tx, query, skip, first).optional()?;
    // after locking the cursor: nothing else moves it
    let (_, last) = events::extremes(tx, cursor.aplicacao)?;
    let Some((posicao, end)) = row.filter(|(posicao, _)| *posicao > last + 1) else { return Ok(None) };
    on!(tx, c => match end {
        Some(_) => diesel::delete(cursors::table.find(cursor.key())).execute(c)?,
        None => diesel::update(cursors::table.find(cursor.key()))
            .set(cursors::posicao.eq(last + 1))
            .execute(c)?,
    });
    Ok(Some((posicao, last)))
}

/// Events distributed in one transaction.
const LOTE: i64 = 500;

/// Outcome of one step of a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// It moved and created this many deliveries.
    Moved(usize),
    /// Too many deliveries are pending.
    Full,
    /// Another server has it, or it was deleted.
    Busy,
}

/// Creates the deliveries of the next range of the log and moves the cursor, in this transaction.
pub fn distribute(tx: &mut Tx<'_>, cursor: Cursor, now: Instante) -> Result<Progress, StoreError> {
    let Some((posicao, end)) = lock(tx, cursor)? else { return Ok(Progress::Busy) };
    let Some(notificacao) = notificacao(tx, cursor)?.filter(|n| n.ativo) else {
        return Ok(Progress::Busy);
    };
    if full(tx, cursor)? {
        return Ok(Progress::Full);
    }
    let loja = notificacao.loja_id.map(|loja| LojaId { aplicacao: cursor.aplicacao, loja });
    let filter = Filter { loja, tipos: notificacao.kinds() };
    let stretch = events::list(tx, cursor.aplicacao, filter, posicao, LOTE)?;
    let until = end.unwrap_or(i64::MAX);
    let loaded_rows: Vec<EventoRow> = stretch.eventos.into_iter().filter(|e| e.posicao <= until).collect();
    let added = added(tx, cursor, &notificacao, &loaded_rows)?;
    let outcomes = added.len();
    insert(tx, cursor, added, now)?;
    move_on(tx, cursor, stretch.next, end)?;
    Ok(Progress::Moved(outcomes))
}

/// Locks the cursor; `None` when another server has it.
fn lock(tx: &mut Tx<'_>, cursor: Cursor) -> Result<Option<(i64, Option<i64>)>, StoreError> {
    let cursor =
        locked!(tx, cursors::table.find(cursor.key()).select((cursors::posicao, cursors::fim)), skip, first);
    Ok(cursor.optional()?)
}

/// The notification with its secrets sealed: they are opened for its calls alone.
fn notificacao(tx: &mut Tx<'_>, cursor: Cursor) -> Result<Option<NotificacaoColumns>, StoreError> {
    Ok(on!(tx, c => notificacoes::table
        .filter(notificacoes::aplicacao_id.eq(cursor.aplicacao.0))
        .filter(notificacoes::notificacao_id.eq(cursor.notificacao))
        .select(NotificacaoColumns::as_select())
        .first(c)
        .optional())?)
}

pub(super) fn full(conn: &mut Conn<'_>, cursor: Cursor) -> Result<bool, StoreError> {
    let last: Option<i64> = on!(conn, c => entregas::table
        .filter(entregas::aplicacao_id.eq(cursor.aplicacao.0))
        .filter(Rare(entregas::notificacao_id.eq(cursor.notificacao)))
        .filter(entregas::concluido_em.is_null())
        .select(entregas::entrega_id)
        .offset(PENDING_MAX - 1)
        .first(c)
        .optional())?;
    Ok(last.is_some())
}

/// A delivery to be written.
struct New<'a> {
    destino: Destino,
    evento: &'a EventoRow,
    evento_id: String,
    topico: i16,
    fila: i64,
}

#[derive(Insertable)]
#[diesel(table_name = entregas, treat_none_as_default_value = false)]
struct Writable {
    aplicacao_id: i32,
    notificacao_id: i64,
    entrega_id: i64,
    destino_loja: i32,
    loja_id: i32,
    posicao: i64,
    tipo: i16,
    topico: i16,
    assunto: i64,
    evento_id: String,
    fila: i64,
    estado: i16,
    falhadas: i32,
    envios: i32,
    devida_em: Option<i64>,
    criado_em: i64,
}

impl New<'_> {
    fn writable(self, numero: i64, first: bool, now: Instante) -> Writable {
        Writable {
            aplicacao_id: self.destino.aplicacao.0,
            notificacao_id: self.destino.notificacao,
            entrega_id: numero,
            destino_loja: self.destino.loja,
            loja_id: self.evento.loja.loja,
            posicao: self.evento.posicao,
            tipo: self.evento.tipo.code(),
            topico: self.topico,
            assunto: self.evento.assunto,
            evento_id: self.evento_id,
            fila: self.fila,
            estado: EstadoEntrega::Pendente.code(),
            falhadas: 0,
            envios: 0,
            devida_em: first.then_some(now.micros()),
            criado_em: now.micros(),
        }
    }
}

/// The deliveries of some events, in their order.
fn added<'a>(
    tx: &mut Tx<'_>,
    cursor: Cursor,
    notificacao: &NotificacaoColumns,
    loaded_rows: &'a [EventoRow],
) -> Result<Vec<New<'a>>, StoreError> {
    let with_url = match notificacao.url {
        Some(_) => HashSet::new(),
        None => lojas_with_url(tx, cursor.aplicacao, loaded_rows)?,
    };
    let mut added = Vec::with_capacity(loaded_rows.len());
    for evento in loaded_rows {
        let loja = match notificacao.url {
            Some(_) => 0,
            None if with_url.contains(&evento.loja.loja) => evento.loja.loja,
            None => continue,
        };
        let destino = Destino { aplicacao: cursor.aplicacao, notificacao: cursor.notificacao, loja };
        let fila = lane_of(evento.tipo, evento.assunto);
        for topico in topicos(notificacao, evento)? {
            let evento_id = evento_id(evento)?;
            added.push(New { destino, evento, evento_id, topico, fila });
        }
    }
    Ok(added)
}

/// The numbers of the topics that an event is sent under: 0, once, to interface A's.
fn topicos(notificacao: &NotificacaoColumns, evento: &EventoRow) -> Result<Vec<i16>, StoreError> {
    let Some(wanted) = notificacao.topics() else { return Ok(vec![0]) };
    let loaded: Evento =
        serde_json::from_str(&evento.documento).map_err(|e| StoreError::corrupt("eventos.corpo", e))?;
    let its = Topico::of_evento(&loaded);
    Ok(its.into_iter().filter(|topico| wanted.contains(*topico)).map(Topico::code).collect())
}

fn evento_id(evento: &EventoRow) -> Result<String, StoreError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct EventIdOnly {
        evento_id: String,
    }
    let found: EventIdOnly =
        serde_json::from_str(&evento.documento).map_err(|e| StoreError::corrupt("eventos.corpo", e))?;
    Ok(found.evento_id)
}

fn lojas_with_url(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    loaded_rows: &[EventoRow],
) -> Result<HashSet<i32>, StoreError> {
    let lojas: BTreeSet<i32> = loaded_rows.iter().map(|evento| evento.loja.loja).collect();
    let found: Vec<i32> = on!(tx, c => usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::loja_id.eq_any(lojas))
        .filter(usuarios::url_integracao.ne(""))
        .select(usuarios::loja_id)
        .load(c))?;
    Ok(found.into_iter().collect())
}

/// Writes the deliveries: the first of a line is due, the others wait. The addresses are locked, so that an
/// earlier one cannot be finished between looking for it and writing what waits for it.
fn insert(tx: &mut Tx<'_>, cursor: Cursor, added: Vec<New<'_>>, now: Instante) -> Result<(), StoreError> {
    let lojas: BTreeSet<i32> = added.iter().map(|new| new.destino.loja).collect();
    let mut busy: HashSet<(i32, i64)> = HashSet::new();
    for loja in lojas {
        let destino = Destino { aplicacao: cursor.aplicacao, notificacao: cursor.notificacao, loja };
        create_destino(tx, destino)?;
        lock_destino(tx, destino)?;
        let queues: BTreeSet<i64> = added.iter().filter(|n| n.destino == destino).map(|n| n.fila).collect();
        let found: Vec<Option<i64>> = on!(tx, c => entregas::table
            .filter(entregas::aplicacao_id.eq(destino.aplicacao.0))
            .filter(entregas::notificacao_id.eq(destino.notificacao))
            .filter(entregas::destino_loja.eq(destino.loja))
            .filter(entregas::fila.eq_any(queues))
            .filter(entregas::concluido_em.is_null())
            .select(entregas::fila)
            .distinct()
            .load(c))?;
        busy.extend(found.into_iter().flatten().map(|fila| (loja, fila)));
    }
    let numbers = next_many(tx, Sequence::Entregas, added.len())?;
    let rows: Vec<Writable> = added
        .into_iter()
        .zip(numbers)
        .map(|(new, numero)| {
            let first = busy.insert((new.destino.loja, new.fila));
            new.writable(numero, first, now)
        })
        .collect();
    insert!(tx, entregas::table, rows.iter());
    Ok(())
}

fn create_destino(tx: &mut Tx<'_>, destino: Destino) -> Result<(), StoreError> {
    on!(tx, c => diesel::insert_into(destinos::table)
        .values((
            destinos::aplicacao_id.eq(destino.aplicacao.0),
            destinos::notificacao_id.eq(destino.notificacao),
            destinos::loja_id.eq(destino.loja),
            destinos::falhas.eq(0),
            destinos::pausas.eq(0),
            destinos::pausado_ate.eq(0),
        ))
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(())
}

/// Moves the cursor to the end of the range; deletes one that has reached its end.
fn move_on(tx: &mut Tx<'_>, cursor: Cursor, next: i64, end: Option<i64>) -> Result<(), StoreError> {
    let key = cursor.key();
    on!(tx, c => match end {
        Some(end) if next > end => diesel::delete(cursors::table.find(key)).execute(c)?,
        _ => diesel::update(cursors::table.find(key)).set(cursors::posicao.eq(next)).execute(c)?,
    });
    Ok(())
}
