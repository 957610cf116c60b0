//! On SQLite: rows one by one, by a statement that stays in the statement cache.

use diesel::prelude::*;
use diesel::upsert::excluded;

use super::row::SkuCanalRow;
use crate::base::StoreError;
use crate::base::schema::sku_canais;

/// Writes rows, in place of those that are there.
pub(super) fn write(c: &mut SqliteConnection, rows: &[SkuCanalRow]) -> Result<(), StoreError> {
    use crate::base::schema::sku_canais::*;
    for row in rows {
        diesel::insert_into(sku_canais::table)
            .values(row)
            .on_conflict((aplicacao_id, loja_id, canal_num, sku_num))
            .do_update()
            .set((
                estoque.eq(excluded(estoque)),
                preco_de.eq(excluded(preco_de)),
                preco_por.eq(excluded(preco_por)),
                ativo.eq(excluded(ativo)),
                alterado_em.eq(excluded(alterado_em)),
            ))
            .execute(c)?;
    }
    Ok(())
}
