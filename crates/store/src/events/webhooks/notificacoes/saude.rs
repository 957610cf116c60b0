//! How sending to notifications goes.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::entrega::{Failure, LastError, Saude};
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use crate::base::StoreError;
use crate::base::schema::{entregas, notificacao_destinos as destinos};
use crate::base::{Conn, Rare, on};
use crate::events::webhooks::notificacoes::NotificacaoRow;

/// How sending to one notification goes.
pub fn saude(conn: &mut Conn<'_>, from: &NotificacaoRow) -> Result<Saude, StoreError> {
    Ok(saudes(conn, from.aplicacao, std::slice::from_ref(from))?.remove(&from.id).unwrap_or_default())
}

/// How sending goes, by the number of each of an application's notifications: the worst of its addresses, and
/// what is still to be sent.
pub fn saudes(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    from: &[NotificacaoRow],
) -> Result<HashMap<i64, Saude>, StoreError> {
    let ids: Vec<i64> = from.iter().map(|notificacao| notificacao.id).collect();
    let pending = pending(conn, aplicacao, &ids)?;
    let initial = |notificacao: &NotificacaoRow| Saude {
        pendentes: pending.get(&notificacao.id).copied().unwrap_or(0),
        encerrada_em: notificacao.encerrada_em,
        ..Saude::default()
    };
    let mut saudes: HashMap<i64, Saude> = from.iter().map(|n| (n.id, initial(n))).collect();
    type SaudeRow = ((i64, i32, i32, i64), Option<i64>, Option<i64>, Option<i16>, Option<i16>);
    let rows: Vec<SaudeRow> = on!(conn, c => destinos::table
        .filter(destinos::aplicacao_id.eq(aplicacao.0))
        .filter(destinos::notificacao_id.eq_any(&ids))
        .select((
            (destinos::notificacao_id, destinos::falhas, destinos::pausas, destinos::pausado_ate),
            destinos::ultimo_sucesso,
            destinos::ultima_falha,
            destinos::ultimo_erro,
            destinos::ultimo_status,
        ))
        .load(c))?;
    for ((id, failures, pauses, until), success, failure, erro, status) in rows {
        let Some(saude) = saudes.get_mut(&id) else { continue };
        saude.falhas_seguidas = saude.falhas_seguidas.max(failures);
        saude.pausada_ate = saude.pausada_ate.max((pauses > 0).then(|| Instante::from_micros(until)));
        saude.ultimo_sucesso = saude.ultimo_sucesso.max(success.map(Instante::from_micros));
        let failed_at = failure.map(Instante::from_micros);
        if let (Some(failure), Some(at)) = (erro.and_then(Failure::from_code), failed_at)
            && saude.ultimo_erro.as_ref().is_none_or(|known| known.data < at)
        {
            saude.ultimo_erro = Some(LastError::new(failure, status, at));
        }
        saude.ultima_falha = saude.ultima_falha.max(failed_at);
    }
    Ok(saudes)
}

/// Unfinished deliveries. They are few: what goes beyond [`super::PENDING_MAX`] stays in the log for now.
fn pending(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    ids: &[i64],
) -> Result<HashMap<i64, i64>, StoreError> {
    let counted: Vec<(i64, i64)> = on!(conn, c => entregas::table
        .filter(entregas::aplicacao_id.eq(aplicacao.0))
        .filter(Rare(entregas::notificacao_id.eq_any(ids)))
        .filter(entregas::concluido_em.is_null())
        .group_by(entregas::notificacao_id)
        .select((entregas::notificacao_id, count_star()))
        .load(c))?;
    Ok(counted.into_iter().collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::base::plans::Plans;

    #[test]
    fn what_waits_is_counted_among_deliveries_not_done_with() {
        let plans = Plans::of("", |conn| {
            pending(conn, AplicacaoId(1), &[1, 2]).unwrap();
        });
        plans.narrow().without("USING PRIMARY KEY");
    }
}
