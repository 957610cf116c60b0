//! Notifications that lag: events of theirs that nobody has made deliveries of.

use std::collections::{BTreeMap, HashMap};

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::schema::{eventos, notificacao_cursores as cursors};
use crate::base::{Conn, Rare, StoreError, on};
use crate::events::webhooks::notificacoes::NotificacaoRow;

/// Since when the next event waits of which no delivery was made, by the numbers of an application's notifications;
/// those that have come to the end of the log, or are switched off, are left out. One statement for those of all stores,
/// and one for those of each store.
pub fn behind(conn: &mut Conn<'_>, all: &[NotificacaoRow]) -> Result<HashMap<i64, Instante>, StoreError> {
    let mut of_each: BTreeMap<_, Vec<i64>> = BTreeMap::new();
    for one in all.iter().filter(|one| one.ativo) {
        of_each.entry((one.aplicacao, one.loja)).or_default().push(one.id);
    }
    let mut since = HashMap::new();
    for ((aplicacao, loja), ids) in of_each {
        let found = next(conn, aplicacao, loja, &ids)?.into_iter();
        since.extend(found.filter_map(|(id, at)| Some((id, Instante::from_micros(at?)))));
    }
    Ok(since)
}

/// When the next event happened of each of some notifications of all stores, or of one.
fn next(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    loja: Option<LojaId>,
    ids: &[i64],
) -> Result<Vec<(i64, Option<i64>)>, StoreError> {
    macro_rules! among {
        ($events:expr) => {
            cursors::table
                .filter(cursors::aplicacao_id.eq(aplicacao.0))
                .filter(cursors::notificacao_id.eq_any(ids))
                .filter(cursors::cursor_num.eq(0))
                .select((
                    cursors::notificacao_id,
                    $events
                        .filter(eventos::aplicacao_id.eq(aplicacao.0))
                        .filter(eventos::posicao.ge(cursors::posicao))
                        .order(eventos::posicao)
                        .select(eventos::data)
                        .limit(1)
                        .single_value(),
                ))
        };
    }
    Ok(on!(conn, c => match loja {
        None => among!(eventos::table).load(c),
        Some(loja) => among!(eventos::table.filter(Rare(eventos::loja_id.eq(loja.loja)))).load(c),
    })?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::base::plans::Plans;

    #[test]
    fn the_next_event_of_each_is_found_by_its_position() {
        let aplicacao = AplicacaoId(1);
        for loja in [None, Some(LojaId { aplicacao, loja: 1 })] {
            let plans = Plans::of("", |conn| {
                next(conn, aplicacao, loja, &[1, 2]).unwrap();
            });
            plans.narrow().unsorted();
        }
    }
}
