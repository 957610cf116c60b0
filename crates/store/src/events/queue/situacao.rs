//! State of the queue readers, and the backlog of all queues.

use std::collections::BTreeSet;

use diesel::dsl::{count_star, min};
use diesel::prelude::*;
use domain::fila::ENTREGAS_MAX;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, ConsumidorId};

use crate::base::schema::fila_itens::{self, dsl};
use crate::base::schema::{eventos, fila_consumidores};
use crate::base::{Conn, StoreError, on};
use crate::events as log;
use crate::events::queue::mortos;
use crate::events::queue::readers::{Consumidor, Fila, Running, pedido_kinds};

/// Unread events are counted up to here.
const UNREAD_MAX: i64 = 10_000;
/// Positions of the log scanned for them by one call.
const SWEEP: i64 = 100_000;
/// Most readers returned.
pub const SITUACOES_MAX: i64 = 1000;

/// State of a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Situacao {
    /// Its name.
    pub consumidor: String,
    /// The user whose queue it reads; `None` = that of the whole application.
    pub usuario_id: Option<String>,
    /// Every order event up to here has been taken over.
    pub posicao: i64,
    /// The last position of the log.
    pub last: i64,
    /// Taken over, neither confirmed nor under a lease nor dead.
    pub aguardando: i64,
    /// Under a running lease.
    pub arrendados: i64,
    /// Given up.
    pub mortos: i64,
    /// Order events that have not been taken over.
    pub nao_lidos: i64,
    /// There are more of them than were counted.
    pub nao_lidos_limitado: bool,
    /// When the oldest event was recorded that is neither confirmed nor dead.
    pub mais_antigo: Option<Instante>,
    /// Its first request.
    pub criado_em: Instante,
    /// Its last one, to within ten seconds.
    pub visto_em: Instante,
}

/// State of the readers of a queue, in the order of their creation, at most [`SITUACOES_MAX`]; without a
/// user, those of all queues of the application.
pub fn situacao(
    conn: &mut Conn<'_>,
    fila: Fila,
    name: Option<&ConsumidorId>,
    now: Instante,
) -> Result<Vec<Situacao>, StoreError> {
    let consumidores: Vec<Consumidor> = on!(conn, c => {
        let mut q = fila_consumidores::table
            .filter(fila_consumidores::aplicacao_id.eq(fila.aplicacao.0))
            .into_boxed();
        if let Some(loja) = fila.loja {
            q = q.filter(fila_consumidores::loja_id.eq(loja.loja));
        }
        if let Some(name) = name {
            q = q.filter(fila_consumidores::nome.eq(name.as_str()));
        }
        q.order(fila_consumidores::consumidor_id)
            .limit(SITUACOES_MAX)
            .select(Consumidor::as_select())
            .load(c)?
    });
    let lojas: BTreeSet<i32> = consumidores.iter().map(|c| c.loja_id).filter(|loja| *loja != 0).collect();
    let usuarios = log::usuarios_of(conn, fila.aplicacao, &lojas)?;
    let extremes = log::extremes(conn, fila.aplicacao)?;
    // the scan is shared among the readers, so that many of them do not make it slow
    let sweep = SWEEP / (consumidores.len() as i64).max(1);
    consumidores
        .into_iter()
        .map(|c| {
            let usuario_id = usuarios.get(&c.loja_id).cloned();
            see(conn, c, usuario_id, extremes, sweep, now)
        })
        .collect()
}

fn see(
    conn: &mut Conn<'_>,
    consumidor: Consumidor,
    usuario_id: Option<String>,
    (first, last): (i64, i64),
    sweep: i64,
    now: Instante,
) -> Result<Situacao, StoreError> {
    let mortos = mortos::count(conn, &consumidor, first, now)?;
    let (alive, mais_antigo, arrendados) = alive(conn, &consumidor, first, now)?;
    let (nao_lidos, first_unread, nao_lidos_limitado) = unread(conn, &consumidor, last, sweep)?;
    let mais_antigo = match mais_antigo.or(first_unread) {
        Some(posicao) => date_of(conn, AplicacaoId(consumidor.aplicacao_id), posicao)?,
        None => None,
    };
    Ok(Situacao {
        consumidor: consumidor.nome,
        usuario_id,
        posicao: consumidor.posicao,
        last,
        aguardando: alive - arrendados,
        arrendados,
        mortos,
        nao_lidos,
        nao_lidos_limitado,
        mais_antigo,
        criado_em: Instante::from_micros(consumidor.criado_em),
        visto_em: Instante::from_micros(consumidor.visto_em),
    })
}

