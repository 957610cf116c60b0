//! Deleting the oldest events.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use crate::events::extremes;
use crate::events::readers::readers;

use crate::base::StoreError;
use crate::base::schema::{aplicacoes, eventos, fila_itens};
use crate::base::{Conn, Tx, latest, on};
pub use crate::events::readers::{LogReader, WhoReads};

/// Events that one transaction may well delete while somebody waits for the end: other writes get their turn.
pub const LOTE: i64 = 10_000;

/// What would be deleted of one application's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pruning {
    /// The application.
    pub aplicacao: AplicacaoId,
    /// Its name.
    pub nome: String,
    /// The first place that is kept now.
    pub first: i64,
    /// The first place that would be kept. The last event always is: places go on from it.
    pub cutoff: i64,
    /// Readers that have not finished with all that is old enough to go.
    pub late: Vec<LogReader>,
}

impl Pruning {
    /// How many events would go: places have no gaps.
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
        // in the order of the log, so that only what would go is read; what a clock that was ahead has dated
        // keeps nothing
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

/// Deletes the first `lote` events of what a [`Pruning`] says, and what queues hold of them; answers what is
/// left of it.
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
