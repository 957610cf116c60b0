//! Giving committed events their places in the log.

use crate::conexao::Store;
use crate::erro::StoreError;

/// Events that one transaction moves.
#[cfg(feature = "postgres")]
const LOTE: i64 = 5000;

/// Brings the log up to date: whatever was committed before this call has its place when it returns. Every reader
/// of the log calls it first, but for one that comes back anyway ([`avancar`]). On SQLite there is nothing to do.
pub async fn em_dia(store: &Store) -> Result<(), StoreError> {
    while avancar(store).await? {}
    Ok(())
}

/// A part of [`em_dia`] that is short whatever waits; true when there is more.
pub async fn avancar(store: &Store) -> Result<bool, StoreError> {
    #[cfg(feature = "postgres")]
    if store.e_postgres() {
        // a look first: nearly always there is nothing new, and a reader should not wait for a lock
        if !store.read_one(postgres::ha_novos).await? {
            return Ok(false);
        }
        let _vez = store.vez_de_mover().await;
        if store.read_one(postgres::ha_novos).await? {
            return Ok(store.write(postgres::dar_lugares).await? == LOTE);
        }
    }
    let _ = store;
    Ok(false)
}

/// [`em_dia`], waiting on this thread.
pub fn em_dia_blocking(store: &Store) -> Result<(), StoreError> {
    #[cfg(feature = "postgres")]
    if store.e_postgres() {
        while store.write_blocking(postgres::dar_lugares)? == LOTE {}
    }
    let _ = store;
    Ok(())
}

#[cfg(feature = "postgres")]
mod postgres {
    use diesel::prelude::*;
    use diesel::sql_query;
    use diesel::sql_types::BigInt;

    use super::LOTE;
    use crate::conexao::{Backend, Conn, Tx};
    use crate::erro::StoreError;
    use crate::schema::eventos_novos;
    use domain::ids::{AplicacaoId, LojaId};

    /// True when there are committed events without a place.
    pub fn ha_novos(conn: &mut Conn<'_>) -> Result<bool, StoreError> {
        match &mut conn.backend {
            #[cfg(feature = "sqlite")]
            Backend::Sqlite(_) => Ok(false),
            // by the key: what was moved lies about until it is vacuumed, and a key's dead entries are passed over
            // faster than dead rows
            Backend::Postgres(c) => {
                let primeiro =
                    eventos_novos::table.select(eventos_novos::id).order(eventos_novos::id).limit(1);
                Ok(primeiro.first::<i64>(*c).optional()?.is_some())
            }
        }
    }

    /// Moves committed events to the end of the log, in the order of their ids; answers how many. One mover at a
    /// time: the statement sees all that was committed before it, the last mover's places among it.
    ///
    /// `OFFSET 0` has the end of a log looked up once: taken apart, it is looked up for every event, each time past
    /// those that this very statement has put behind it. Two bounds, because one alone is taken for a third of the
    /// table, which is then read whole.
    pub fn dar_lugares(tx: &mut Tx<'_>) -> Result<i64, StoreError> {
        tx.exclusivo("eventos", LojaId { aplicacao: AplicacaoId(0), loja: 0 }, "")?;
        match &mut tx.backend {
            #[cfg(feature = "sqlite")]
            Backend::Sqlite(_) => Ok(0),
            Backend::Postgres(c) => {
                let movidos = sql_query(
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
                .bind::<BigInt, _>(LOTE)
                .execute(*c)?;
                Ok(movidos as i64)
            }
        }
    }
}