/// Items neither confirmed nor dead: count, position of the first, and how many are leased.
pub(super) fn alive(
    conn: &mut Conn<'_>,
    consumidor: &Consumidor,
    first: i64,
    now: Instante,
) -> Result<(i64, Option<i64>, i64), StoreError> {
    let running = Running::at(now);
    Ok(on!(conn, c => {
        let all = || fila_itens::table
            .filter(dsl::aplicacao_id.eq(consumidor.aplicacao_id))
            .filter(dsl::consumidor_id.eq(consumidor.consumidor_id))
            .filter(dsl::posicao.ge(first))
            .filter(dsl::morto.eq(false));
        let (alive, mais_antigo): (i64, Option<i64>) = all()
            .filter(dsl::entregas.lt(ENTREGAS_MAX)
                .or(dsl::arrendado_ate.between(running.first, running.last)))
            .select((count_star(), min(dsl::posicao)))
            .first(c)?;
        let arrendados = all()
            .filter(dsl::arrendado_ate.between(running.first, running.last))
            .count()
            .get_result(c)?;
        (alive, mais_antigo, arrendados)
    }))
}

/// Order events after a reader's position: count, position of the first, and whether there are more.
fn unread(
    conn: &mut Conn<'_>,
    consumidor: &Consumidor,
    last: i64,
    sweep: i64,
) -> Result<(i64, Option<i64>, bool), StoreError> {
    let end = last.min(consumidor.posicao.saturating_add(sweep));
    let posicoes: Vec<i64> = on!(conn, c => {
        let mut q = eventos::table
            .filter(eventos::aplicacao_id.eq(consumidor.aplicacao_id))
            .filter(eventos::posicao.gt(consumidor.posicao))
            .filter(eventos::posicao.le(end))
            .filter(eventos::tipo.eq_any(pedido_kinds()))
            .into_boxed();
        if consumidor.loja_id != 0 {
            q = q.filter(eventos::loja_id.eq(consumidor.loja_id));
        }
        q.order(eventos::posicao).limit(UNREAD_MAX + 1).select(eventos::posicao).load(c)?
    });
    let found = posicoes.len() as i64;
    let limited = found > UNREAD_MAX || end < last;
    Ok((found.min(UNREAD_MAX), posicoes.first().copied(), limited))
}

pub(super) fn date_of(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    posicao: i64,
) -> Result<Option<Instante>, StoreError> {
    let date: Option<i64> = on!(conn, c => eventos::table
        .find((aplicacao.0, posicao))
        .select(eventos::data)
        .first(c)
        .optional())?;
    Ok(date.map(Instante::from_micros))
}

/// Readers examined, those furthest behind first.
const READERS: i64 = 200;
/// Positions of the log scanned for a reader's next event.
const BACKLOG_SWEEP: i64 = 1000;

/// Backlog of the queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Dead items.
    pub mortos: i64,
    /// When the oldest event was recorded that is neither confirmed nor dead for some reader.
    pub mais_antigo: Option<Instante>,
}

/// Backlog of the queues of all applications.
pub fn backlog(conn: &mut Conn<'_>, now: Instante) -> Result<Backlog, StoreError> {
    let readers: Vec<Consumidor> = on!(conn, c => fila_consumidores::table
        .order(fila_consumidores::posicao)
        .limit(READERS)
        .select(Consumidor::as_select())
        .load(c))?;
    let mut all = Backlog::default();
    for reader in readers {
        let aplicacao = AplicacaoId(reader.aplicacao_id);
        let (first, last) = log::extremes(conn, aplicacao)?;
        all.mortos += mortos::count(conn, &reader, first, now)?;
        let (_, taken, _) = alive(conn, &reader, first, now)?;
        let oldest = match taken {
            Some(posicao) => Some(posicao),
            None => next(conn, &reader, last)?,
        };
        let Some(oldest) = oldest else { continue };
        let date = date_of(conn, aplicacao, oldest)?;
        all.mais_antigo = [all.mais_antigo, date].into_iter().flatten().min();
    }
    Ok(all)
}

/// The first event that a reader has not taken over.
fn next(conn: &mut Conn<'_>, reader: &Consumidor, last: i64) -> Result<Option<i64>, StoreError> {
    Ok(on!(conn, c => {
        let mut q = eventos::table
            .filter(eventos::aplicacao_id.eq(reader.aplicacao_id))
            .filter(eventos::posicao.gt(reader.posicao))
            .filter(eventos::posicao.le(last.min(reader.posicao.saturating_add(BACKLOG_SWEEP))))
            .filter(eventos::tipo.eq_any(pedido_kinds()))
            .into_boxed();
        if reader.loja_id != 0 {
            q = q.filter(eventos::loja_id.eq(reader.loja_id));
        }
        q.order(eventos::posicao).select(eventos::posicao).first(c).optional()?
    }))
}
