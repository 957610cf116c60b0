//! Giving committed events their places in the log.

use crate::conexao::Store;
use crate::erro::StoreError;

/// Events that one transaction moves.
#[cfg(feature = "postgres")]
const LOTE: i64 = 5000;

/// Brings the log up to date: whatever was committed before this call has its place when it returns. Every reader
/// of the log calls it first. On SQLite there is nothing to do.
pub async fn em_dia(store: &Store) -> Result<(), StoreError> {
    #[cfg(feature = "postgres")]
    if store.e_postgres() {
        // a look first: nearly always there is nothing new, and a reader should not wait for a lock
        if store.read(postgres::ha_novos).await? {
            let _vez = store.vez_de_mover().await;
            while store.read(postgres::ha_novos).await? && store.write(postgres::dar_lugares).await? == LOTE {
            }
        }
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
            Backend::Postgres(c) => {
                Ok(diesel::select(diesel::dsl::exists(eventos_novos::table.select(eventos_novos::id)))
                    .get_result(*c)?)
            }
        }
    }

    /// Moves committed events to the end of the log, in the order of their ids; answers how many. One mover at a
    /// time: the statement sees all that was committed before it, the last mover's places among it.
    pub fn dar_lugares(tx: &mut Tx<'_>) -> Result<i64, StoreError> {
        tx.exclusivo("eventos", LojaId { aplicacao: AplicacaoId(0), loja: 0 }, "")?;
        match &mut tx.backend {
            #[cfg(feature = "sqlite")]
            Backend::Sqlite(_) => Ok(0),
            Backend::Postgres(c) => {
                let movidos = sql_query(
                    "WITH tomados AS ( \
                         DELETE FROM eventos_novos \
                         WHERE id IN (SELECT id FROM eventos_novos ORDER BY id LIMIT $1) RETURNING * \
                     ), finais AS ( \
                         SELECT a.aplicacao_id, coalesce((SELECT max(e.posicao) FROM eventos e \
                             WHERE e.aplicacao_id = a.aplicacao_id), 0) AS ultima \
                         FROM (SELECT DISTINCT aplicacao_id FROM tomados) a \
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
