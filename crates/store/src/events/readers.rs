//! Who still has to read what of the log: the readers that a pruning must wait for.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::values::ids::AplicacaoId;

use crate::base::StoreError;
use crate::base::schema::{entregas, fila_consumidores, fila_itens, notificacao_cursores, notificacoes};
use crate::base::{Conn, Rare, on};

/// A reader of an application's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogReader {
    /// What it is.
    pub who: WhoReads,
    /// The first place that it has not finished with.
    pub posicao: i64,
}

/// What reads the log and keeps its place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhoReads {
    /// A consumer of the order queue, by its name.
    Consumidor(String),
    /// A notification or a subscription, by its number.
    Notificacao(i64),
}

/// The readers of an application's log with the first place that each has not finished with: not read yet, or
/// read but not confirmed, not delivered.
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
        // what a deleted notification has left behind keeps nobody waiting
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
