//! Clearing away deliveries that nobody needs any more.

use diesel::prelude::*;
use domain::values::dates::Instante;

use crate::base::StoreError;
use crate::base::schema::{aplicacoes, entrega_tentativas as attempts, entregas, notificacoes};
use crate::base::{Tx, on};

/// How long finished deliveries are kept.
pub const DAYS: i64 = 30;
/// Deliveries that one transaction deletes, so that other writes get their turn.
const LOTE: i64 = 5000;

/// Deletes deliveries that were finished [`DAYS`] ago, and those of notifications that are gone; answers how
/// many, at most a few thousand: when it answers more than 0 there may be more.
pub fn purge(tx: &mut Tx<'_>, now: Instante) -> Result<usize, StoreError> {
    let limit = now.plus_seconds(-DAYS * 86_400).micros();
    let previous: Vec<(i32, i64, i64)> = on!(tx, c => entregas::table
        .filter(entregas::concluido_em.lt(limit))
        .select((entregas::aplicacao_id, entregas::notificacao_id, entregas::entrega_id))
        .order(entregas::concluido_em)
        .limit(LOTE)
        .load(c))?;
    let mut by_notificacao: std::collections::BTreeMap<(i32, i64), Vec<i64>> = Default::default();
    for (aplicacao, notificacao, id) in previous {
        by_notificacao.entry((aplicacao, notificacao)).or_default().push(id);
    }
    let mut removed = 0;
    for ((aplicacao, notificacao), ids) in by_notificacao {
        removed += remove(tx, aplicacao, notificacao, &ids)?;
    }
    for (aplicacao, notificacao) in orphans(tx)? {
        let ids: Vec<i64> = on!(tx, c => entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao))
            .filter(entregas::notificacao_id.eq(notificacao))
            .select(entregas::entrega_id)
            .limit(LOTE)
            .load(c))?;
        removed += remove(tx, aplicacao, notificacao, &ids)?;
    }
    Ok(removed)
}

fn remove(tx: &mut Tx<'_>, aplicacao: i32, notificacao: i64, ids: &[i64]) -> Result<usize, StoreError> {
    Ok(on!(tx, c => {
        diesel::delete(attempts::table
            .filter(attempts::aplicacao_id.eq(aplicacao))
            .filter(attempts::notificacao_id.eq(notificacao))
            .filter(attempts::entrega_id.eq_any(ids)))
            .execute(c)?;
        diesel::delete(entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao))
            .filter(entregas::notificacao_id.eq(notificacao))
            .filter(entregas::entrega_id.eq_any(ids)))
            .execute(c)?
    }))
}

/// Notifications that are gone and have deliveries: from one to the next by the key, without reading what is
/// between.
fn orphans(tx: &mut Tx<'_>) -> Result<Vec<(i32, i64)>, StoreError> {
    let mut orphans = Vec::new();
    let all: Vec<i32> = on!(tx, c => aplicacoes::table.select(aplicacoes::id).load(c))?;
    for aplicacao in all {
        let mut after = 0;
        while let Some(notificacao) = on!(tx, c => entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao))
            .filter(entregas::notificacao_id.gt(after))
            .order(entregas::notificacao_id)
            .select(entregas::notificacao_id)
            .first::<i64>(c)
            .optional())?
        {
            after = notificacao;
            let ha: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
                notificacoes::table.find((aplicacao, notificacao))
            )).get_result(c))?;
            if !ha {
                orphans.push((aplicacao, notificacao));
            }
        }
    }
    Ok(orphans)
}
