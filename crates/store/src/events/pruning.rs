//! Deletion of the oldest events, which waits for the readers of the log.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use crate::base::schema::{
    aplicacoes, entregas, eventos, fila_consumidores, fila_itens, notificacao_cursores, notificacoes,
};
use crate::base::{Conn, Rare, StoreError, Tx, latest, on};
use crate::events::extremes;

/// A reader of an application's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogReader {
    /// What it is.
    pub who: WhoReads,
    /// The first position it has not finished.
    pub posicao: i64,
}

/// Kind of a reader of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhoReads {
    /// A consumer of the order queue, by its name.
    Consumidor(String),
    /// A notification or a subscription, by its number.
    Notificacao(i64),
}

/// The readers of an application's log with the first position that each has not finished: not read yet, or
/// not confirmed, not delivered.
pub(super) fn readers(conn: &mut Conn<'_>, aplicacao: AplicacaoId) -> Result<Vec<LogReader>, StoreError> {
    let mut readers = consumidores(conn, aplicacao)?;
    readers.extend(of_notificacoes(conn, aplicacao)?);
    Ok(readers)
}

fn consumidores(conn: &mut Conn<'_>, aplicacao: AplicacaoId) -> Result<Vec<LogReader>, StoreError> {
    let (all, open_items): (Vec<(i32, String, i64)>, Vec<(i32, Option<i64>)>) = on!(conn, c => (
        fila_consumidores::table
            .filter(fila_consumidores::aplicacao_id.eq(aplicacao.0))
            .order(fila_consumidores::consumidor_id)
            .select((fila_consumidores::consumidor_id, fila_consumidores::nome, fila_consumidores::posicao))
            .load(c)?,
        fila_itens::table
            .filter(fila_itens::aplicacao_id.eq(aplicacao.0))
            .group_by(fila_itens::consumidor_id)
            .select((fila_itens::consumidor_id, diesel::dsl::min(fila_itens::posicao)))
            .load(c)?,
    ));
    let open_items: BTreeMap<i32, Option<i64>> = open_items.into_iter().collect();
    Ok(all
        .into_iter()
        .map(|(id, name, loaded)| LogReader {
            who: WhoReads::Consumidor(name),
            posicao: open_items.get(&id).copied().flatten().unwrap_or(i64::MAX).min(loaded + 1),
        })
        .collect())
}

fn of_notificacoes(conn: &mut Conn<'_>, aplicacao: AplicacaoId) -> Result<Vec<LogReader>, StoreError> {
    let (cursors, open_items): (Vec<(i64, Option<i64>)>, Vec<(i64, Option<i64>)>) = on!(conn, c => (
        notificacao_cursores::table
            .filter(notificacao_cursores::aplicacao_id.eq(aplicacao.0))
            .group_by(notificacao_cursores::notificacao_id)
            .select((notificacao_cursores::notificacao_id, diesel::dsl::min(notificacao_cursores::posicao)))
            .load(c)?,
        // deliveries of deleted notifications are ignored
        entregas::table
            .inner_join(notificacoes::table.on(notificacoes::aplicacao_id
                .eq(entregas::aplicacao_id)
                .and(notificacoes::notificacao_id.eq(entregas::notificacao_id))))
            .filter(Rare(entregas::aplicacao_id.eq(aplicacao.0)))
            .filter(entregas::concluido_em.is_null())
            .filter(entregas::posicao.gt(0))
            .group_by(entregas::notificacao_id)
            .select((entregas::notificacao_id, diesel::dsl::min(entregas::posicao)))
            .load(c)?,
    ));
    let mut posicoes: BTreeMap<i64, i64> = BTreeMap::new();
    for (notificacao, posicao) in cursors.into_iter().chain(open_items) {
        let smaller = posicoes.entry(notificacao).or_insert(i64::MAX);
        *smaller = posicao.unwrap_or(i64::MAX).min(*smaller);
    }
    Ok(posicoes
        .into_iter()
        .map(|(id, posicao)| LogReader { who: WhoReads::Notificacao(id), posicao })
        .collect())
}

/// Batch size of deletions that an operator waits for; between batches other writes proceed.
pub const LOTE: i64 = 10_000;

/// A planned deletion of the oldest events of one application's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pruning {
    /// The application.
    pub aplicacao: AplicacaoId,
    /// Its name.
    pub nome: String,
    /// The first position that is kept now.
    pub first: i64,
    /// The first position that would be kept. The last event always is: positions go on from it.
    pub cutoff: i64,
    /// Readers that have not finished all events old enough to be deleted.
    pub late: Vec<LogReader>,
}

impl Pruning {
    /// Number of events to delete: positions have no gaps.
    pub fn eventos(&self) -> i64 {
        self.cutoff - self.first
    }
}

/// What [`prune`] would delete to keep only what was recorded at `antes` or later, and what a reader has not
/// finished with (unless `even_unread`). Applications for which there is nothing to say are left out.
pub fn preview_pruning(
    conn: &mut Conn<'_>,
    before: Instante,
    even_unread: bool,
) -> Result<Vec<Pruning>, StoreError> {
    let all: Vec<(i32, String)> = on!(conn, c => aplicacoes::table
        .order(aplicacoes::id)
        .select((aplicacoes::id, aplicacoes::nome))
        .load(c))?;
    let lawful = latest(Instante::now(), 0);
    let mut prunings = Vec::new();
    for (id, nome) in all {
        let aplicacao = AplicacaoId(id);
        let (first, last) = extremes(conn, aplicacao)?;
        // in the order of the log, so that only what would go is read; events dated by a clock that was ahead
        // are ignored
        let stays: Option<i64> = on!(conn, c => eventos::table
            .filter(eventos::aplicacao_id.eq(id))
            .filter(eventos::data.between(before.micros(), lawful))
            .order(eventos::posicao)
            .select(eventos::posicao)
            .first(c)
            .optional())?;
        let old_until = stays.unwrap_or(last);
        let mut late = readers(conn, aplicacao)?;
        late.retain(|reader| reader.posicao < old_until);
        let read_until = late.iter().map(|reader| reader.posicao).min();
        let cutoff = read_until.filter(|_| !even_unread).unwrap_or(old_until).max(first);
        if old_until > first {
            prunings.push(Pruning { aplicacao, nome, first, cutoff, late });
        }
    }
    Ok(prunings)
}

/// Deletes the first `lote` events of a [`Pruning`] and their queue items; returns the rest of it.
pub fn prune(tx: &mut Tx<'_>, pruning: &Pruning, lote: i64) -> Result<Option<Pruning>, StoreError> {
    let until = pruning.cutoff.min(pruning.first + lote.max(1));
    on!(tx, c => diesel::delete(eventos::table
        .filter(eventos::aplicacao_id.eq(pruning.aplicacao.0))
        .filter(eventos::posicao.ge(pruning.first))
        .filter(eventos::posicao.lt(until)))
        .execute(c))?;
    on!(tx, c => diesel::delete(fila_itens::table
        .filter(fila_itens::aplicacao_id.eq(pruning.aplicacao.0))
        .filter(fila_itens::posicao.lt(until)))
        .execute(c))?;
    let rest = Pruning { first: until, ..pruning.clone() };
    Ok((rest.eventos() > 0).then_some(rest))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::base::plans::Plans;

    #[test]
    fn deliveries_not_done_with_are_found_without_those_that_are() {
        let plans = Plans::of("", |conn| {
            of_notificacoes(conn, AplicacaoId(1)).unwrap();
        });
        plans.without("entregas USING PRIMARY KEY").without("entregas_concluidas");
    }
}
