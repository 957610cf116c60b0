//! Many writers: transactions end in another order than they began, so an event gets its position only once
//! it is committed.

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::schema::eventos_novos;
use crate::base::{Pending, StoreError, StoredEvent};
use crate::events::unplaced::unplaced;

pub(super) fn append(
    c: &mut PgConnection,
    _: &mut Pending,
    date: Instante,
    events: Vec<(LojaId, StoredEvent)>,
) -> Result<(), StoreError> {
    unplaced(date, &events).execute(c)?;
    Ok(())
}

/// Nothing was put off.
pub(super) fn write(_: &mut PgConnection, _: &mut Pending) -> Result<(), StoreError> {
    Ok(())
}

/// True when there are committed events without a position. By the key: what was moved lies about until it is
/// vacuumed, and dead entries of an index are passed over faster than dead rows.
pub(super) fn any_unplaced(c: &mut PgConnection) -> Result<bool, StoreError> {
    let first = eventos_novos::table.select(eventos_novos::id).order(eventos_novos::id).limit(1);
    Ok(first.first::<i64>(c).optional()?.is_some())
}

/// Moves at most `limit` committed events to the end of the log, in the order of their ids; answers how many.
/// One mover at a time: the statement sees all that was committed before it, the last mover's positions among
/// it.
///
/// `OFFSET 0` keeps the CTE from being inlined, so that the end of a log is looked up once: inlined, it is
/// looked up for every event, each time past those that this very statement has put behind it. Two bounds,
/// because the planner takes one alone for a third of the table (its default selectivity), which is then read
/// whole.
pub(super) fn place(c: &mut PgConnection, limit: i64) -> Result<i64, StoreError> {
    let placed = sql_query(
        "WITH limites AS ( \
             SELECT min(id) AS de, max(id) AS ate \
             FROM (SELECT id FROM eventos_novos ORDER BY id LIMIT $1) primeiros \
         ), tomados AS ( \
             DELETE FROM eventos_novos \
             WHERE id BETWEEN (SELECT de FROM limites) AND (SELECT ate FROM limites) RETURNING * \
         ), finais AS ( \
             SELECT a.aplicacao_id, coalesce((SELECT max(e.posicao) FROM eventos e \
                 WHERE e.aplicacao_id = a.aplicacao_id), 0) AS ultima \
             FROM (SELECT DISTINCT aplicacao_id FROM tomados) a OFFSET 0 \
         ) \
         INSERT INTO eventos (aplicacao_id, posicao, loja_id, tipo, assunto, sorteio, data, corpo) \
         SELECT t.aplicacao_id, \
                f.ultima + row_number() OVER (PARTITION BY t.aplicacao_id ORDER BY t.id), \
                t.loja_id, t.tipo, t.assunto, t.sorteio, t.data, t.corpo \
         FROM tomados t JOIN finais f USING (aplicacao_id)",
    )
    .bind::<BigInt, _>(limit)
    .execute(c)?;
    Ok(placed as i64)
}
